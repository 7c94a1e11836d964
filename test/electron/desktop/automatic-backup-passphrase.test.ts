import { dirname, join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { AutomaticBackups } from '../../../electron/backup/automatic-backups.ts';
import type { BackupContent } from '../../../electron/backup/backup-manager.ts';
import { PartialFiles } from '../../../electron/desktop/partial-files.ts';
import { KeyStore, SealedSecrets } from '../../../electron/desktop/sealed-secrets.ts';
import { SettingsStore } from '../../../electron/desktop/settings-store.ts';
import { restartKeyStore } from '../../../preview/electron/safe-storage.ts';
import type { Result } from '../../../shared/result.ts';
import { beginElectron } from '../../security/electron-under-preview.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { tracesOf } from '../privacy/traces-of.ts';
import { temporaryStorage } from '../storage/temporary-storage.ts';

vi.mock('electron', () => import('../../../preview/electron/index.ts'));

const PASSPHRASE = 'seven green umbrellas walk';

beforeAll(async () => {
  (await beginElectron()).becomeReady();
});

/** Automatic backups with the real key store's adapter; `used` are the passphrases that backups were made with. */
async function computer(keyring: string) {
  vi.stubEnv('CALLBOARD_PREVIEW_KEYRING', keyring);
  const storage = await temporaryStorage();
  const userData = dirname(storage.path);
  const used: string[] = [];
  const weak = { allowed: false };
  const begin = () => {
    restartKeyStore();
    const secrets = new SealedSecrets({
      rows: storage.stores.appSecrets,
      keyStore: new KeyStore(),
      weakAllowed: () => weak.allowed,
      onTrouble: (error) => expect.unreachable(String(error)),
    });
    const settings = new SettingsStore(userData);
    const automatic = new AutomaticBackups({
      backups: {
        makeAutomatic: async <T>(passphrase: string, save: Parameters<AutomaticBackupMaking<T>>[1]) => {
          used.push(passphrase);
          return save({ pieces: pieces(), check: async () => undefined }, Date.now());
        },
        makeWay: async () => undefined,
      },
      settings,
      secrets,
      erasures: storage.stores.erasures,
      partialFiles: new PartialFiles(userData),
      onMade: () => undefined,
      chooseFolder: async () => temporaryFolder(),
      onChange: () => undefined,
      onTrouble: (error) => expect.unreachable(String(error)),
    });
    return { automatic, secrets };
  };
  return { begin, userData, used, weak };
}

type AutomaticBackupMaking<T> = (
  passphrase: string,
  save: (content: BackupContent, madeAt: number) => Promise<T>,
) => Promise<Result<T>>;

async function* pieces() {
  yield Buffer.from('encrypted');
}

test('the passphrase is on the disk only sealed, and serves after a restart', async () => {
  const { begin, userData, used } = await computer(join(temporaryFolder(), 'keyring'));
  const first = begin().automatic;
  await first.chooseFolder();
  expect(await first.setUp(PASSPHRASE)).toEqual({ keeping: 'sealed' });
  await first.backUpNow();
  await first.close();
  expect(tracesOf(userData, [PASSPHRASE, 'umbrellas'])).toEqual([]);
  const second = begin().automatic;
  expect(await second.backUpNow()).toMatchObject({ ok: true });
  expect(used.at(-1)).toBe(PASSPHRASE);
  expect(JSON.stringify(await second.state())).not.toContain('umbrellas');
  await second.turnOff();
  expect(await begin().automatic.backUpNow()).toMatchObject({ error: { code: 'backup_passphrase_missing' } });
});

test.runIf(process.platform === 'linux')(
  'without a key store the passphrase is kept until quitting, or stored after consent',
  async () => {
    const { begin, weak } = await computer('none');
    const { automatic, secrets } = begin();
    await automatic.chooseFolder();
    expect(await automatic.setUp(PASSPHRASE)).toEqual({ keeping: 'memory' });
    expect(await automatic.backUpNow()).toMatchObject({ ok: true });
    expect(await begin().automatic.backUpNow()).toMatchObject({
      error: { code: 'backup_passphrase_missing' },
    });
    weak.allowed = true;
    await secrets.weakStorageChanged();
    expect(await begin().automatic.backUpNow()).toMatchObject({ ok: true });
  },
);
