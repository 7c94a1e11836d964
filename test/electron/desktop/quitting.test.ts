import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  process.removeAllListeners('SIGTERM');
  process.removeAllListeners('SIGHUP');
});

interface Given {
  readonly waitingCount?: () => Promise<number>;
  readonly wouldLoseAll?: () => boolean;
  readonly close?: () => Promise<void>;
  readonly installing?: boolean;
}

/** The answer that a sign-in waits for. */
const AWAITED = 'app.callboard:/oauth/callback?code=1&state=s';
const LINK = 'app.callboard:/requests/1';

/** A fresh app with a window; `happened` holds what it did, in order. */
async function startApp({
  waitingCount = async () => 0,
  wouldLoseAll = () => false,
  close = async () => undefined,
  installing = false,
}: Given = {}) {
  vi.resetModules();
  vi.doMock('electron', () => import('../../../preview/electron/index.ts'));
  const { beginElectron } = await import('../../security/electron-under-preview.ts');
  (await beginElectron()).becomeReady();
  const { appEvents, appLife } = await import('../../../preview/electron/app-life.ts');
  const { previewEvent } = await import('../../../preview/electron/preview-event.ts');
  const { BrowserWindow } = await import('../../../preview/electron/browser-window.ts');
  const { dialog } = await import('../../../preview/electron/dialog.ts');
  const system = await import('../../../preview/electron/system-events.ts');
  const { QuitQuestion } = await import('../../../electron/desktop/quitting.ts');
  const { endInOrder } = await import('../../../electron/desktop/quitting.ts');
  const { LateLaunches } = await import('../../../electron/desktop/deep-links.ts');
  const { DeepLinks } = await import('../../../electron/desktop/deep-links.ts');

  const happened: string[] = [];
  const { app } = await import('../../../preview/electron/app.ts');
  vi.spyOn(app, 'relaunch').mockImplementation((options) => {
    happened.push(`starts again with ${JSON.stringify(options?.args?.slice(-2))}`);
  });
  const exited = Promise.withResolvers<void>();
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    happened.push(`exit ${code}`);
    exited.resolve();
    return undefined as never;
  });
  for (const name of ['before-quit', 'window-all-closed', 'will-quit', 'quit'] as const) {
    appEvents.prependListener(name, () => happened.push(name));
  }
  const lateLaunches = new LateLaunches();
  const question = new QuitQuestion({
    waitingCount,
    wouldLoseAll,
    window: () => undefined,
    keepOpen: () => happened.push('kept open'),
  });
  const endWork = endInOrder({
    question,
    close: async () => {
      happened.push('work ends');
      await close();
      happened.push('work ended');
    },
    onSystemEnd: (how) => {
      lateLaunches.drop();
      happened.push(how);
    },
    onTrouble: (error) => happened.push(String(error)),
  });
  lateLaunches.watch({
    isQuitting: () => question.isQuitting,
    takeReturnAddress: (address) => address === AWAITED,
    isInstalling: () => installing,
  });
  const links = new DeepLinks();
  links.listen(
    () => happened.push('window shown'),
    (argv, link) => lateLaunches.take(argv, link),
  );
  links.deliverTo((link) => happened.push(`opens ${link}`));
  /** Starts the app once more, as the single-instance lock reports it. */
  const start = (...argv: string[]): void => {
    appEvents.emit('second-instance', previewEvent({}), ['callboard', ...argv], '/', null);
  };
  const window = new BrowserWindow();
  const answer = Promise.withResolvers<number>();
  const asked = vi.spyOn(dialog, 'showMessageBox').mockImplementation((...args) => {
    const { signal, cancelId = 0 } = args.at(-1) as Electron.MessageBoxOptions;
    signal?.addEventListener('abort', () => answer.resolve(cancelId));
    return answer.promise.then((response) => ({ response, checkboxChecked: false }));
  });
  return { appEvents, appLife, start, system, endWork, window, happened, exited, answer, asked };
}

