import { beforeAll, describe, expect, test } from 'vitest';
import {
  type PlatformException,
  platformExceptions,
  platformProblems,
} from '../../scripts/security/platform-members.ts';
import { type PlatformUse, platformUses } from '../../scripts/security/platform-uses.ts';

test("the app's source uses nothing of Electron where the system lacks it", () => {
  expect(platformProblems()).toEqual([]);
}, 120_000);

/** Sources that must be found, with the member. */
const FOUND: Readonly<Record<string, readonly [source: string, member: string]>> = {
  'a method': [`app.setUserTasks([]);`, 'App.setUserTasks'],
  'a method of an object of ours': [
    `export class Main { window: BrowserWindow | undefined; flash() { this.window?.setOverlayIcon(null, ''); } }`,
    'BrowserWindow.setOverlayIcon',
  ],
  'a method that is passed on': ['[1].forEach(app.setBadgeCount);', 'App.setBadgeCount'],
  'a property': ['app.dock?.setBadge("1");', 'App.dock'],
  'a property that is set': ['app.badgeCount = 1;', 'App.badgeCount'],
  'an event': [`powerMonitor.on('lock-screen', () => {});`, "PowerMonitor.on('lock-screen')"],
  'an event, listened to once': [`app.once('open-url', () => {});`, "App.once('open-url')"],
  'an option': ['new BrowserWindow({ vibrancy: "menu" });', 'BaseWindowConstructorOptions.vibrancy'],
  'an option in a nested array': [
    `Menu.buildFromTemplate([{ label: 'A', submenu: [{ label: 'B', toolTip: 'C' }] }]);`,
    'MenuItemConstructorOptions.toolTip',
  ],
  'a shorthand option': [
    `const vibrancy = 'menu' as const; new BrowserWindow({ vibrancy });`,
    'BaseWindowConstructorOptions.vibrancy',
  ],
  'a field of a result': [
    'export const { wasOpenedAtLogin } = app.getLoginItemSettings();',
    'LoginItemSettings.wasOpenedAtLogin',
  ],
  'a branch for the wrong system': [`if (process.platform === 'win32') app.dock?.bounce();`, 'App.dock'],
  'a branch for one system too many': [
    `if (process.platform !== 'linux') app.setUserTasks([]);`,
    'App.setUserTasks',
  ],
  'the other branch': [
    `if (process.platform === 'win32') app.quit(); else app.setUserTasks([]);`,
    'App.setUserTasks',
  ],
  'a condition that an alternative weakens': [
    `if (process.platform === 'win32' || app.isPackaged) app.setUserTasks([]);`,
    'App.setUserTasks',
  ],
  'a negated condition': [`if (!(process.platform === 'win32')) app.setUserTasks([]);`, 'App.setUserTasks'],
  'a use before the branch that leaves': [
    `export function f() { app.setUserTasks([]); if (process.platform !== 'win32') return; }`,
    'App.setUserTasks',
  ],
  'a branch that does not leave': [
    `export function f() { if (process.platform !== 'win32') app.quit(); app.setUserTasks([]); }`,
    'App.setUserTasks',
  ],
  'a variable that may change': [
    `let windows = process.platform === 'win32'; windows = true; if (windows) app.setUserTasks([]);`,
    'App.setUserTasks',
  ],
};

