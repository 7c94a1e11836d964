import { expect, it } from 'vitest';
import {
  type BackupArchive,
  type BackupContent,
  BackupManager,
  type BackupManagerOptions,
  type NewBackup,
  type OpenedBackup,
} from '../../../electron/backup/backup-manager.ts';
import type { RestoreReport } from '../../../shared/backup.ts';
import { CodedError } from '../../../shared/result.ts';
import { type Settings, settings } from '../../../shared/settings.ts';

const PASSPHRASE = 'seven green umbrellas walk';
const KEY_ID = '5a1c0000000040008000000000000001';
const KEY = Buffer.alloc(32, 7).toString('base64');
const DAY = 24 * 60 * 60 * 1000;

/** An archive that gives what a test sets. */
class FakeArchive implements BackupArchive {
  made: NewBackup | undefined;
  opened: OpenedBackup = {
    contents: { madeAt: 1, madeBy: '1', workspaces: [], toDecide: 0 },
    settings: { undoSeconds: 60, colorScheme: 'dark', queueConcurrency: 'many', gridLayouts: {} },
    numberKeys: { [KEY_ID]: KEY },
  };
  restored: RestoreReport = { workspaces: 1, requests: 1, toDecide: 0, others: 0 };
  failure: Error | undefined;
  wait: Promise<void> = Promise.resolve();

  checked: string | undefined;

  make<T>(
    backup: () => NewBackup,
    signals: { readonly signal: AbortSignal },
    write: (content: BackupContent) => Promise<T>,
  ): Promise<T> {
    const check = async (path: string): Promise<void> => {
      this.checked = path;
    };
    return write({ pieces: this.pieces(backup, signals), check });
  }
  private async *pieces(backup: () => NewBackup, { signal }: { readonly signal: AbortSignal }) {
    this.made = backup();
    yield Buffer.from('piece');
    await this.wait;
    if (signal.aborted) throw new CodedError('cancelled');
  }
  async open(): Promise<OpenedBackup> {
    if (this.failure) throw this.failure;
    return this.opened;
  }
  restore(): Promise<RestoreReport> {
    return Promise.resolve(this.restored);
  }
  async startOver(): Promise<string> {
    if (this.failure) throw this.failure;
    return '/data/callboard.db.started-over-2026-11-27T10-00-00';
  }
  discarded = 0;
  async discard(): Promise<void> {
    this.discarded += 1;
  }
}

function openBackups(archive: BackupArchive, changes: Partial<BackupManagerOptions> = {}) {
  let stored: Settings = settings.parse({});
  const log: string[] = [];
  const backups = new BackupManager({
    archive,
    version: '1.2.3',
    settings: {
      read: () => stored,
      change: (change) => {
        stored = settings.parse({ ...stored, ...change });
        return stored;
      },
    },
    numberKeys: {
      all: () => ({ [KEY_ID]: KEY }),
      keep: async (keys) => void log.push(`keeps ${Object.keys(keys).length} keys`),
      load: async () => void log.push('reads the keys'),
      locked: async () => null,
      isWaiting: async () => false,
    },
    fixedSettings: () => [],
    counts: async () => ({ requests: 100, since: 1, content: null }),
    saveFile: async (_name, content) => {
      for await (const _piece of content.pieces) log.push('piece');
      return '/somewhere/made.callboard-backup';
    },
    openFile: async () => '/somewhere/chosen.callboard-backup',
    atRest: async (run) => {
      log.push('stopped');
      const answer = await run();
      log.push('resumed');
      return answer;
    },
    forgetPractice: async () => void log.push('forgets practice'),
    onChange: () => undefined,
    onRestored: () => log.push('restored'),
    now: () => 100 * DAY,
    ...changes,
  });
  return { backups, log, settings: () => stored };
}