test.each(['quit', 'quitNatively'] as const)('the app quits once its work has ended (%s)', async (quit) => {
  const { appLife, happened, exited } = await startApp();
  setImmediate(appLife[quit]);
  await exited.promise;
  expect(happened).toEqual([
    ...['before-quit', 'before-quit', 'will-quit', 'work ends', 'work ended'],
    ...['before-quit', 'will-quit', 'quit', 'exit 0'],
  ]);
});

test('quitting without the data folder asks, even with nothing waiting, and says that everything would be lost', async () => {
  const { appLife, happened, answer, asked } = await startApp({
    waitingCount: () => Promise.reject(new Error('The data folder is gone.')),
    wouldLoseAll: () => true,
  });
  setImmediate(appLife.quitNatively);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  expect(asked.mock.calls[0]?.at(-1)).toMatchObject({
    message: "Callboard's data folder is gone. If you quit now, everything in it is lost.",
    defaultId: 1,
  });
  answer.resolve(1);
  await vi.waitFor(() => expect(happened.at(-1)).toBe('kept open'));
});

test('quitting twice asks once, and a closed question keeps the app open', async () => {
  const { appLife, happened, answer, asked, window } = await startApp({ waitingCount: async () => 2 });
  setImmediate(appLife.quitNatively);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  setImmediate(appLife.quitNatively);
  await nextTurn();
  answer.resolve(1);
  await vi.waitFor(() => expect(happened.at(-1)).toBe('kept open'));
  expect(asked).toHaveBeenCalledOnce();
  expect(happened).toEqual(['before-quit', 'before-quit', 'kept open']);
  expect(window.isDestroyed()).toBe(false);
});

test('a second quit while the work ends does not wait for it', async () => {
  const { appLife, happened, exited } = await startApp({ close: () => new Promise(() => undefined) });
  appLife.quit();
  await vi.waitFor(() => expect(happened.at(-1)).toBe('work ends'));
  appLife.quit();
  await exited.promise;
  expect(happened.slice(-4)).toEqual(['before-quit', 'will-quit', 'quit', 'exit 0']);
});

test('work that never ends holds up the quit for half a minute', async () => {
  const { appLife, happened, exited } = await startApp({ close: () => new Promise(() => undefined) });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  appLife.quit();
  while (happened.at(-1) !== 'work ends') await nextTurn();
  vi.advanceTimersByTime(29_999);
  await nextTurn();
  expect(happened.at(-1)).toBe('work ends');
  vi.advanceTimersByTime(1);
  await exited.promise;
  expect(happened.slice(-5)).toEqual([
    'Error: The work has not ended within 30000 ms.',
    ...['before-quit', 'will-quit', 'quit', 'exit 0'],
  ]);
});

test('a session that ends with an open question quits in order and takes the question back', async () => {
  const ended = Promise.withResolvers<void>();
  const { appLife, system, happened, exited, asked } = await startApp({
    waitingCount: async () => 1,
    close: () => ended.promise,
  });
  setImmediate(appLife.quitNatively);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  system.endSession();
  // Electron would have exited already, had the app not begun to quit.
  expect(happened).toEqual(['before-quit', 'session_end', 'work ends', 'before-quit']);
  await nextTurn();
  await nextTurn();
  ended.resolve();
  await exited.promise;
  expect(happened.slice(4)).toEqual([
    'will-quit',
    'work ended',
    'before-quit',
    'will-quit',
    'quit',
    'exit 0',
  ]);
  expect(happened).not.toContain('kept open');
});

test('a session that ends while the app quits does not cut its work short', async () => {
  const ended = Promise.withResolvers<void>();
  const { appLife, system, happened, exited } = await startApp({ close: () => ended.promise });
  appLife.quit();
  await vi.waitFor(() => expect(happened.at(-1)).toBe('work ends'));
  system.shutDown();
  ended.resolve();
  await exited.promise;
  expect(happened.slice(-6)).toEqual([
    'shutdown',
    'work ended',
    'before-quit',
    'will-quit',
    'quit',
    'exit 0',
  ]);
});

test('the stand-in ends an app that does not react to the end of the session', async () => {
  const { system, appEvents, happened } = await startApp();
  appEvents.removeAllListeners('browser-window-created');
  const [window] = (await import('../../../preview/electron/window-registry.ts')).openWindows();
  window?.removeAllListeners('session-end');
  system.endSession();
  expect(happened).toEqual(['exit 0']);
});

