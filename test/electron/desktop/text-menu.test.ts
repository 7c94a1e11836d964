import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Menu } from '../../../preview/electron/menu.ts';
import { beginWithPage, closeWindows, openUnpainted } from './main-window-under-test.ts';

vi.mock('electron', () => import('../../../preview/electron/index.ts'));

beforeAll(beginWithPage);
afterEach(closeWindows);

const NOTHING = {
  canUndo: false,
  canRedo: false,
  canCut: false,
  canCopy: false,
  canPaste: false,
  canDelete: false,
  canSelectAll: false,
  canEditRichly: false,
};

/** The menus that a right-click, or the menu key, opens in the window. */
async function menusOf(params: Partial<Electron.ContextMenuParams>) {
  const popup = vi.spyOn(Menu.prototype, 'popup');
  const { window } = await openUnpainted();
  const all = { isEditable: false, selectionText: '', editFlags: NOTHING, frame: null, x: 40, y: 60 };
  window.webContents.emit('context-menu', {}, { menuSourceType: 'mouse', ...all, ...params });
  return popup.mock.contexts.map((menu, index) => ({
    options: popup.mock.calls[index]?.[0],
    items: (menu as Electron.Menu).items
      .filter(({ type }) => type !== 'separator')
      .map(({ role, enabled }) => [role, enabled]),
    window,
  }));
}

test('a right-click in a text field offers what can be done with its text', async () => {
  const editFlags = { ...NOTHING, canCut: true, canCopy: true, canPaste: true };
  const [menu, ...others] = await menusOf({ isEditable: true, editFlags });
  expect(others).toEqual([]);
  expect(menu?.items).toEqual([
    ['undo', false],
    ['redo', false],
    ['cut', true],
    ['copy', true],
    ['paste', true],
    ['selectAll', false],
  ]);
  expect(menu?.options).toEqual({ window: menu?.window });
});

test('the menu key opens the menu at the text, not at the pointer', async () => {
  const [menu] = await menusOf({ isEditable: true, menuSourceType: 'keyboard' });
  expect(menu?.options).toEqual({ window: menu?.window, x: 40, y: 60 });
});

test('selected text elsewhere can be copied, and anything else has no menu', async () => {
  const [menu] = await menusOf({ selectionText: '+44 20 7946 0958' });
  expect(menu?.items).toEqual([['copy', true]]);
  vi.restoreAllMocks();
  expect(await menusOf({ selectionText: ' ' })).toEqual([]);
});
