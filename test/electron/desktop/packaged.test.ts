import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, net } from 'electron';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { registerScheme, schemeOwner, unregister } from '../../../electron/desktop/link-scheme.ts';
import { readPolicy } from '../../../electron/desktop/policy-sources.ts';
import { setStartAtLogin, startAtLogin } from '../../../electron/desktop/start-at-login.ts';
import { mimicElectronProcess } from '../../../preview/electron-process.ts';
import { beginElectron } from '../../security/electron-under-preview.ts';
import { temporaryFolder } from '../../temp-folder.ts';

vi.mock('electron', () => import('../../../preview/electron/index.ts'));

const LINK = 'app.callboard:/oauth/callback?code=1';

beforeAll(async () => {
  (await beginElectron()).becomeReady();
});

beforeEach(() => {
  vi.stubEnv('CALLBOARD_PREVIEW_MODES', 'packaged');
  // The desktop's folders of this user.
  vi.stubEnv('XDG_CONFIG_HOME', temporaryFolder());
  vi.stubEnv('XDG_DATA_HOME', temporaryFolder());
  vi.stubEnv('APPIMAGE', '');
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

function on(platform: NodeJS.Platform): void {
  vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
}

test('the stand-in is an installed app only in this mode', () => {
  expect(app.isPackaged).toBe(true);
  vi.stubEnv('CALLBOARD_PREVIEW_MODES', '');
  expect(app.isPackaged).toBe(false);
});

test("an installed app's arguments have no app folder, and its resources are its own", () => {
  const { argv, defaultApp, resourcesPath, versions } = process;
  vi.stubEnv('CALLBOARD_PREVIEW_RESOURCES', '/opt/Callboard/resources');
  try {
    mimicElectronProcess({ folder: '/app', main: '', name: '', version: '' }, LINK);
    expect(process.argv).toEqual([process.execPath, '--', LINK]);
    expect(process.defaultApp).toBeUndefined();
    expect(process.resourcesPath).toBe('/opt/Callboard/resources');
  } finally {
    Object.assign(process, { argv, defaultApp, resourcesPath });
    Object.defineProperty(process, 'versions', { value: versions, enumerable: true, configurable: true });
  }
});

test('Windows: the installed app registers its scheme by its program alone, and unregisters it', async () => {
  on('win32');
  expect(await schemeOwner()).toEqual({ kind: 'nobody' });
  await registerScheme();
  expect(app.isDefaultProtocolClient('app.callboard', process.execPath, ['--'])).toBe(true);
  expect(await schemeOwner()).toEqual({ kind: 'callboard' });
  await unregister();
  expect(await schemeOwner()).toEqual({ kind: 'nobody' });
});

test('macOS: only the installed app registers its scheme', async () => {
  on('darwin');
  vi.stubEnv('CALLBOARD_PREVIEW_MODES', '');
  await registerScheme();
  expect(await schemeOwner()).toEqual({ kind: 'nobody' });
  vi.stubEnv('CALLBOARD_PREVIEW_MODES', 'packaged');
  await registerScheme();
  expect(await schemeOwner()).toEqual({ kind: 'callboard' });
  await unregister();
  expect(await schemeOwner()).toEqual({ kind: 'nobody' });
});

test.for(['win32', 'darwin', 'linux'] as const)('%s: start at login turns on and off', async (platform) => {
  on(platform);
  expect(await startAtLogin()).toEqual({ kind: 'off' });
  expect(await setStartAtLogin(true)).toEqual({ kind: 'on' });
  expect(await startAtLogin()).toEqual({ kind: 'on' });
  expect(await setStartAtLogin(false)).toEqual({ kind: 'off' });
});

test('Windows: the login entry starts the app hidden', async () => {
  on('win32');
  await setStartAtLogin(true);
  expect(app.getLoginItemSettings({ path: process.execPath, args: ['--hidden'] }).openAtLogin).toBe(true);
  expect(app.getLoginItemSettings({ path: process.execPath, args: [] }).openAtLogin).toBe(false);
  await setStartAtLogin(false);
});

test('starting at login needs an installed app', async () => {
  vi.stubEnv('CALLBOARD_PREVIEW_MODES', '');
  expect(await setStartAtLogin(true)).toEqual({ kind: 'unavailable', why: 'not_installed' });
});

test('an installed app ignores the policy file that the environment names', async () => {
  const file = join(temporaryFolder(), 'policy.json');
  writeFileSync(file, JSON.stringify({ locked: true }));
  vi.stubEnv('CALLBOARD_POLICY_FILE', file);
  expect((await readPolicy(app.isPackaged, null)).state.source).not.toBe(file);
  vi.stubEnv('CALLBOARD_PREVIEW_MODES', '');
  expect((await readPolicy(app.isPackaged, null)).state.source).toBe(file);
});

test('requests of the updater reach this computer alone', async () => {
  const failed = new Promise((resolve) => {
    net.request({ hostname: '198.51.100.1', port: 80 }).on('error', resolve).end();
  });
  await expect(failed).resolves.toMatchObject({ message: 'net::ERR_INTERNET_DISCONNECTED' });
});
