import { app, Menu } from 'electron';
import { type MenuActions, menuTemplate, PAUSE_ITEM } from './menu-template.ts';

/** Sets the native menu; returns a function that updates its "Pause sending" check mark. */
export function setApplicationMenu(
  actions: Omit<MenuActions, 'showAbout' | 'undo'> & { readonly undo: () => void },
  paused: boolean,
): (paused: boolean) => void {
  app.setAboutPanelOptions({
    applicationName: app.getName(),
    applicationVersion: app.getVersion(),
    copyright: 'Copyright © 2026 Callboard maintainers',
  });
  const all = { ...actions, showAbout: () => app.showAboutPanel(), undo };
  const menu = Menu.buildFromTemplate(menuTemplate(process.platform, paused, all));
  Menu.setApplicationMenu(menu);
  return (nowPaused) => {
    const item = menu.getMenuItemById(PAUSE_ITEM);
    if (item) item.checked = nowPaused;
  };

  function undo(inWindow: boolean): void {
    // The name field of macOS's save dialog has an undo of its own.
    if (process.platform === 'darwin' && !inWindow) Menu.sendActionToFirstResponder('undo:');
    else actions.undo();
  }
}
