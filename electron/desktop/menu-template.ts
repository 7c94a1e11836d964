import type { MenuItemConstructorOptions } from 'electron';
import type { NavigateNotice } from '../../shared/ipc/bridge.ts';

/** What the menu does that is no business of the page. */
export interface MenuActions {
  readonly go: (notice: NavigateNotice) => void;
  readonly setPaused: (paused: boolean) => void;
  readonly showAbout: () => void;
}

/** What the menu shows of the app. */
export interface MenuState {
  /** Nothing is sent by itself. */
  readonly paused: boolean;
}

/** The id of the entry that pauses sending. */
export const PAUSE_ITEM = 'pause-sending';

/**
 * The native menu of a system: its usual entries in their usual places, and the app's main ways. What the page's own
 * keys do as well (renderer/parts/shortcuts) may come twice: each notice shows something, and shows it once.
 */
export function menuTemplate(
  platform: NodeJS.Platform,
  { paused }: MenuState,
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const item = (label: string, notice: NavigateNotice, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    ...(accelerator !== undefined && { accelerator }),
    click: () => actions.go(notice),
  });
  const go = (label: string, path: string, accelerator?: string) =>
    item(label, { kind: 'page', path }, accelerator);
  const mac = platform === 'darwin';
  const settings = go(mac ? 'Settings…' : 'Settings', '/settings', 'CmdOrCtrl+,');
  const updates = go('Check for updates…', '/settings/updates');
  const about: MenuItemConstructorOptions = { label: 'About Callboard', click: actions.showAbout };
  const separator = { type: 'separator' } as const;
  return [
    ...(mac ? [appMenu(about, updates, settings)] : []),
    {
      label: '&File',
      submenu: [
        go('New request', '/new', 'CmdOrCtrl+N'),
        go('Import…', '/import', 'CmdOrCtrl+I'),
        separator,
        {
          id: PAUSE_ITEM,
          label: 'Pause sending',
          type: 'checkbox',
          checked: paused,
          click: ({ checked }) => actions.setPaused(checked),
        },
        separator,
        // Elsewhere closing is in the Window menu, and File ends with "Exit" or "Quit", in the system's own word.
        mac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
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
        go('Requests', '/requests', 'CmdOrCtrl+1'),
        go('Outbox', '/outbox', 'CmdOrCtrl+2'),
        go('Library', '/library', 'CmdOrCtrl+3'),
        go('Insights', '/insights', 'CmdOrCtrl+4'),
        // On a Mac they are in the app's own menu.
        ...(mac ? [] : [separator, settings]),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        item('Keyboard shortcuts', { kind: 'overlay', name: 'shortcuts' }),
        go('Sign-in check', '/settings/sign-in-check'),
        go('Copy diagnostics…', '/settings/health'),
        ...(mac ? [] : [separator, updates, about]),
      ],
    },
  ];
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