/** Sources that are fine. */
const FINE: Readonly<Record<string, string>> = {
  'an if': `if (process.platform === 'win32') app.setUserTasks([]);`,
  'an else': `if (process.platform !== 'win32') app.quit(); else app.setUserTasks([]);`,
  'a chain of ifs': `if (process.platform === 'linux') app.quit(); else if (process.platform !== 'darwin') app.setUserTasks([]);`,
  'a ternary': `process.platform === 'darwin' ? app.dock?.bounce() : undefined`,
  'both parts of a condition': `if (app.isPackaged && process.platform === 'win32') app.setUserTasks([]);`,
  'a short circuit': `process.platform === 'darwin' && app.dock?.bounce();`,
  'a short circuit of the opposite': `process.platform !== 'darwin' || app.dock?.bounce();`,
  'an early return': `export function f() { if (process.platform !== 'win32') { app.quit(); return; } app.setUserTasks([]); }`,
  'an early throw of both others': `export function f() { if (process.platform === 'linux') throw new Error(); if (process.platform === 'darwin') throw new Error(); app.setUserTasks([]); }`,
  'a constant': `const mac = process.platform === 'darwin'; if (mac) app.dock?.bounce();`,
  'a parameter': `export function f(platform: NodeJS.Platform) { return platform === 'win32' ? app.setUserTasks([]) : false; }`,
  'a function made in a branch': `if (process.platform === 'win32') app.on('ready', () => { app.setUserTasks([]); });`,
  'an event': `if (process.platform !== 'linux') powerMonitor.on('lock-screen', () => {});`,
  'another event of the same object': `powerMonitor.on('resume', () => {});`,
  'an option': `new BrowserWindow({ ...(process.platform === 'darwin' && { vibrancy: 'menu' as const }) });`,
  'a field of a result': `export const hidden = process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;`,
  'a member of the same name that is not of Electron': `export const { dock, status } = { dock: 1, status: 2 };`,
};

const fileOf = (kind: 'found' | 'fine', name: string) => `${kind}-${name.replaceAll(/\W+/g, '-')}.ts`;
const IMPORTS = `import { app, BrowserWindow, Menu, powerMonitor } from 'electron';\nexport type Used = [typeof app, BrowserWindow, Menu, typeof powerMonitor];\n`;

describe('a use without a branch is found, and one with a branch is not:', () => {
  let uses: readonly PlatformUse[];

  beforeAll(() => {
    uses = platformUses(
      Object.fromEntries([
        ...Object.entries(FOUND).map(([name, [source]]) => [fileOf('found', name), IMPORTS + source]),
        ...Object.entries(FINE).map(([name, source]) => [fileOf('fine', name), IMPORTS + source]),
      ]),
    );
  }, 120_000);

  const membersIn = (file: string): string[] =>
    uses.filter((use) => use.file === `electron/${file}`).map(({ member }) => member);

  test.each(Object.entries(FOUND))('found: %s', (name, [, member]) => {
    expect(membersIn(fileOf('found', name))).toContain(member);
  });

  test.each(Object.keys(FINE))('fine: %s', (name) => {
    expect(membersIn(fileOf('fine', name))).toEqual([]);
  });

  test('the line, the systems that have the member, and those where it is used', () => {
    const file = fileOf('found', 'a branch for one system too many');
    expect(uses.filter((use) => use.file === `electron/${file}`)).toEqual([
      {
        file: `electron/${file}`,
        line: 3,
        member: 'App.setUserTasks',
        on: ['win32'],
        usedOn: ['darwin', 'win32'],
      },
    ]);
  });
});

describe('the list of exceptions', () => {
  const use: PlatformUse = {
    file: 'electron/main.ts',
    line: 7,
    member: 'App.dock',
    on: ['darwin'],
    usedOn: ['darwin', 'linux', 'win32'],
  };
  const exception: PlatformException = { file: use.file, member: use.member, reason: 'Tested.' };

  test('excuses a use of that member in that file', () => {
    expect(platformProblems([use], [])).toEqual([
      'electron/main.ts:7 uses App.dock on darwin, linux, win32, and Electron has it on darwin only',
    ]);
    expect(platformProblems([use], [exception])).toEqual([]);
    expect(platformProblems([{ ...use, member: 'App.hide' }], [exception])).toHaveLength(2);
  });

  test('has no entry that is not needed any more, and a reason for each', () => {
    expect(platformProblems([], [exception])).toEqual(['electron/main.ts needs no exception for App.dock']);
    for (const { reason } of platformExceptions) expect(reason).toMatch(/^.{20,}\.$/);
  });
});
