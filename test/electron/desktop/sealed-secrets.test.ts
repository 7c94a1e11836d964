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
  // Before that there is no key store to ask.
  await expect(new SealedSecrets((await unused()).rows, () => true).keeping()).resolves.toBe('weak');
  electron.becomeReady();
});

/** Rows that are never asked for. */
async function unused() {
  const never = (): Promise<never> => Promise.reject(new Error('Nothing is stored here.'));
  return { rows: { list: never, save: never, remove: never } };
}

/** Secrets over a real database; `keyring` is the file that stands for the key store, or `none`. */
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
    /** As after a restart: nothing is remembered. */
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

test('a secret is sealed on the disk and opened again after a restart', async () => {
  const { begin, storage } = await secretsUnderTest();
  expect(await begin().save('workspace-1', 'tokens', SECRET)).toBe('sealed');
  expect(await begin().load('workspace-1', 'tokens')).toBe(SECRET);
  expect(tracesOf(join(storage.path, '..'), [SECRET])).toEqual([]);
});

test('what cannot be opened is kept, stands beside its successor, and opens when its key is back', async () => {
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

test('a sign-out takes away also what cannot be opened: it must not come back', async () => {
  const { begin, file, stored } = await secretsUnderTest();
  await begin().save('workspace-1', 'tokens', SECRET);
  const key = readFileSync(file);
  writeFileSync(file, randomBytes(32).toString('base64'));
  await begin().remove('workspace-1', 'tokens');
  writeFileSync(file, key);
  expect(await begin().load('workspace-1', 'tokens')).toBeUndefined();
  expect(await stored()).toBe(0);
});

test('a value sealed with a key that was changed is sealed anew', async () => {
  const { begin, file } = await secretsUnderTest();
  await begin().save('workspace-1', 'tokens', SECRET);
  const [fresh, old] = [randomBytes(32).toString('base64'), readFileSync(file, 'utf8')];
  writeFileSync(file, `${fresh}\n${old}\n`);
  expect(await begin().load('workspace-1', 'tokens')).toBe(SECRET);
  // The old key is gone: the new seal alone opens.
  writeFileSync(file, fresh);
  expect(await begin().load('workspace-1', 'tokens')).toBe(SECRET);
});

test('a key store that fails just now costs nobody the sign-in', async () => {
  const { begin, file, stored } = await secretsUnderTest();
  await begin().save('workspace-1', 'tokens', 'the one before');
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

test('without a key store nothing is stored until it is allowed, and nothing stays when that is taken back', async () => {
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
  // Until the end of this run it is remembered.
  expect(await again.load('workspace-1', 'tokens')).toBe(SECRET);
});
