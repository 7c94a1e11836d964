import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { KeyStore, SealedSecrets } from '../../../electron/desktop/sealed-secrets.ts';
import { restartKeyStore, unlockKeyStore } from '../../../preview/electron/safe-storage.ts';
import { beginElectron } from '../../security/electron-under-preview.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { tracesOf } from '../privacy/traces-of.ts';
import { sampleWorkspace } from '../sample-submission.ts';
import { temporaryStorage } from '../storage/temporary-storage.ts';

vi.mock('electron', () => import('../../../preview/electron/index.ts'));

const SECRET = 'a token that nobody sees';

beforeAll(async () => {
  (await beginElectron()).becomeReady();
});

/** Secrets in a real database; `keyring` is the file that simulates the key store, or `none`. */
async function secretsUnderTest({ weak = false, keyring = '' } = {}) {
  const storage = await temporaryStorage();
  const file = keyring || join(temporaryFolder(), 'keyring');
  setKeyring(file);
  const setting = { weak };
  const rows = storage.stores.secrets;
  const troubles: unknown[] = [];
  const onTrouble = (trouble: unknown): void => void troubles.push(trouble);
  let keyStore = new KeyStore();
  return {
    storage,
    file,
    setting,
    troubles,
    /** A new instance with empty memory, as after a restart. */
    begin: () => {
      restartKeyStore();
      keyStore = new KeyStore();
      return new SealedSecrets({ rows, keyStore, weakAllowed: () => setting.weak, onTrouble });
    },
    /** Another table of secrets in the same process. */
    beside: () =>
      new SealedSecrets({
        rows: storage.stores.proxySecrets,
        keyStore,
        weakAllowed: () => setting.weak,
        onTrouble,
      }),
    stored: async () => (await rows.list('workspace-1', 'tokens')).length,
    marks: async () =>
      (await rows.list('workspace-1', 'tokens')).map(({ sealed }) =>
        String.fromCharCode(...sealed.slice(0, 3)),
      ),
  };
}

function setKeyring(file: string): void {
  vi.stubEnv('CALLBOARD_PREVIEW_KEYRING', file);
}

afterEach(() => vi.unstubAllEnvs());

const onLinux = process.platform === 'linux';

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
  // Electron asks the key store once per process.
  expect(await secrets.keeping()).toBe('memory');
  expect(await begin().load('workspace-1', 'tokens')).toBe('an older token');
});

test.runIf(onLinux)(
  'without a keyring nothing is stored without consent, and withdrawing consent deletes what was stored',
  { meta: { needs: 'Linux' } },
  async () => {
    const { begin, setting, stored, marks } = await secretsUnderTest({ keyring: 'none' });
    const secrets = begin();
    expect(await secrets.save('workspace-1', 'tokens', SECRET)).toBe('memory');
    expect(await stored()).toBe(0);
    setting.weak = true;
    await secrets.weakStorageChanged();
    expect(await marks()).toEqual(['v10']);

    const again = begin();
    expect(await again.load('workspace-1', 'tokens')).toBe(SECRET);
    setting.weak = false;
    await again.weakStorageChanged();
    expect(await stored()).toBe(0);
    // It stays in memory until the app quits.
    expect(await again.load('workspace-1', 'tokens')).toBe(SECRET);
  },
);

test.runIf(onLinux)(
  'a weakly stored value is sealed at the first start with a keyring, which Electron alone calls available in both',
  { meta: { needs: 'Linux' } },
  async () => {
    const { begin, marks } = await secretsUnderTest({ keyring: 'none', weak: true });
    expect(await begin().save('workspace-1', 'tokens', SECRET)).toBe('weak');
    expect(await marks()).toEqual(['v10']);
    setKeyring(join(temporaryFolder(), 'keyring'));
    const secrets = begin();
    expect(await secrets.keeping()).toBe('sealed');
    expect(await secrets.load('workspace-1', 'tokens')).toBe(SECRET);
    expect(await marks()).toEqual(['v11']);
  },
);

