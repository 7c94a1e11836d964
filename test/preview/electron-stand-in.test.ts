import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectMode } from '../posix.ts';
import { PageConnection } from './page-connection.ts';
import { sharedPreview, startPreview, temporaryFolder } from './running-preview.ts';

const shared = sharedPreview();
const KEYRING_MARK = process.platform === 'linux' ? 'v11' : 'v10';
const NEEDS_LINUX = { meta: { needs: 'Linux' } };

test('exports every name that electron exports to a main process', async () => {
  const preview = shared();
  using page = await PageConnection.open(await preview.address());
  const types = readFileSync(join(import.meta.dirname, '../../node_modules/electron/electron.d.ts'), 'utf8');
  const names = ['Main', 'Common'].flatMap((space) => {
    const body = types.slice(types.indexOf(`namespace ${space} {`)).split('\n  }\n')[0] ?? '';
    return [...body.matchAll(/^ {4}(?:const|class) (\w+)/gm)].map(([, name]) => name);
  });
  expect(names.length).toBeGreaterThan(40);
  expect(((await page.invoke('names')) as string[]).toSorted()).toEqual([...names, 'default'].toSorted());
});

test('throws a named error on the first use of an unimplemented API', async () => {
  const preview = shared();
  using page = await PageConnection.open(await preview.address());
  const missing = [
    'app.getFileIcon',
    'autoUpdater.checkForUpdates',
    'safeStorage.encryptString',
    'net.fetch',
  ];
  for (const path of missing) {
    await expect(page.invoke('touch', path)).rejects.toThrow(
      `PreviewUnsupportedError: electron.${path} is not implemented in the preview`,
    );
  }
  expect(await page.invoke('touch', 'app.dock')).toBe('undefined');
  expect(await page.invoke('touch', 'app.quit')).toBe('function');
});

test('encrypts with a key outside the data folder', async () => {
  using folder = temporaryFolder();
  using store = temporaryFolder();
  const keyring = join(store.path, 'inside', 'keyring');
  await using preview = startPreview(folder.path, [], { CALLBOARD_PREVIEW_KEYRING: keyring });
  using page = await PageConnection.open(await preview.address());
  const secret = 'a token, ключ';
  const { sealed, opened } = (await page.invoke('seal', secret)) as { sealed: Uint8Array; opened: object };
  expect(opened).toEqual({ result: secret, shouldReEncrypt: false });
  expect(Buffer.from(sealed).includes(secret)).toBe(false);
  expectMode(keyring, 0o600);
  expect(readdirSync(join(store.path, 'inside'))).toEqual(['keyring']);
  for (const file of readdirSync(folder.path)) {
    expect(readFileSync(join(folder.path, file), 'utf8')).not.toContain(readFileSync(keyring, 'utf8'));
  }
  expect(await page.invoke('keyStore')).toEqual({ available: true, mark: KEYRING_MARK });
});

test.runIf(process.platform === 'linux')('can simulate Linux without a keyring', NEEDS_LINUX, async () => {
  using folder = temporaryFolder();
  await using preview = startPreview(folder.path, [], { CALLBOARD_PREVIEW_KEYRING: 'none' });
  using page = await PageConnection.open(await preview.address());
  expect(await page.invoke('keyStore')).toEqual({ available: true, mark: 'v10' });
});

test('prints each address for the system browser as one line', async () => {
  const preview = shared();
  using page = await PageConnection.open(await preview.address());
  await page.invoke('browse', 'https://sign-in.example/oauth2/authorize?scope=read+write\n&state=1');
  expect(await preview.line('Open in browser: ')).toBe(
    'https://sign-in.example/oauth2/authorize?scope=read+write&state=1',
  );
  await expect(page.invoke('browse', 'no address')).rejects.toThrow('Invalid URL');
});

test('keeps running when the app prevents quitting, and ends on the next try', async () => {
  using folder = temporaryFolder();
  await using preview = startPreview(folder.path);
  using page = await PageConnection.open(await preview.address());
  await page.invoke('quit', true);
  await preview.line('Event: before-quit, prevented');
  expect(await page.invoke('echo', 'still here')).toEqual(['still here']);
  // As in Electron, the window closes in a later turn, so the answer still arrives.
  expect(await page.invoke('quit', false)).toBeUndefined();
  expect(await preview.exited).toBe(0);
});

test('gives each further window its own address', async () => {
  using folder = temporaryFolder();
  await using preview = startPreview(folder.path);
  const address = await preview.address();
  using page = await PageConnection.open(address);
  expect(await page.invoke('openAnother')).toBe(2);
  const another = await preview.line('Another window: ');
  expect(another).toBe(address.replace('index.html', 'window-2/index.html'));
  using otherPage = await PageConnection.open(another);
  expect(await otherPage.invoke('sender')).toMatchObject({
    url: 'app://callboard/index.html',
    isMainFrame: true,
  });
});

test('throws when a destroyed window is used', async () => {
  const preview = shared();
  using page = await PageConnection.open(await preview.address());
  await expect(page.invoke('useDestroyed')).rejects.toThrow('TypeError: Object has been destroyed');
});

test('prints the error that crashed main and exits with 1', async () => {
  using folder = temporaryFolder();
  await using preview = startPreview(folder.path);
  using page = await PageConnection.open(await preview.address());
  await page.invoke('crash');
  expect(await preview.exited).toBe(1);
  expect(preview.lines.join('\n')).toContain('Error: the fixture crashed');
});

test('says what to do when the app is not built', async () => {
  using folder = temporaryFolder();
  await using preview = startPreview(folder.path, [], { CALLBOARD_PREVIEW_APP: folder.path });
  expect(await preview.exited).toBe(1);
  expect(preview.lines.join('\n')).toMatch(/^There is no built app at .*\. Build it first\.$/);
});
