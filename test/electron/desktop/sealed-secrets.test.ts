import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { SealedSecrets } from '../../../electron/desktop/sealed-secrets.ts';
import { beginElectron } from '../../security/electron-under-preview.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { tracesOf } from '../privacy/traces-of.ts';
import { temporaryStorage } from '../storage/temporary-storage.ts';

vi.mock('electron', () => import('../../../preview/electron/index.ts'));

const SECRET = 'a token that nobody sees';

beforeAll(async () => {
  const electron = await beginElectron();
  // There is no key store before Electron is ready.
  await expect(new SealedSecrets((await unused()).rows, () => true).keeping()).resolves.toBe('weak');
  electron.becomeReady();
});

/** Rows that must not be used. */
async function unused() {
  const never = (): Promise<never> => Promise.reject(new Error('These rows must not be used.'));
  return { rows: { list: never, save: never, remove: never } };
}

/** Secrets in a real database; `keyring` is the file that simulates the key store, or `none`. */
async function secretsUnderTest({ weak = false, keyring = '' } = {}) {
  const storage = await temporaryStorage();
  const file = keyring || join(temporaryFolder(), 'keyring');
  setKeyring(file);
  const setting = { weak };
  const rows = storage.stores.secrets;
  return {
    storage,
    file,
    setting,
    /** A new instance with empty memory, as after a restart. */
    begin: () => new SealedSecrets(rows, () => setting.weak),
    stored: async () => (await rows.list('workspace-1', 'tokens')).length,
  };
}

function setKeyring(file: string): void {
  const before = process.env['CALLBOARD_PREVIEW_KEYRING'];
  process.env['CALLBOARD_PREVIEW_KEYRING'] = file;
  onTestFinished(() => {
    if (before === undefined) delete process.env['CALLBOARD_PREVIEW_KEYRING'];
    else process.env['CALLBOARD_PREVIEW_KEYRING'] = before;
  });
}

test('a secret is encrypted on disk and loads again after a restart', async () => {
  const { begin, storage } = await secretsUnderTest();
  expect(await begin().save('workspace-1', 'tokens', SECRET)).toBe('sealed');
  expect(await begin().load('workspace-1', 'tokens')).toBe(SECRET);
  expect(tracesOf(join(storage.path, '..'), [SECRET])).toEqual([]);
});

test("a value that can't be decrypted is kept next to a newer one and loads when its key is back", async () => {
  const { begin, file, stored } = await secretsUnderTest();
  await begin().save('workspace-1', 'tokens', SECRET);
  const key = readFileSync(file);
  writeFileSync(file, randomBytes(32).toString('base64'));
  expect(await begin().load('workspace-1', 'tokens')).toBeUndefined();
  await begin().save('workspace-1', 'tokens', 'another one');
  expect(await stored()).toBe(2);
  writeFileSync(file, key);
  expect(await begin().load('workspace-1', 'tokens')).toBe(SECRET);
});

test("removing a secret also removes values that can't be decrypted", async () => {
  const { begin, file, stored } = await secretsUnderTest();
  await begin().save('workspace-1', 'tokens', SECRET);
  const key = readFileSync(file);
  writeFileSync(file, randomBytes(32).toString('base64'));
  await begin().remove('workspace-1', 'tokens');
  writeFileSync(file, key);
  expect(await begin().load('workspace-1', 'tokens')).toBeUndefined();
  expect(await stored()).toBe(0);
});

test('a value is re-encrypted after a key rotation', async () => {
  const { begin, file } = await secretsUnderTest();
  await begin().save('workspace-1', 'tokens', SECRET);
  const [fresh, old] = [randomBytes(32).toString('base64'), readFileSync(file, 'utf8')];
  writeFileSync(file, `${fresh}\n${old}\n`);
  expect(await begin().load('workspace-1', 'tokens')).toBe(SECRET);
  // Without the old key, only the re-encrypted value can be decrypted.
  writeFileSync(file, fresh);
  expect(await begin().load('workspace-1', 'tokens')).toBe(SECRET);
});

test('while the key store fails, a new value stays in memory and the stored one is kept', async () => {
  const { begin, file, stored } = await secretsUnderTest();
  await begin().save('workspace-1', 'tokens', 'an older token');
  const key = readFileSync(file);
  writeFileSync(file, 'locked');
  const secrets = begin();
  expect(await secrets.save('workspace-1', 'tokens', SECRET)).toBe('memory');
  expect(await secrets.load('workspace-1', 'tokens')).toBe(SECRET);
  expect(await stored()).toBe(1);
  writeFileSync(file, key);
  expect(await secrets.save('workspace-1', 'tokens', SECRET)).toBe('sealed');
  expect(await begin().load('workspace-1', 'tokens')).toBe(SECRET);
});

test('without a key store nothing is stored without consent, and withdrawing consent deletes what was stored', async () => {
  const { begin, setting, stored } = await secretsUnderTest({ keyring: 'none' });
  const secrets = begin();
  expect(await secrets.save('workspace-1', 'tokens', SECRET)).toBe('memory');
  expect(await stored()).toBe(0);
  setting.weak = true;
  await secrets.weakStorageChanged();
  expect(await stored()).toBe(1);

  const again = begin();
  expect(await again.load('workspace-1', 'tokens')).toBe(SECRET);
  setting.weak = false;
  await again.weakStorageChanged();
  expect(await stored()).toBe(0);
  // It stays in memory until the app quits.
  expect(await again.load('workspace-1', 'tokens')).toBe(SECRET);
});
