import type { MenuItemConstructorOptions } from 'electron';
import type { NavigateNotice } from '../../shared/ipc/bridge.ts';

/** What the menu's items call. */
export interface MenuActions {
  readonly go: (notice: NavigateNotice) => void;
  readonly setPaused: (paused: boolean) => void;
  readonly reload: () => void;
  /** `inWindow`: the app's window has the focus, and not for example a save dialog. */
  readonly undo: (inWindow: boolean) => void;
  readonly showAbout: () => void;
}

export const PAUSE_ITEM = 'pause-sending';

/**
 * The native menu, with the platform's standard items where people expect them. The page binds some of the same keys
 * (renderer/parts/shortcuts), so a notice may arrive twice; handling one twice is harmless.
 */
export function menuTemplate(
  platform: NodeJS.Platform,
  paused: boolean,
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const item = (label: string, notice: NavigateNotice, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    ...(accelerator !== undefined && { accelerator }),
    click: () => actions.go(notice),
  });
  const page = (label: string, path: string, accelerator?: string) =>
    item(label, { kind: 'page', path }, accelerator);
  const mac = platform === 'darwin';
  const settings = page(mac ? 'Settings…' : 'Settings', '/settings', 'CmdOrCtrl+,');
  const updates = page('Check for updates…', '/settings/updates');
  const about: MenuItemConstructorOptions = { label: 'About Callboard', click: actions.showAbout };
  const separator = { type: 'separator' } as const;
  return [
    ...(mac ? [appMenu(about, updates, settings)] : []),
    {
      label: '&File',
      submenu: [
        page('New request', '/new', 'CmdOrCtrl+N'),
        page('Import…', '/import', 'CmdOrCtrl+I'),
        separator,
        {
          id: PAUSE_ITEM,
          label: 'Pause sending',
          type: 'checkbox',
          checked: paused,
          click: ({ checked }) => actions.setPaused(checked),
        },
        separator,
        // Other platforms close in the Window menu, and File ends with "Exit" or "Quit" as the system calls it.
        mac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    editMenu(mac, actions),
    {
      label: '&View',
      submenu: [
        // Without the usual key: in the page people press it to refresh requests, and reloading loses what they typed.
        { label: 'Reload window…', click: actions.reload },
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        separator,
        { role: 'togglefullscreen' },
      ],
    },
    {
      label: '&Go',
      submenu: [
        item('Find an action or a request', { kind: 'overlay', name: 'palette' }, 'CmdOrCtrl+K'),
        separator,
        page('Today', '/today', 'CmdOrCtrl+1'),
        page('Requests', '/requests', 'CmdOrCtrl+2'),
        page('Outbox', '/outbox', 'CmdOrCtrl+3'),
        page('Library', '/library', 'CmdOrCtrl+4'),
        page('Insights', '/insights', 'CmdOrCtrl+5'),
        // macOS has Settings in the app menu.
        ...(mac ? [] : [separator, settings]),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        item('Keyboard shortcuts', { kind: 'overlay', name: 'shortcuts' }),
        page('Connection check', '/settings/connection-check'),
        page('Copy diagnostics…', '/settings/health'),
        ...(mac ? [] : [separator, updates, about]),
      ],
    },
  ];
}

/**
 * Electron's `editMenu`, except that Undo also undoes changes of requests. The page decides which, as for the key, which stays
 * the page's where the platform allows that.
 */
function editMenu(mac: boolean, actions: MenuActions): MenuItemConstructorOptions {
  const separator = { type: 'separator' } as const;
  const macItems: MenuItemConstructorOptions[] = [
    { role: 'pasteAndMatchStyle' },
    { role: 'delete' },
    { role: 'selectAll' },
    separator,
    { label: 'Speech', submenu: [{ role: 'startSpeaking' }, { role: 'stopSpeaking' }] },
  ];
  return {
    label: '&Edit',
    submenu: [
      {
        label: 'Undo',
        accelerator: 'CmdOrCtrl+Z',
        // On macOS, the page's text fields get the key from the menu.
        ...(!mac && { registerAccelerator: false }),
        click: (_item, window) => actions.undo(window !== undefined),
      },
      { role: 'redo' },
      separator,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      ...(mac ? macItems : [{ role: 'delete' } as const, separator, { role: 'selectAll' } as const]),
    ],
  };
}

function appMenu(
  about: MenuItemConstructorOptions,
  updates: MenuItemConstructorOptions,
  settings: MenuItemConstructorOptions,
): MenuItemConstructorOptions {
  const separator = { type: 'separator' } as const;
  return {
    label: 'Callboard',
    submenu: [
      about,
      updates,
      separator,
      settings,
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  };
}
