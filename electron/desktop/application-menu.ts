import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { MainWindow } from './main-window.ts';

/** The native menu: the system's usual entries, and the app's main ways. */
export function applicationMenu(window: MainWindow): Menu {
  const go = (label: string, accelerator: string, path: string): MenuItemConstructorOptions => ({
    label,
    accelerator,
    click: () => void window.show().then(() => window.navigate({ path })),
  });
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    {
      label: 'File',
      submenu: [
        go('New request', 'CmdOrCtrl+N', '/new'),
        go('Import', 'CmdOrCtrl+I', '/import'),
        { type: 'separator' },
        process.platform === 'darwin' ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        go('Requests', 'CmdOrCtrl+1', '/requests'),
        go('Outbox', 'CmdOrCtrl+2', '/outbox'),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
  ];
  return Menu.buildFromTemplate(template);
}
