import { createReadStream, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { decrypt, encrypt } from '../../../electron/backup/age-file.ts';
import { AutomaticBackups } from '../../../electron/backup/automatic-backups.ts';
import {
  type BackupArchive,
  BackupManager,
  type NewBackup,
  type WorkSignals,
} from '../../../electron/backup/backup-manager.ts';
import { PartialFiles } from '../../../electron/desktop/partial-files.ts';
import { SettingsStore } from '../../../electron/desktop/settings-store.ts';
import { NumberKeys } from '../../../electron/do-not-call/number-keys.ts';
import type { SecretStore } from '../../../electron/secrets/secret-store.ts';
import { CodedError } from '../../../shared/result.ts';
import { temporaryStorage } from '../storage/temporary-storage.ts';
import { archiveOf, contentOf, gathered, insideOf, PASSPHRASE } from './archive.ts';

export const HOUR = 60 * 60 * 1000;
export const DAY = 24 * HOUR;

/** Secrets in memory, with a key store that may be silent. */
export class TestSecrets implements Pick<SecretStore, 'load' | 'save' | 'remove' | 'keeping' | 'answered'> {
  value: string | undefined;
  silent: PromiseWithResolvers<void> | undefined;

  async load(): Promise<string | undefined> {
    if (this.silent) throw new CodedError('key_store_waiting');
    return this.value;
  }
  async save(_owner: string, _name: string, value: string) {
    this.value = value;
    return this.keeping();
  }
  async remove(): Promise<void> {
    this.value = undefined;
  }
  async keeping() {
    return this.silent ? ('waiting' as const) : ('sealed' as const);
  }
  async answered(): Promise<void> {
    await this.silent?.promise;
  }
}

/**
 * A computer with a database and a folder for backups, whose clock and timers a test moves. `start` runs the app's part
 * that backs up; again after a kill or `close`, as after a restart.
 */
export async function backingUpComputer() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const storage = await temporaryStorage();
  const userData = dirname(storage.path);
  const folder = join(userData, 'drive');
  mkdirSync(folder);
  const clock = { now: Date.UTC(2026, 10, 1, 9) };
  const secrets = new TestSecrets();
  const troubles: unknown[] = [];
  /** Erasures that go on, in place of those in the database. */
  const unfinished: { ids: readonly string[] | undefined } = { ids: undefined };
  /** Held back by tests between two chunks of a file. */
  const gate: { wait: (() => Promise<void>) | undefined } = { wait: undefined };
  let chosen: string | null = folder;
  const start = () => {
    const settings = new SettingsStore(userData);
    const options = { settings, onChange: () => undefined, now: () => clock.now };
    const backups = new BackupManager({
      ...options,
      archive: quickArchive(storage.path, gate),
      numberKeys: new NumberKeys({
        store: storage.stores.doNotCall,
        secrets,
        onKeys: () => undefined,
        onTrouble: (trouble) => troubles.push(trouble),
      }),
      version: '1.2.3',
      fixedSettings: () => [],
      counts: () => storage.stores.backup.counts(),
      saveFile: async () => null,
      openFile: async () => null,
      atRest: (run) => run(),
      forgetPractice: async () => undefined,
      onRestored: () => undefined,
    });
    const automatic = new AutomaticBackups({
      ...options,
      backups,
      secrets,
      erasures: {
        receipts: () => storage.stores.erasures.receipts(),
        unfinished: async () =>
          unfinished.ids?.map((id) => ({ id, kind: 'person' as const })) ??
          storage.stores.erasures.unfinished(),
      },
      partialFiles: new PartialFiles(userData),
      chooseFolder: async () => chosen,
      onMade: () => undefined,
      onTrouble: (trouble) => troubles.push(trouble),
    });
    automatic.start();
    onTestFinished(() => automatic.close());
    return { automatic, backups, settings };
  };
  return {
    storage,
    userData,
    folder,
    clock,
    secrets,
    unfinished,
    troubles,
    gate,
    /** Holds backups back after their first chunk: `written` says that it is there, `release` lets them go on. */
    holdBack: () => {
      const [written, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      gate.wait = () => {
        written.resolve();
        return held.promise;
      };
      return { written: written.promise, release: held.resolve };
    },
    start,
    choose: (path: string | null) => {
      chosen = path;
    },
    /** Sets up daily backups to the folder; resolves when the first is made. */
    begin: async () => {
      const app = start();
      await app.automatic.chooseFolder();
      await app.automatic.setUp(PASSPHRASE);
      await app.automatic.backUpNow();
      return app;
    },
    /** Lets time pass in hours, as a computer does that is on all the time. */
    pass: (ms: number) => {
      for (let hours = 0; hours < ms / HOUR; hours += 1) {
        clock.now += HOUR;
        vi.advanceTimersByTime(HOUR);
      }
    },
    names: () => readdirSync(folder).toSorted(),
  };
}

/** The real archive for reading; writing has a fast work factor and waits at the gate after its first chunk. */
function quickArchive(path: string, gate: { wait: (() => Promise<void>) | undefined }): BackupArchive {
  const archive = archiveOf(path);
  async function* pieces({ passphrase, ...about }: NewBackup, { signal }: WorkSignals) {
    const content = await contentOf(path, about);
    for await (const piece of encrypt(once(content), passphrase, 4)) {
      yield piece;
      await gate.wait?.();
      if (signal.aborted) throw new CodedError('cancelled');
    }
  }
  return {
    make: (backup, signals, write) =>
      write({
        pieces: pieces(backup(), signals),
        // As the worker does, on this thread: starting one takes longer than all it does here.
        check: async (file) => {
          const content = await gathered(decrypt(createReadStream(file), backup().passphrase));
          await insideOf(path, content).catch((cause) => {
            throw new CodedError('backup_unfit', { cause });
          });
        },
      }),
    open: (...given) => archive.open(...given),
    restore: (...given) => archive.restore(...given),
    startOver: (...given) => archive.startOver(...given),
    discard: () => archive.discard(),
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
