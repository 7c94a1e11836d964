import { type Browser, chromium, type Page, type WebSocketRoute } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { headlessLaunchOptions } from '../e2e/driver/chromium.ts';
import { sharedPreview, startPreview, temporaryFolder } from './running-preview.ts';

const shared = sharedPreview();

declare global {
  interface Window {
    fixture: {
      invoke(channel: string, ...args: unknown[]): Promise<unknown>;
      say(text: string): void;
      socket(): void;
    };
  }
}

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch(headlessLaunchOptions());
}, 60_000);
afterAll(() => browser?.close());

/** The window's page, with the errors it logged. */
async function openPage(address: string, prepare: (page: Page) => Promise<void> = async () => {}) {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await prepare(page);
  await page.goto(address);
  return { page, errors };
}

test('runs the preload before the page, and transmits calls, results, errors and events', async () => {
  using folder = temporaryFolder();
  await using preview = startPreview(folder.path);
  const { page, errors } = await openPage(`${await preview.address()}#/somewhere`);
  await page.getByText(process.platform, { exact: true }).waitFor();

  const echoed = await page.evaluate(async () => {
    const sent = [undefined, new Date(5), new Uint8Array([7]), { deep: [null, Number.NaN] }];
    const came = (await window.fixture.invoke('echo', ...sent)) as typeof sent;
    return { came, isBytes: came[2] instanceof Uint8Array, isDate: came[1] instanceof Date };
  });
  expect(echoed).toMatchObject({ isBytes: true, isDate: true });
  expect(echoed.came[3]).toEqual({ deep: [null, Number.NaN] });

  await expect(page.evaluate(() => window.fixture.invoke('fail'))).rejects.toThrow(
    "Error invoking remote method 'fail': TypeError: not today",
  );
  await expect(page.evaluate(() => window.fixture.invoke('absent'))).rejects.toThrow(
    "Error invoking remote method 'absent': Error: No handler registered for 'absent'",
  );
  expect(await page.evaluate(() => window.fixture.invoke('sender'))).toEqual({
    url: 'app://callboard/index.html#/somewhere',
    origin: 'app://callboard',
    isMainFrame: true,
  });
  await page.evaluate(() => window.fixture.say('replied'));
  const notices = page.locator('#notices');
  for (const notice of ['loaded', 'replied']) await notices.filter({ hasText: notice }).waitFor();
  expect(await page.evaluate(() => Object.isFrozen(window.fixture))).toBe(true);
  expect(errors).toEqual([]);
  await preview.line('Window: focus');
  await page.close();
  await preview.line('Window: blur');
});

test("rejects unimplemented APIs in the page, and connections that the app's policy forbids", async () => {
  const preview = shared();
  const address = await preview.address();
  const { page } = await openPage(address);
  await expect(page.evaluate(() => window.fixture.socket())).rejects.toThrow(
    'electron.ipcRenderer.sendSync is not implemented in the preview',
  );
  await expect(page.evaluate((url) => fetch(url), address)).rejects.toThrow('Failed to fetch');
  await page.close();
});

test('asks the app before it leaves by a link or opens a window', async () => {
  const preview = shared();
  const address = await preview.address();
  const { page } = await openPage(address);
  await page.getByRole('link', { name: 'Elsewhere' }).click();
  expect(await preview.line('Leaving: ')).toBe('https://elsewhere.example/');
  await page.getByRole('link', { name: 'New' }).click();
  expect(await preview.line('Opening: ')).toBe('https://new.example/');
  expect(page.url()).toBe(address);
  expect(page.context().pages()).toHaveLength(1);
  await page.close();
});

/** What a page gets from each call that Electron asks main about, with a browser that grants everything. */
async function uses(page: Page) {
  return page.evaluate(async () => {
    const outcome = (use: Promise<unknown>) =>
      use.then(
        () => 'done',
        ({ name }: Error) => name,
      );
    const custom = new ClipboardItem({ 'web text/x': new Blob(['x'], { type: 'text/x' }) });
    const query = (name: string) =>
      navigator.permissions.query({ name: name as PermissionName }).then(({ state }) => state);
    const located = (start: 'getCurrentPosition' | 'watchPosition') =>
      new Promise((resolve) =>
        navigator.geolocation[start](
          () => resolve('done'),
          (failure) => resolve(failure instanceof GeolocationPositionError && failure.code),
        ),
      );
    return {
      write: await outcome(navigator.clipboard.writeText('a text')),
      custom: await outcome(navigator.clipboard.write([custom])),
      read: await outcome(navigator.clipboard.read()),
      readText: await outcome(navigator.clipboard.readText()),
      media: await outcome(navigator.mediaDevices.getUserMedia({ audio: true })),
      position: await located('getCurrentPosition'),
      watch: await located('watchPosition'),
      notifications: await Notification.requestPermission(),
      queries: [await query('clipboard-write'), await query('clipboard-read'), await query('geolocation')],
    };
  });
}