test('a shutdown and a signal do not ask about waiting submissions, and a shutdown is given the time to quit', async () => {
  const shutdown = await startApp({ waitingCount: async () => 1 });
  expect(shutdown.system.shutDown()).toBe(true);
  await shutdown.exited.promise;
  expect(shutdown.asked).not.toHaveBeenCalled();
  expect(shutdown.happened).toEqual([
    'shutdown',
    'work ends',
    'before-quit',
    'work ended',
    'will-quit',
    'quit',
    'exit 0',
  ]);
  vi.restoreAllMocks();
  process.removeAllListeners('SIGTERM');

  const signal = await startApp({ waitingCount: async () => 1 });
  process.emit('SIGTERM');
  process.emit('SIGTERM');
  await signal.exited.promise;
  expect(signal.asked).not.toHaveBeenCalled();
  expect(signal.happened.filter((name) => name === 'signal')).toHaveLength(1);
});

test('an update that ends the work first is not held up by the question', async () => {
  const { appLife, endWork, window, happened, exited, asked } = await startApp({
    waitingCount: async () => 1,
  });
  await endWork();
  // Squirrel closes the windows before it quits.
  window.destroy();
  setImmediate(appLife.quitNatively);
  await exited.promise;
  expect(asked).not.toHaveBeenCalled();
  expect(happened.filter((name) => name === 'will-quit')).toHaveLength(1);
});

test('if nobody can say how much waits, the app quits', async () => {
  const { appLife, happened, exited } = await startApp({
    waitingCount: () => Promise.reject(new Error('database is locked')),
  });
  setImmediate(appLife.quitNatively);
  await exited.promise;
  expect(happened.at(-1)).toBe('exit 0');
});

test.for([
  ['a link', [['--', LINK]], [`starts again with ["--","${LINK}"]`]],
  ['a second start', [[]], ['starts again with []']],
  [
    'several, of which the newest link counts',
    [['--', AWAITED.replace('=s', '=t')], ['--', LINK], []],
    [`starts again with ["--","${LINK}"]`],
  ],
  ['the answer a sign-in waits for, which is taken at once', [['--', AWAITED]], ['starts again with []']],
  ['the start at login', [['--hidden']], []],
] as const)('while the app quits, %s is kept for the next start', async ([, launches, again]) => {
  const ended = Promise.withResolvers<void>();
  const { appLife, start, happened, exited } = await startApp({ close: () => ended.promise });
  process.argv = ['callboard'];
  appLife.quit();
  await vi.waitFor(() => expect(happened.at(-1)).toBe('work ends'));
  for (const argv of launches) start(...argv);
  ended.resolve();
  await exited.promise;
  expect(happened.slice(happened.indexOf('work ends'))).toEqual([
    ...['work ends', 'work ended', 'before-quit', 'will-quit', 'quit'],
    ...again,
    'exit 0',
  ]);
});

test.for(['session', 'update'] as const)('a link is not kept when the %s ends the app', async (why) => {
  const ended = Promise.withResolvers<void>();
  const given = { close: () => ended.promise, installing: why === 'update' };
  const { appLife, start, system, happened, exited } = await startApp(given);
  appLife.quit();
  await vi.waitFor(() => expect(happened.at(-1)).toBe('work ends'));
  start('--', LINK);
  if (why === 'session') system.shutDown();
  ended.resolve();
  await exited.promise;
  expect(happened.filter((what) => what.startsWith('starts again'))).toEqual([]);
});

test('a link that comes while the question is open is opened, and not once more after quitting', async () => {
  const { appLife, start, happened, exited, answer, asked } = await startApp({ waitingCount: async () => 1 });
  setImmediate(appLife.quitNatively);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  start('--', LINK);
  answer.resolve(0);
  await exited.promise;
  expect(happened.filter((what) => what.startsWith('opens') || what.startsWith('starts'))).toEqual([
    `opens ${LINK}`,
  ]);
});
