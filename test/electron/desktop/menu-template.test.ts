import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, test } from 'vitest';
import { menuTemplate } from '../../../electron/desktop/menu-template.ts';
import { parseKeys, SHORTCUTS } from '../../../renderer/parts/shortcuts.ts';
import { aliasedSettingsPath, SETTINGS_PART_LIST } from '../../../renderer/routes/settings-parts.ts';

const notices: unknown[] = [];
const undone: boolean[] = [];
const actions = {
  go: (notice: unknown) => notices.push(notice),
  setPaused: () => {},
  reload: () => {},
  undo: (inWindow: boolean) => void undone.push(inWindow),
  showAbout: () => {},
};

function items(menu: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return menu.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])]);
}

/** Labels of the menu bar; roles for the menus without a label. */
function bar(platform: NodeJS.Platform): string[] {
  return menuTemplate(platform, false, actions).map(
    ({ label, role }) => label?.replace('&', '') ?? role ?? '',
  );
}

describe('the native menu', () => {
  test("has each platform's standard menus and items", () => {
    expect(bar('darwin')).toEqual(['Callboard', 'File', 'Edit', 'View', 'Go', 'windowMenu', 'help']);
    expect(bar('win32')).toEqual(['File', 'Edit', 'View', 'Go', 'windowMenu', 'help']);
    expect(bar('linux')).toEqual(bar('win32'));
    const [callboard] = menuTemplate('darwin', false, actions);
    const own = items(callboard ? [callboard] : []).map(({ label, role }) => role ?? label);
    expect(own).toEqual(
      expect.arrayContaining(['About Callboard', 'Settings…', 'services', 'hide', 'hideOthers', 'quit']),
    );
    const windows = items(menuTemplate('win32', false, actions));
    expect(windows.map(({ label, role }) => role ?? label)).toEqual(
      expect.arrayContaining(['quit', 'About Callboard', 'Check for updates…']),
    );
    expect(windows.some(({ role }) => role === 'services' || role === 'hide')).toBe(false);
  });

  test.each(['darwin', 'win32', 'linux'] as const)(
    'has unique labels and keys on %s, and shares only the keys of the palette and Undo with the page',
    (platform) => {
      const all = items(menuTemplate(platform, false, actions));
      const labels = all.flatMap(({ label }) => label ?? []);
      expect(new Set(labels).size).toBe(labels.length);
      const keys = all.flatMap(({ accelerator }) => (typeof accelerator === 'string' ? accelerator : []));
      expect(new Set(keys).size).toBe(keys.length);
      // The page binds keys with Ctrl or Cmd, too. Only the same action may share a key.
      const page = Object.entries(SHORTCUTS).flatMap(([id, { keys: pressed }]) =>
        parseKeys(pressed).flatMap((way) => (way.length === 1 ? [[way[0]?.join('+'), id] as const] : [])),
      );
      const shared = page.filter(([pressed]) => keys.includes((pressed ?? '').replace('mod', 'CmdOrCtrl')));
      expect(shared.map(([, id]) => id)).toEqual(['palette', 'undo']);
      for (const key of keys) expect(key).toMatch(/^CmdOrCtrl\+/);
    },
  );

  test('reloads the window by name only, because a key pressed by mistake would lose what was typed', () => {
    let reloads = 0;
    const menu = menuTemplate('win32', false, { ...actions, reload: () => (reloads += 1) });
    const view = menu.find(({ label }) => label === '&View');
    const [reload] = items(view ? [view] : []).filter(({ label }) => label === 'Reload window…');
    if (reload?.click) Reflect.apply(reload.click, undefined, []);
    expect(reloads).toBe(1);
    expect(reload?.accelerator).toBeUndefined();
    expect(items(menu).some(({ role }) => role === 'reload' || role === 'forceReload')).toBe(false);
  });

  test('has the items of a usual Edit menu, and its Undo is the page’s, whose key only macOS leaves to the menu', () => {
    undone.length = 0;
    for (const platform of ['darwin', 'win32', 'linux'] as const) {
      const edit = menuTemplate(platform, false, actions).find(({ label }) => label === '&Edit');
      const [undo, ...others] = items(edit && Array.isArray(edit.submenu) ? edit.submenu : []);
      const roles = others.flatMap(({ role }) => role ?? []);
      expect(roles).toEqual(expect.arrayContaining(['redo', 'cut', 'copy', 'paste', 'delete', 'selectAll']));
      expect(undo).toMatchObject({ label: 'Undo', accelerator: 'CmdOrCtrl+Z' });
      expect(undo?.registerAccelerator).toBe(platform === 'darwin' ? undefined : false);
      for (const window of [{}, undefined]) {
        if (undo?.click) Reflect.apply(undo.click, undefined, [{}, window, {}]);
      }
    }
    expect(undone).toEqual([true, false, true, false, true, false]);
  });

  test('links only to settings pages that exist', () => {
    notices.length = 0;
    for (const item of items(menuTemplate('linux', false, actions))) {
      if (item.click && item.type !== 'checkbox') Reflect.apply(item.click, undefined, []);
    }
    const paths = notices.flatMap((notice) =>
      typeof notice === 'object' && notice !== null && 'path' in notice ? [String(notice.path)] : [],
    );
    const settings = paths.flatMap((path) => /^\/settings(\/.*)$/.exec(path)?.[1] ?? []);
    expect(settings.length).toBeGreaterThan(1);
    const pages = SETTINGS_PART_LIST.map(({ path }): string => path);
    expect(settings.filter((path) => !pages.includes(path) && aliasedSettingsPath(path) === null)).toEqual(
      [],
    );
  });

  test('shows whether sending is paused', () => {
    const paused = (state: boolean) =>
      items(menuTemplate('linux', state, actions)).find(({ label }) => label === 'Pause sending');
    expect(paused(true)?.checked).toBe(true);
    expect(paused(false)?.checked).toBe(false);
  });
});
