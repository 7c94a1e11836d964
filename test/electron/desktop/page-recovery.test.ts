import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { MainWindowOptions } from '../../../electron/desktop/main-window.ts';
import type { BrowserWindow } from '../../../preview/electron/browser-window.ts';
import { dialog } from '../../../preview/electron/dialog.ts';
import { openWindows } from '../../../preview/electron/window-registry.ts';
import {
  beginWithPage,
  closeWindows,
  failNextLoad,
  mainWindow,
  openUnpainted,
} from './main-window-under-test.ts';

vi.mock('electron', () => import('../../../preview/electron/index.ts'));

beforeAll(beginWithPage);
afterEach(closeWindows);

/** Opens a window and loads its page; `sent` holds what main sends to it. */
async function openLoaded(options: Partial<MainWindowOptions> = {}) {
  const reloads: string[] = [];
  const { main, window } = await openUnpainted({ onReload: (cause) => reloads.push(cause), ...options });
  const sent: unknown[] = [];
  vi.spyOn(window.webContents, 'send').mockImplementation((_channel, notice) => void sent.push(notice));
  window.webContents.emit('did-finish-load');
  return { main, window, reloads, sent };
}

/** Ends the page's process, and waits until the app knows. */
async function endPage(window: BrowserWindow): Promise<void> {
  window.webContents.forcefullyCrashRenderer();
  await nextTurn();
}

/** Stands for a person who chooses this button in every dialog; collects the dialogs' messages. */
function choose(button: string): string[] {
  const messages: string[] = [];
  vi.spyOn(dialog, 'showMessageBox').mockImplementation(async (...args) => {
    const { message, buttons = [] } = args.at(-1) as Electron.MessageBoxOptions;
    messages.push(message);
    return { response: buttons.indexOf(button), checkboxChecked: false };
  });
  return messages;
}

test('a page whose process ends while it loads is loaded anew', async () => {
  failNextLoad((window) => {
    vi.mocked(window.loadURL).mockResolvedValue(undefined);
    window.webContents.forcefullyCrashRenderer();
  });
  await mainWindow().show();
  await nextTurn();
  expect(openWindows()[0]?.loadURL).toHaveBeenCalledTimes(2);
});

test('a page whose process ended is reloaded and told so, with the notices that came meanwhile', async () => {
  const { main, window, reloads, sent } = await openLoaded();
  const reload = vi.spyOn(window.webContents, 'reload');
  window.webContents.setZoomLevel(2);
  await endPage(window);
  expect(reload).toHaveBeenCalledOnce();
  expect(reloads).toEqual(['page_gone']);
  main.send({ kind: 'page', path: '/outbox' });
  expect(sent).toEqual([]);
  window.webContents.emit('did-finish-load');
  expect(sent).toEqual([{ kind: 'page_reloaded' }, { kind: 'page', path: '/outbox' }]);
  expect(window.webContents.getZoomLevel()).toBe(2);
});

test('a notice during a reload waits for the new page', async () => {
  const { main, window, sent } = await openLoaded();
  window.webContents.reload();
  main.send({ kind: 'page', path: '/outbox' });
  expect(sent).toEqual([]);
  window.webContents.emit('did-finish-load');
  expect(sent).toEqual([{ kind: 'page', path: '/outbox' }]);
});

test('a page that keeps ending is reloaded three times within ten minutes, then a person decides', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const messages = choose('Reload');
  const { window, reloads } = await openLoaded();
  for (let minute = 0; minute < 3; minute += 1) {
    now = minute * 60_000;
    await endPage(window);
  }
  expect(reloads).toEqual(['page_gone', 'page_gone', 'page_gone']);
  now = 10 * 60_000;
  await endPage(window);
  expect(reloads).toHaveLength(4);
  expect(messages).toEqual([]);
  now += 1000;
  await endPage(window);
  await nextTurn();
  expect(messages).toEqual(["Callboard's window keeps failing."]);
  expect(reloads.at(-1)).toBe('person');
  await endPage(window);
  expect(reloads.at(-1)).toBe('page_gone');
});

test('notices wait while a person decides what to do with a page that keeps ending', async () => {
  const answered = Promise.withResolvers<{ response: number; checkboxChecked: boolean }>();
  vi.spyOn(dialog, 'showMessageBox').mockReturnValue(answered.promise);
  const { main, window, sent } = await openLoaded();
  for (let time = 0; time < 3; time += 1) await endPage(window);
  window.webContents.emit('did-finish-load');
  await endPage(window);
  sent.length = 0;
  main.send({ kind: 'page', path: '/outbox' });
  expect(sent).toEqual([]);
  answered.resolve({ response: 0, checkboxChecked: false });
  await nextTurn();
  window.webContents.emit('did-finish-load');
  expect(sent).toEqual([{ kind: 'page', path: '/outbox' }]);
});

test('a page is not reloaded when its process ends because the window closes or the app quits', async () => {
  const closing = await openLoaded();
  closing.window.emit('close', { defaultPrevented: false, preventDefault: () => undefined });
  await endPage(closing.window);
  closing.window.destroy();
  const quitting = await openLoaded({ isQuitting: () => openWindows()[0]?.webContents.isCrashed() === true });
  await endPage(quitting.window);
  const clean = await openLoaded();
  clean.window.webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 });
  expect([...closing.reloads, ...quitting.reloads, ...clean.reloads]).toEqual([]);
});

test('a person may reload a page that hangs, which ends its process first', async () => {
  const messages = choose('Reload');
  const { window, reloads } = await openLoaded();
  const end = vi.spyOn(window.webContents, 'forcefullyCrashRenderer');
  window.emit('unresponsive');
  window.emit('unresponsive');
  await vi.waitFor(() => expect(reloads).toEqual(['person']));
  expect(end).toHaveBeenCalledOnce();
  expect(messages).toEqual(["Callboard's window isn't responding."]);
});

test('the question about a page that hangs goes away when the page responds again', async () => {
  const { window, reloads } = await openLoaded();
  const signals: (AbortSignal | undefined)[] = [];
  const answered = Promise.withResolvers<{ response: number; checkboxChecked: boolean }>();
  vi.spyOn(dialog, 'showMessageBox').mockImplementation((...args) => {
    signals.push((args.at(-1) as Electron.MessageBoxOptions).signal);
    return answered.promise;
  });
  window.emit('unresponsive');
  window.emit('responsive');
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  // Chosen in the same moment.
  answered.resolve({ response: 1, checkboxChecked: false });
  await nextTurn();
  expect(reloads).toEqual([]);
});

test('a page that hangs does not keep its window from closing', async () => {
  const { window } = await openLoaded();
  window.emit('close', { defaultPrevented: false, preventDefault: () => undefined });
  window.emit('unresponsive');
  expect(window.isDestroyed()).toBe(true);
});

test('a person is asked before a page that works is reloaded, and not before one that ended', async () => {
  const messages = choose('Cancel');
  const { main, window, reloads } = await openLoaded();
  await main.reload();
  expect([messages, reloads]).toEqual([['Reload the window?'], []]);
  vi.spyOn(window.webContents, 'isCrashed').mockReturnValue(true);
  await main.reload();
  expect([messages.length, reloads]).toEqual([1, ['person']]);
});
