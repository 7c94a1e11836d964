/**
 * What the compiler says to a stand-in whose signature isn't Electron's. Nothing here runs: `npm test` checks its types,
 * and an expected error that doesn't come is one.
 */
import { EventEmitter } from 'node:events';
import * as preview from '../../preview/electron/index.ts';
import { previewEvent } from '../../preview/electron/preview-event.ts';
import { type EventsOf, emit, type PartOf, standIn, standInClass } from '../../preview/electron/stand-in.ts';

/** Everything that the preview implements, and nothing of it, has another type than Electron's. */
export const implemented = {
  app: preview.app,
  BrowserWindow: preview.BrowserWindow,
  clipboard: preview.clipboard,
  crashReporter: preview.crashReporter,
  dialog: preview.dialog,
  ipcMain: preview.ipcMain,
  Menu: preview.Menu,
  MenuItem: preview.MenuItem,
  Notification: preview.Notification,
  nativeImage: preview.nativeImage,
  nativeTheme: preview.nativeTheme,
  net: preview.net,
  powerMonitor: preview.powerMonitor,
  protocol: preview.protocol,
  safeStorage: preview.safeStorage,
  screen: preview.screen,
  session: preview.session,
  shell: preview.shell,
  Tray: preview.Tray,
  webContents: preview.webContents,
} satisfies Partial<typeof import('electron')>;

// What follows is right.
standIn<Electron.App>('app', { isPackaged: true, getVersion: () => '1.0.0', quit() {} });
standIn<Electron.App>('app', { setBadgeCount: (_count = 0, ..._more: unknown[]) => true });
standIn<Electron.Dialog>('dialog', { showErrorBox: () => undefined });

// @ts-expect-error A wrong return type.
standIn<Electron.App>('app', { getVersion: () => 1 });

// @ts-expect-error An answer at once, where Electron's comes later.
standIn<Electron.Clipboard>('clipboard', { readText: () => '' });

// @ts-expect-error A later answer, where Electron's comes at once.
standIn<Electron.App>('app', { isReady: async () => true });

// @ts-expect-error An answer that lacks a field.
standIn<Electron.Dialog>('dialog', { showSaveDialog: async () => ({ canceled: true }) });

// @ts-expect-error No answer where Electron's may be null, but is never undefined.
standIn<Electron.Menu>('Menu', { getMenuItemById: () => undefined });

// @ts-expect-error A parameter that takes less than Electron's; methods, too, are compared strictly.
standIn<Electron.App>('app', { setName(_name: 'Callboard') {} });

// @ts-expect-error A parameter that callers may leave out.
standIn<Electron.App>('app', { setBadgeCount: (_count: number) => true });

// @ts-expect-error A parameter that callers don't pass.
standIn<Electron.App>('app', { quit(_code: number) {} });

// @ts-expect-error One of two overloads: the window comes first in the other.
standIn<Electron.Dialog>('dialog', { showMessageBoxSync: (_options: Electron.MessageBoxOptions) => 0 });

// @ts-expect-error A handler that gets something else than Electron's event.
standIn<Electron.IpcMain>('ipcMain', { handle(_channel: string, _handler: (event: string) => void) {} });

// @ts-expect-error A property of another type.
standIn<Electron.App>('app', { isPackaged: 'no' });

// @ts-expect-error A member that Electron doesn't have.
standIn<Electron.App>('app', { setBadge: () => true });

class RightTray extends EventEmitter<EventsOf<Electron.Tray>> implements PartOf<Electron.Tray> {
  setToolTip(_text: string): void {}

  clicked(position: Electron.Point): void {
    this.emit('mouse-up', {}, position);
    // @ts-expect-error An event without its arguments.
    this.emit('mouse-up');
    // @ts-expect-error An event with wrong ones.
    this.emit('mouse-up', {}, 'top left');
    // @ts-expect-error An event with too many.
    this.emit('balloon-show', {});
    // @ts-expect-error An event that Electron doesn't have.
    this.emit('clicked');
  }
}
standInClass<typeof Electron.Tray>('Tray', RightTray);

export class WrongTray implements PartOf<Electron.Tray> {
  // @ts-expect-error A method of a class.
  isDestroyed(): string {
    return 'no';
  }
}

class TrayOfPixels extends RightTray {
  constructor(_image: Buffer) {
    super();
  }
}
// @ts-expect-error A constructor that takes less than Electron's.
standInClass<typeof Electron.Tray>('Tray', TrayOfPixels);

class WordyNotification extends EventEmitter {
  static isSupported = (): string => 'yes';
}
// @ts-expect-error A static method.
standInClass<typeof Electron.Notification>('Notification', WordyNotification);

// Emitters of Electron's own type don't check what they emit, so the preview's events go through `emit`.
declare const window: Electron.BrowserWindow;
emit(window, 'close', previewEvent({}));
emit(window.webContents, 'render-process-gone', previewEvent({}), { reason: 'crashed', exitCode: 5 });
emit(preview.powerMonitor, 'shutdown', previewEvent({}));
emit(preview.ipcMain, 'a channel', { ...previewEvent({}), ...({} as Electron.IpcMainEvent) }, 1, 2);

// @ts-expect-error An event without its arguments.
emit(window, 'close');

// @ts-expect-error An argument that isn't Electron's.
emit(window.webContents, 'render-process-gone', previewEvent({}), { reason: 'tired', exitCode: 5 });

// @ts-expect-error An event of another class.
emit(window, 'did-finish-load');
