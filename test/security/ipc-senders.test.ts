import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { APP_ORIGIN, APP_PAGE } from '../../electron/desktop/app-protocol.ts';
import { registerCalls } from '../../electron/ipc/register-calls.ts';
import { BrowserWindow } from '../../preview/electron/browser-window.ts';
import { runInvoke } from '../../preview/electron/ipc-main.ts';
import { setFrameUrl } from '../../preview/electron/main-frame.ts';
import { invokeEvent } from '../../preview/electron/web-contents.ts';
import { CALL_PREFIX } from '../../shared/ipc/bridge.ts';
import { contract, type Handlers } from '../../shared/ipc/contract.ts';
import { CodedError, fail } from '../../shared/result.ts';
import { beginElectron } from './electron-under-preview.ts';

vi.mock('electron', () => import('../../preview/electron/index.ts'));

const channels = Object.entries(contract).flatMap(([group, calls]) =>
  Object.keys(calls).map((name) => `${group}.${name}`),
);
const run = vi.fn<(input: unknown) => unknown>();
const troubles: unknown[] = [];
let contents: BrowserWindow['webContents'];

/** Routes every call of every group to `run`. */
const everyHandler = new Proxy({}, { get: () => new Proxy({}, { get: () => run }) }) as Handlers;

const onFirstAnswer = vi.fn();

beforeAll(async () => {
  (await beginElectron()).becomeReady();
  const window = new BrowserWindow({ show: false });
  contents = window.webContents;
  registerCalls({
    origin: APP_ORIGIN,
    handlers: everyHandler,
    onTrouble: (error) => troubles.push(error),
    onFirstAnswer,
  });
});

beforeEach(() => {
  setFrameUrl(contents.mainFrame, APP_PAGE);
  troubles.length = 0;
  run.mockReset().mockReturnValue(null);
});

/** The result of a call whose event is like the page's own except for `changes`. */
const callFrom = (changes: object, channel = 'app.state', input?: unknown) =>
  runInvoke(
    Object.defineProperties(invokeEvent(contents), Object.getOwnPropertyDescriptors(changes)),
    CALL_PREFIX + channel,
    [input === undefined ? { $: 'undefined' } : input],
  );

const FORBIDDEN = {
  kind: 'result',
  value: { ok: false, error: expect.objectContaining({ code: 'forbidden' }) },
};

test('the first call that succeeds is reported, once', async () => {
  await callFrom({ senderFrame: null });
  run.mockRejectedValueOnce(new CodedError('internal'));
  await callFrom({});
  expect(onFirstAnswer).not.toHaveBeenCalled();
  await callFrom({});
  await callFrom({});
  expect(onFirstAnswer).toHaveBeenCalledOnce();
});

describe('a call is answered', () => {
  test("for the main frame of the app's own page, at any route", async () => {
    setFrameUrl(contents.mainFrame, `${APP_PAGE}#/requests`);
    expect(await callFrom({})).toMatchObject({ kind: 'result', value: { ok: true } });
  });
});

describe('a call is refused, on every channel, and nothing runs,', () => {
  const frame = (url: string) => ({ url, parent: null });

  test.each<[string, () => object]>([
    ['from a frame that has navigated away or is gone', () => ({ senderFrame: null })],
    [
      'from a frame inside the page',
      () => ({ senderFrame: { ...frame(APP_PAGE), parent: contents.mainFrame } }),
    ],
    ['from the main frame of another window', () => ({ senderFrame: frame(APP_PAGE) })],
    [
      'from a frame that was destroyed meanwhile',
      () => ({
        get senderFrame() {
          throw new Error('Render frame was disposed before WebFrameMain could be accessed');
        },
      }),
    ],
    [
      'from a window that was destroyed meanwhile',
      () => ({
        get sender() {
          throw new TypeError('Object has been destroyed');
        },
      }),
    ],
  ])('%s', async (_name, changes) => {
    for (const channel of channels) expect(await callFrom(changes(), channel)).toEqual(FORBIDDEN);
    expect(run).not.toHaveBeenCalled();
    expect(troubles).toEqual([]);
  });

  test.each([
    'https://example.com/',
    'app://callboard.example/index.html',
    'app://report/1.html',
    'app://callboard:1/index.html',
    'APP.callboard:/x',
    'file:///index.html',
    'about:blank',
    'data:text/html,x',
    'blob:app://callboard/1',
    '',
    'not an address',
  ])('from a page at %j', async (url) => {
    setFrameUrl(contents.mainFrame, url);
    for (const channel of channels) expect(await callFrom({}, channel)).toEqual(FORBIDDEN);
    expect(run).not.toHaveBeenCalled();
  });
});

describe('an error crosses as data', () => {
  test('an expected failure, with its code', async () => {
    run.mockImplementation(() => {
      throw new CodedError(fail('no_pdf', { reason: 'No PDF.' }));
    });
    expect(await callFrom({})).toMatchObject({ value: { ok: false, error: { code: 'no_pdf' } } });
  });

  test('any other error, without internals', async () => {
    run.mockImplementation(() => {
      throw new Error('secret at /home/robin/x.db');
    });
    const outcome = await callFrom({});
    expect(outcome).toMatchObject({ value: { ok: false, error: { code: 'internal' } } });
    expect(JSON.stringify(outcome)).not.toMatch(/secret|robin|stack/);
    expect(troubles).toHaveLength(1);
  });
});

test('a channel that is not in the contract does not exist', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  for (const channel of ['app.__proto__', '__proto__.constructor', 'app.quit', 'toString', '']) {
    expect(await runInvoke(invokeEvent(contents), CALL_PREFIX + channel, [])).toMatchObject({
      kind: 'failure',
    });
  }
  expect(run).not.toHaveBeenCalled();
});
