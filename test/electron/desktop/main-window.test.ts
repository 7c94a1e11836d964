import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { WindowStateStore } from '../../../electron/desktop/window-state-store.ts';
import { openWindows } from '../../../preview/electron/window-registry.ts';
import { temporaryFolder } from '../../temp-folder.ts';
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

test('closing a window before its page has loaded is not a failure', async () => {
  failNextLoad((window) => window.destroy());
  await expect(mainWindow().show()).resolves.toBeUndefined();
});

test('a page that does not load in an open window is a failure', async () => {
  failNextLoad(() => undefined);
  await expect(mainWindow().show()).rejects.toThrow('ERR_FAILED');
});

test('on Linux, a loaded page shows a window that never becomes ready to show', async () => {
  const { window } = await openUnpainted();
  expect(window.isVisible()).toBe(false);
  window.webContents.emit('did-finish-load');
  expect(window.isVisible()).toBe(process.platform === 'linux');
});

test('every window is shown after two seconds, once and only if it is still open', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { window } = await openUnpainted();
  vi.advanceTimersByTime(1999);
  expect(window.isVisible()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(window.isVisible()).toBe(true);
  window.hide();
  window.emit('ready-to-show');
  window.webContents.emit('did-finish-load');
  expect(window.isVisible()).toBe(false);

  window.destroy();
  const { window: closed } = await openUnpainted();
  const show = vi.spyOn(closed, 'show');
  closed.close();
  closed.emit('ready-to-show');
  vi.advanceTimersByTime(5000);
  expect(show).not.toHaveBeenCalled();
});

test('a maximized, full-screen window becomes so when it is shown, and stays so if it is closed before', async () => {
  const memory = new WindowStateStore(temporaryFolder(), () => undefined);
  memory.save({ maximized: true, fullScreen: true });
  const { window: never } = await openUnpainted({ memory });
  never.close();
  expect(memory.get()).toMatchObject({ maximized: true, fullScreen: true });
  never.destroy();

  const { main, window } = await openUnpainted({ memory });
  expect([window.isMaximized(), window.isFullScreen()]).toEqual([false, false]);
  await main.show();
  expect([window.isMaximized(), window.isFullScreen(), window.isVisible()]).toEqual([true, true, true]);
});

test('a page is zoomed only once it is loaded and its window is shown', async () => {
  const memory = new WindowStateStore(temporaryFolder(), () => undefined);
  memory.save({ zoom: 1.5 });
  const { main, window } = await openUnpainted({ memory });
  // On Linux this shows the window.
  vi.stubGlobal('process', Object.create(process, { platform: { value: 'win32' } }));
  const { main: onWindows, window: hidden } = await openUnpainted({ memory });
  hidden.webContents.emit('did-finish-load');
  await nextTurn();
  expect([hidden.isVisible(), hidden.webContents.getZoomLevel()]).toEqual([false, 0]);
  await onWindows.show();
  await nextTurn();
  expect(hidden.webContents.getZoomLevel()).toBe(1.5);

  await main.show();
  await nextTurn();
  expect(window.webContents.getZoomLevel()).toBe(0);
  window.webContents.emit('did-finish-load');
  await nextTurn();
  expect(window.webContents.getZoomLevel()).toBe(1.5);
});

test('a quitting app opens and shows no window', async () => {
  let quitting = true;
  const main = mainWindow({ isQuitting: () => quitting });
  await main.show();
  await main.navigate({ kind: 'page', path: '/outbox' });
  expect(openWindows()).toEqual([]);
  quitting = false;
  await main.show();
  expect(openWindows()).toHaveLength(1);
});

test('tells when the page is gone: its process ended, it is reloaded, or the window is closed', async () => {
  let ends = 0;
  const { window } = await openUnpainted({ onPageEnd: () => (ends += 1) });
  const before = ends;
  window.webContents.forcefullyCrashRenderer();
  // Its end reloads the page, which ends it as well.
  await vi.waitFor(() => expect(ends).toBe(before + 2));
  window.destroy();
  expect(ends).toBe(before + 3);
});

test('a window that is asked for while its closing waits for an answer stays open and shown', async () => {
  for (const hides of [true, false]) {
    const answer = Promise.withResolvers<boolean>();
    const { main, window } = await openUnpainted({ hidesOnClose: () => answer.promise });
    await main.show();
    window.close();
    await main.show();
    answer.resolve(hides);
    await nextTurn();
    expect([window.isDestroyed(), !window.isDestroyed() && window.isVisible()]).toEqual([false, true]);
  }
});
