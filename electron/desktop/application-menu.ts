import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { NavigateNotice } from '../../shared/ipc/bridge.ts';
import type { MainWindow } from './main-window.ts';

/**
 * The native menu: the system's usual entries, and the app's main ways. What the page's own keys do as well
 * (renderer/parts/shortcuts) may come twice: each notice shows something, and shows it once.
 */
export function applicationMenu(window: MainWindow): Menu {
  const item = (label: string, notice: NavigateNotice, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    ...(accelerator !== undefined && { accelerator }),
    // Electron says by itself when a page cannot be loaded.
    click: () => void window.navigate(notice),
  });
  const go = (label: string, path: string, accelerator: string) =>
    item(label, { kind: 'page', path }, accelerator);
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    {
      label: 'File',
      submenu: [
        go('New request', '/new', 'CmdOrCtrl+N'),
        go('Import', '/import', 'CmdOrCtrl+I'),
        { type: 'separator' },
        process.platform === 'darwin' ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: 'Go',
      submenu: [
        item('Find an action or a request', { kind: 'overlay', name: 'palette' }, 'CmdOrCtrl+K'),
        { type: 'separator' },
        go('Requests', '/requests', 'CmdOrCtrl+1'),
        go('Outbox', '/outbox', 'CmdOrCtrl+2'),
        go('Library', '/library', 'CmdOrCtrl+3'),
        go('Insights', '/insights', 'CmdOrCtrl+4'),
        go('Settings', '/settings', 'CmdOrCtrl+,'),
      ],
    },
    {
      label: 'View',
      submenu: [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { role: 'togglefullscreen' }],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [item('Keyboard shortcuts', { kind: 'overlay', name: 'shortcuts' })],
    },
  ];
  return Menu.buildFromTemplate(template);
}
