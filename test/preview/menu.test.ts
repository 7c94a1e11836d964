import { expect, test } from 'vitest';
import { Menu } from '../../preview/electron/menu.ts';

test('a clicked check box is flipped before the app learns of the click', () => {
  const checked: boolean[] = [];
  const menu = Menu.buildFromTemplate([
    { id: 'pause', type: 'checkbox', label: 'Pause', click: (item) => checked.push(item.checked) },
  ]);
  const item = menu.getMenuItemById('pause');
  item?.click({});
  item?.click({});
  expect(checked).toEqual([true, false]);
});

test('a menu can be built from items as well as from their options', () => {
  const [made] = Menu.buildFromTemplate([{ label: 'Made' }]).items;
  expect(Menu.buildFromTemplate(made ? [made] : []).items).toEqual([made]);
});
