/**
 * Functions that Playwright runs in Electron's main process. It sends only their text, so they use nothing from outside.
 */
import type { DesktopSnapshot } from './app-driver.ts';

type ElectronModule = typeof Electron.CrossProcessExports;

/** Records addresses for the system browser instead of opening them. */
export function recordOpenedAddresses({ shell }: ElectronModule): void {
  const opened: string[] = [];
  Reflect.set(globalThis, 'openedAddresses', opened);
  shell.openExternal = async (address) => {
    opened.push(address);
  };
}

/**
 * Answers dialogs as the preview does: the proposed name in `folder`, `openFile` or cancelling, the default button. Native
 * ones would wait for somebody.
 */
export function answerDialogs(
  { app, dialog }: ElectronModule,
  { folder, openFile }: { folder: string; openFile: string | undefined },
): void {
  const saved: string[] = [];
  Reflect.set(globalThis, 'savePaths', saved);
  app.setPath('downloads', folder);
  Reflect.set(dialog, 'showSaveDialog', async (...args: readonly Electron.SaveDialogOptions[]) => {
    const filePath = args.at(-1)?.defaultPath ?? '';
    saved.push(filePath);
    return { canceled: false, filePath };
  });
  Reflect.set(dialog, 'showOpenDialog', async () => ({
    canceled: openFile === undefined,
    filePaths: openFile === undefined ? [] : [openFile],
  }));
  Reflect.set(dialog, 'showMessageBox', async (...args: readonly Electron.MessageBoxOptions[]) => ({
    response: args.at(-1)?.defaultId ?? 0,
    checkboxChecked: false,
  }));
  dialog.showErrorBox = (title, content) => console.error(`Error box: ${title}\n${content}`);
}

/** Records notifications and tray menus, which cannot be inspected once the system has them. */
export function recordDesktop({ Notification, Tray }: ElectronModule): void {
  const shown: Electron.Notification[] = [];
  Reflect.set(globalThis, 'shownNotifications', shown);
  Reflect.set(globalThis, 'trayMenu', null);
  // A build machine has nothing that shows notifications.
  Notification.isSupported = () => true;
  Notification.prototype.show = function show() {
    shown.push(this);
    this.emit('show', {});
  };
  const { setContextMenu, setToolTip, destroy } = Tray.prototype;
  Tray.prototype.setContextMenu = function set(menu) {
    Reflect.set(globalThis, 'trayMenu', menu);
    setContextMenu.call(this, menu);
  };
  Tray.prototype.setToolTip = function set(text) {
    Reflect.set(globalThis, 'trayToolTip', text);
    setToolTip.call(this, text);
  };
  Tray.prototype.destroy = function gone() {
    Reflect.set(globalThis, 'trayMenu', null);
    destroy.call(this);
  };
}

export function desktopSnapshot({ app, BrowserWindow }: ElectronModule): DesktopSnapshot {
  const shown: Electron.Notification[] = Reflect.get(globalThis, 'shownNotifications');
  const menu: Electron.Menu | null = Reflect.get(globalThis, 'trayMenu');
  const items = menu?.items.flatMap(({ label, type }) => (type === 'separator' ? [] : [label]));
  return {
    windowVisible: BrowserWindow.getAllWindows().some((window) => window.isVisible()),
    badge: app.getBadgeCount(),
    notifications: shown.map(({ title, body }) => ({ title, body })),
    tray: items ? { toolTip: String(Reflect.get(globalThis, 'trayToolTip')), items } : null,
  };
}

export function clickNotification(_electron: ElectronModule, title: string): void {
  const shown: Electron.Notification[] = Reflect.get(globalThis, 'shownNotifications');
  const notification = shown.findLast((each) => each.title === title);
  if (!notification) throw new Error(`There is no notification "${title}".`);
  notification.emit('click', {});
}

export function clickTrayItem(_electron: ElectronModule, label: string): void {
  const menu: Electron.Menu | null = Reflect.get(globalThis, 'trayMenu');
  const item = menu?.items.find((each) => each.label === label && each.enabled);
  if (!item) throw new Error(`The tray menu has no enabled item "${label}".`);
  item.click();
}

/** macOS passes links to the running app as an event, not by a second instance. */
export function emitOpenUrl({ app }: ElectronModule, address: string): void {
  app.emit('open-url', { preventDefault: () => undefined }, address);
}

/** Tells every window that the Windows session ends. */
export function emitSessionEnd({ BrowserWindow }: ElectronModule): void {
  for (const window of BrowserWindow.getAllWindows()) window.emit('session-end', { reasons: ['logoff'] });
}