test("asks the app's permission handlers, and the browser only for what they grant", async () => {
  const preview = shared();
  const { page, errors } = await openPage(await preview.address(), async (fresh) => {
    await fresh
      .context()
      .grantPermissions(['clipboard-read', 'clipboard-write', 'geolocation', 'microphone', 'notifications']);
    await fresh.context().setGeolocation({ latitude: 50, longitude: 14 });
  });
  const refused = {
    write: 'NotAllowedError',
    custom: 'NotAllowedError',
    read: 'NotAllowedError',
    readText: 'NotAllowedError',
    media: 'NotAllowedError',
    position: 1,
    watch: 1,
    notifications: 'denied',
    queries: ['denied', 'denied', 'denied'],
  };
  expect(await uses(page)).toEqual(refused);
  const grant = (permissions?: string[]) =>
    page.evaluate((names) => window.fixture.invoke('grant', names), permissions);
  await grant(['clipboard-sanitized-write']);
  expect(await uses(page)).toEqual({ ...refused, write: 'done', queries: ['granted', 'denied', 'denied'] });
  await grant(['clipboard-sanitized-write', 'clipboard-read', 'geolocation']);
  expect(await uses(page)).toEqual({
    ...refused,
    write: 'done',
    custom: 'done',
    read: 'done',
    readText: 'done',
    position: 'done',
    watch: 'done',
    queries: ['granted', 'granted', 'granted'],
  });
  await grant([]);
  const requests = preview.lines.filter((line) => line.startsWith('Request: '));
  expect(requests.slice(0, 8)).toEqual(
    [
      'clipboard-sanitized-write',
      'clipboard-read',
      'clipboard-read',
      'clipboard-read',
      'media',
      'geolocation',
      'geolocation',
      'notifications',
    ].map((permission) => `Request: ${permission}`),
  );
  expect(errors).toEqual([]);
  await page.close();
});

test('refuses what waits for the app when the app is killed, and all later', async () => {
  using folder = temporaryFolder();
  await using preview = startPreview(folder.path);
  const { page } = await openPage(await preview.address());
  await page.evaluate(() => window.fixture.invoke('grant', undefined));
  const waiting = page.evaluate(() => navigator.clipboard.readText()).catch((error: Error) => error.message);
  await preview.line('Request: clipboard-read');
  await preview.kill();
  expect(await waiting).toContain('Read permission denied.');
  await expect(page.evaluate(() => navigator.clipboard.writeText('x'))).rejects.toThrow(
    'Write permission denied.',
  );
  await page.close();
});

test('rejects pending and later calls after the app was killed', async () => {
  using folder = temporaryFolder();
  await using preview = startPreview(folder.path);
  const { page } = await openPage(await preview.address());
  await page.evaluate(() => window.fixture.invoke('echo'));
  const waiting = page.evaluate(() => window.fixture.invoke('never')).catch((error: Error) => error.message);
  await page.evaluate(() => window.fixture.invoke('echo'));
  await preview.kill();
  expect(await waiting).toContain(
    "Error invoking remote method 'never': Error: the application is not running",
  );
  await expect(page.evaluate(() => window.fixture.invoke('echo'))).rejects.toThrow(
    "Error invoking remote method 'echo': Error: the application is not running",
  );
  await page.close();
});

test('reconnects automatically after a lost connection', async () => {
  const preview = shared();
  const connections: WebSocketRoute[] = [];
  const { page } = await openPage(await preview.address(), (fresh) =>
    fresh.routeWebSocket(/preview\/socket$/, (socket) => {
      socket.connectToServer();
      connections.push(socket);
    }),
  );
  expect(await page.evaluate(() => window.fixture.invoke('echo', 1))).toEqual([1]);
  await connections[0]?.close();
  await expect.poll(() => connections.length, { timeout: 5000 }).toBe(2);
  await expect
    .poll(() => page.evaluate(() => window.fixture.invoke('echo', 2).catch(String)), { timeout: 5000 })
    .toEqual([2]);
  await page.close();
});
