import { EventEmitter } from 'node:events';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, test, vi } from 'vitest';
import * as inside from '../e2e/driver/inside-electron.ts';

class Tray {
  setContextMenu(): void {}
  setToolTip(): void {}
  destroy(): void {}
}

class Notification extends EventEmitter {
  readonly title: string;
  readonly body = '';
  static isSupported(): boolean {
    return false;
  }
  constructor({ title }: { title: string }) {
    super();
    this.title = title;
  }
  show(): void {
    throw new Error('This would show a real notification.');
  }
}

const electron = {
  app: Object.assign(new EventEmitter(), { setPath: vi.fn(), getBadgeCount: () => 2 }),
  BrowserWindow: { getAllWindows: () => [{ isVisible: () => true }] },
  dialog: {} as Record<string, (options: object) => Promise<unknown>>,
  shell: {} as Record<string, (address: string) => Promise<void>>,
  Notification,
  Tray,
};
const context = Object.assign(Object.create(null), { console });
context.globalThis = context;

/** Runs a function as Playwright does: by its text, in another world, with the module and one argument. */
function run<Answer>(work: (electron: never, argument: never) => Answer, argument?: unknown): Answer {
  return runInNewContext(`(${String(work)})`, context)(electron, argument);
}

beforeEach(() => {
  run(inside.recordOpenedAddresses);
  run(inside.recordDesktop);
});

test('addresses for the browser are recorded instead of opened', async () => {
  await electron.shell['openExternal']?.('https://example.com');
  expect(runInNewContext('globalThis.openedAddresses', context)).toEqual(['https://example.com']);
});

test('dialogs answer by rules and wait for nobody', async () => {
  run(inside.answerDialogs, { folder: '/data', openFile: '/data/ca.pem' });
  const answer = (name: string, options: object) => electron.dialog[name]?.(options);
  expect(await answer('showSaveDialog', { defaultPath: '/data/a.csv' })).toMatchObject({
    canceled: false,
    filePath: '/data/a.csv',
  });
  expect(await answer('showOpenDialog', {})).toMatchObject({ filePaths: ['/data/ca.pem'] });
  expect(await answer('showMessageBox', { buttons: ['Quit', 'Keep'], defaultId: 1 })).toMatchObject({
    response: 1,
  });
  run(inside.answerDialogs, { folder: '/data', openFile: undefined });
  expect(await answer('showOpenDialog', {})).toMatchObject({ canceled: true });
  expect(electron.app.setPath).toHaveBeenCalledWith('downloads', '/data');
});

test('notifications and the tray menu are seen and clicked; what is not there is an error', () => {
  expect(Notification.isSupported()).toBe(true);
  const clicked = vi.fn();
  const notification = new Notification({ title: 'Screening completed' });
  notification.on('click', clicked);
  notification.show();
  const chosen = vi.fn();
  const tray = new Tray();
  const items = [
    { label: 'Open Callboard', type: 'normal', enabled: true, click: chosen },
    { label: '', type: 'separator' },
  ];
  Reflect.apply(tray.setContextMenu, tray, [{ items }]);
  Reflect.apply(tray.setToolTip, tray, ['Callboard']);
  expect(run(inside.desktopSnapshot)).toEqual({
    windowVisible: true,
    badge: 2,
    notifications: [{ title: 'Screening completed', body: '' }],
    tray: { toolTip: 'Callboard', items: ['Open Callboard'] },
  });
  run(inside.clickNotification, 'Screening completed');
  run(inside.clickTrayItem, 'Open Callboard');
  expect(clicked).toHaveBeenCalledOnce();
  expect(chosen).toHaveBeenCalledOnce();
  expect(() => run(inside.clickNotification, 'Another')).toThrow('There is no notification');
  expect(() => run(inside.clickTrayItem, 'Another')).toThrow('no enabled item');
  tray.destroy();
  expect(run(inside.desktopSnapshot)).toMatchObject({ tray: null });
});

test('a link reaches the app as the event of macOS', () => {
  const opened = vi.fn();
  electron.app.once('open-url', (_event, link) => opened(link));
  run(inside.emitOpenUrl, 'app.callboard:/new');
  expect(opened).toHaveBeenCalledWith('app.callboard:/new');
});
