import { type BrowserWindow, type ContextMenuParams, Menu, type MenuItemConstructorOptions } from 'electron';

/** Shows the usual menu on a right-click, or the menu key, in a text field or on selected text. Electron shows none by itself. */
export function showTextMenu(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, params) => {
    const template = textMenu(params);
    if (template.length === 0) return;
    const { frame, menuSourceType, x, y } = params;
    Menu.buildFromTemplate(template).popup({
      window,
      ...(frame && { frame }),
      // By default, a menu opens at the pointer, which isn't where the keyboard is.
      ...(menuSourceType === 'keyboard' && { x, y }),
    });
  });
}

/** The menu of what was clicked; empty where there is no text to work on. */
function textMenu({ isEditable, selectionText, editFlags }: ContextMenuParams): MenuItemConstructorOptions[] {
  if (!isEditable) return selectionText.trim() === '' ? [] : [{ role: 'copy' }];
  return [
    { role: 'undo', enabled: editFlags.canUndo },
    { role: 'redo', enabled: editFlags.canRedo },
    { type: 'separator' },
    { role: 'cut', enabled: editFlags.canCut },
    { role: 'copy', enabled: editFlags.canCopy },
    { role: 'paste', enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', enabled: editFlags.canSelectAll },
  ];
}