test.runIf(onLinux)(
  'a weakly stored value that is no longer allowed is deleted when it loads, and still used',
  { meta: { needs: 'Linux' } },
  async () => {
    const { begin, setting, stored } = await secretsUnderTest({ keyring: 'none', weak: true });
    await begin().save('workspace-1', 'tokens', SECRET);
    setting.weak = false;
    expect(await begin().load('workspace-1', 'tokens')).toBe(SECRET);
    expect(await stored()).toBe(0);
  },
);

test.runIf(onLinux)(
  'the keys of erased numbers stay when weaker storage is no longer allowed, and no other is stored',
  { meta: { needs: 'Linux' } },
  async () => {
    const { begin, setting } = await secretsUnderTest({ keyring: 'none', weak: true });
    const secrets = begin();
    expect(await secrets.save('workspace-1', 'do_not_call_key', SECRET)).toBe('weak');
    setting.weak = false;
    await secrets.weakStorageChanged();
    for (const start of ['first', 'second']) {
      expect([start, await begin().load('workspace-1', 'do_not_call_key')]).toEqual([start, SECRET]);
    }
    expect(await begin().save('workspace-1', 'do_not_call_key', 'another')).toBe('memory');
    expect(await begin().load('workspace-1', 'do_not_call_key')).toBe(SECRET);
  },
);

test('on other systems the same mark is that of the key store', async () => {
  const { begin } = await secretsUnderTest({ keyring: 'none' });
  begin();
  // What Electron encrypts on Linux without a keyring begins like everything on macOS and Windows.
  expect(await new KeyStore('linux').state()).toBe(onLinux ? 'weak_only' : 'none');
  expect(await new KeyStore('darwin').state()).toBe(onLinux ? 'available' : 'none');
});

test('a key store that asks the person holds up nobody, and what was saved meanwhile is sealed once it answers', async () => {
  const { begin, storage, stored, marks, troubles, beside } = await secretsUnderTest();
  for (const id of ['workspace-2', 'workspace-3']) {
    await storage.stores.workspaces.save(sampleWorkspace({ id }), 1);
  }
  await begin().save('workspace-1', 'tokens', 'from before');
  vi.stubEnv('CALLBOARD_PREVIEW_MODES', 'key-store-silent');
  const secrets = begin();
  const proxies = beside();

  await expect(secrets.load('workspace-1', 'tokens')).rejects.toThrow('key_store_waiting');
  expect(await secrets.load('workspace-2', 'tokens')).toBeUndefined();
  expect(await secrets.keeping()).toBe('waiting');
  expect(await secrets.save('workspace-2', 'tokens', SECRET)).toBe('waiting');
  expect(await secrets.load('workspace-2', 'tokens')).toBe(SECRET);
  expect(await proxies.save('proxy.example:1', 'proxy_credentials', SECRET)).toBe('waiting');
  await secrets.save('workspace-3', 'tokens', 'signed out again');
  await secrets.remove('workspace-3', 'tokens');
  expect(await stored()).toBe(1);

  unlockKeyStore();
  await secrets.answered();
  expect(await secrets.load('workspace-1', 'tokens')).toBe('from before');
  expect(await secrets.keeping()).toBe('sealed');
  vi.stubEnv('CALLBOARD_PREVIEW_MODES', '');
  const sealed = await vi.waitUntil(async () => {
    const later = begin();
    return (
      (await later.load('workspace-2', 'tokens')) &&
      (await beside().load('proxy.example:1', 'proxy_credentials'))
    );
  });
  expect(sealed).toBe(SECRET);
  expect(await begin().load('workspace-3', 'tokens')).toBeUndefined();
  expect(await marks()).toEqual([onLinux ? 'v11' : 'v10']);
  expect(troubles).toEqual([]);
});