it('says that a backup lacks keys of blocked numbers, and why', async () => {
  const numberKeys = {
    all: () => ({}),
    keep: async () => undefined,
    load: async () => undefined,
    locked: async () => 'waiting' as const,
    isWaiting: async () => true,
  };
  const { backups } = openBackups(new FakeArchive(), { numberKeys });
  expect(await backups.make(PASSPHRASE)).toMatchObject({ keysMissing: 'waiting' });
});

it('restores nothing while keys of erased numbers wait: the backup may have such a number', async () => {
  let isWaiting = true;
  const numberKeys = {
    all: () => ({}),
    keep: async () => undefined,
    load: async () => undefined,
    locked: async () => null,
    isWaiting: async () => isWaiting,
  };
  const { backups, log } = openBackups(new FakeArchive(), { numberKeys });
  await backups.choose();
  await backups.open(PASSPHRASE);
  await expect(backups.restore()).rejects.toMatchObject({ code: 'key_store_waiting' });
  expect(log).not.toContain('restored');
  isWaiting = false;
  await backups.restore();
});

it('makes a backup, remembers it, and passes the passphrase to the archive only', async () => {
  const archive = new FakeArchive();
  const { backups, settings: stored } = openBackups(archive);
  expect((await backups.state()).due).toBe(true);
  const made = await backups.make(PASSPHRASE);
  expect(made).toEqual({ path: '/somewhere/made.callboard-backup', keysMissing: null });
  expect(archive.made).toMatchObject({ passphrase: PASSPHRASE, madeBy: '1.2.3', madeAt: 100 * DAY });
  expect(archive.made?.numberKeys).toEqual({ [KEY_ID]: KEY });
  expect(Object.keys(archive.made?.settings ?? {})).not.toContain('currentWorkspaceId');
  expect(JSON.stringify(stored())).not.toContain(PASSPHRASE);
  expect(await backups.state()).toMatchObject({ due: false, last: { at: 100 * DAY }, progress: null });
});

it('remembers nothing if the person cancels the dialog, and runs one operation at a time', async () => {
  const archive = new FakeArchive();
  const { backups } = openBackups(archive, { saveFile: async () => null });
  expect(await backups.make(PASSPHRASE)).toBeNull();
  expect((await backups.state()).last).toBeNull();

  const { promise, resolve } = Promise.withResolvers<void>();
  archive.wait = promise;
  const busy = openBackups(archive).backups;
  const making = busy.make(PASSPHRASE);
  await expect(busy.make(PASSPHRASE)).rejects.toMatchObject({ code: 'backup_busy' });
  await expect(busy.choose()).rejects.toMatchObject({ code: 'backup_busy' });
  expect((await busy.state()).progress).toEqual({ work: 'making', done: null });
  await busy.cancel();
  resolve();
  await expect(making).rejects.toMatchObject({ code: 'cancelled' });
  expect(await busy.state()).toMatchObject({ progress: null, last: null });
});

it('restores while sending and tracking are stopped, and restores settings', async () => {
  const {
    backups,
    log,
    settings: stored,
  } = openBackups(new FakeArchive(), { fixedSettings: () => ['colorScheme'] });
  expect(await backups.choose()).toEqual({ name: 'chosen.callboard-backup' });
  await backups.open(PASSPHRASE);
  expect(await backups.restore()).toMatchObject({ requests: 1 });
  // The keys come before the entries, and are in use before anything is sent.
  expect(log).toEqual([
    'stopped',
    'keeps 1 keys',
    'reads the keys',
    'forgets practice',
    'resumed',
    'restored',
  ]);
  // A fixed setting stays, and an invalid one is skipped without the others.
  expect(stored()).toMatchObject({ undoSeconds: 60, colorScheme: 'auto', queueConcurrency: 4 });
  await expect(backups.open(PASSPHRASE)).rejects.toMatchObject({ code: 'no_backup_chosen' });
});

it('drops an opened backup when a person is erased, but cancels no running operation', async () => {
  const archive = new FakeArchive();
  const { backups } = openBackups(archive);
  await backups.choose();
  await backups.open(PASSPHRASE);
  await backups.dropOpened();
  await expect(backups.restore()).rejects.toMatchObject({ code: 'no_backup_chosen' });

  const { promise, resolve } = Promise.withResolvers<void>();
  archive.wait = promise;
  const making = backups.make(PASSPHRASE);
  await backups.dropOpened();
  resolve();
  await making;
});

it('restores the column layouts of a backup', async () => {
  const archive = new FakeArchive();
  const layout = { order: ['name'], shown: { phone: false }, widths: {} };
  archive.opened = { ...archive.opened, settings: { gridLayouts: { theirs: layout } } };
  const { backups, settings: stored } = openBackups(archive);
  await backups.choose();
  await backups.open(PASSPHRASE);
  await backups.restore();
  expect(stored().gridLayouts).toEqual({ theirs: layout });
});

it('asks for no file to restore where Callboard is not empty', async () => {
  const content = { requests: 1, open: 0 };
  const { backups } = openBackups(new FakeArchive(), {
    counts: async () => ({ requests: 1, since: 1, content }),
    openFile: async () => expect.unreachable('No file is asked for.'),
  });
  await expect(backups.choose()).rejects.toMatchObject({ code: 'not_empty' });
  expect((await backups.state()).content).toEqual(content);
});

it('starts over while sending and tracking are stopped, and drops an opened backup', async () => {
  const archive = new FakeArchive();
  const { backups, log } = openBackups(archive);
  await backups.choose();
  await backups.open(PASSPHRASE);
  expect(await backups.startOver()).toEqual({ name: 'callboard.db.started-over-2026-11-27T10-00-00' });
  expect(log).toEqual(['stopped', 'forgets practice', 'resumed', 'restored']);
  await expect(backups.restore()).rejects.toMatchObject({ code: 'no_backup_chosen' });
});

it('forgets nothing of the practice service if starting over is refused', async () => {
  const archive = new FakeArchive();
  archive.failure = new CodedError('sends_open');
  const { backups, log } = openBackups(archive, {
    atRest: (run) => run(),
  });
  await expect(backups.startOver()).rejects.toMatchObject({ code: 'sends_open' });
  expect(log).toEqual([]);
});

it('keeps the chosen file after a wrong passphrase, and restores only an opened backup', async () => {
  const archive = new FakeArchive();
  archive.failure = new CodedError('wrong_passphrase');
  const { backups, log } = openBackups(archive);
  await expect(backups.restore()).rejects.toMatchObject({ code: 'no_backup_chosen' });
  await backups.choose();
  await expect(backups.open(PASSPHRASE)).rejects.toMatchObject({ code: 'wrong_passphrase' });
  await expect(backups.restore()).rejects.toMatchObject({ code: 'no_backup_chosen' });
  archive.failure = undefined;
  await backups.open(PASSPHRASE);
  expect(log).toEqual([]);
});

it('deletes the files of an interrupted run at its start, and its own at its end', async () => {
  const archive = new FakeArchive();
  const { backups } = openBackups(archive);
  await backups.start();
  expect(archive.discarded).toBe(1);
  await backups.choose();
  await backups.open(PASSPHRASE);
  const before = archive.discarded;
  await backups.close();
  expect(archive.discarded).toBe(before + 1);
  await expect(backups.restore()).rejects.toMatchObject({ code: 'no_backup_chosen' });
});

it('is due only with enough requests and after some time, and not after postponing the reminder', async () => {
  const few = openBackups(new FakeArchive(), {
    counts: async () => ({ requests: 3, since: 1, content: null }),
  });
  expect((await few.backups.state()).due).toBe(false);
  const young = { requests: 100, since: 90 * DAY, content: null };
  expect((await openBackups(new FakeArchive(), { counts: async () => young }).backups.state()).due).toBe(
    false,
  );
  const { backups } = openBackups(new FakeArchive());
  backups.remindLater();
  expect((await backups.state()).due).toBe(false);
});
