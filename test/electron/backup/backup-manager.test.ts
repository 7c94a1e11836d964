import { expect, it } from 'vitest';
import { BackupManager, type BackupManagerOptions } from '../../../electron/backup/backup-manager.ts';
import type {
  BackupArchive,
  NewBackup,
  OpenedBackup,
  RestoredBackup,
} from '../../../electron/backup/ports.ts';
import { CodedError } from '../../../shared/result.ts';
import { type Settings, settings } from '../../../shared/settings.ts';

const PASSPHRASE = 'seven green umbrellas walk';
const DAY = 24 * 60 * 60 * 1000;

/** An archive that holds what a test says. */
class MadeUpArchive implements BackupArchive {
  made: NewBackup | undefined;
  opened: OpenedBackup = {
    contents: { madeAt: 1, madeBy: '1', workspaces: [], toDecide: 0, settled: 0 },
    settings: { undoSeconds: 60, colorScheme: 'dark', queueConcurrency: 'many', gridLayouts: {} },
  };
  restored: RestoredBackup = {
    report: {
      workspacesAdded: 1,
      requestsAdded: 1,
      requestsKnown: 0,
      toDecide: 0,
      settled: 0,
      othersAdded: 0,
    },
    workspaces: [{ backedUp: 'theirs', here: 'ours' }],
  };
  failure: Error | undefined;
  wait: Promise<void> = Promise.resolve();

  async *make(backup: NewBackup, { signal }: { signal: AbortSignal }) {
    this.made = backup;
    yield Buffer.from('piece');
    await this.wait;
    if (signal.aborted) throw new CodedError('cancelled');
  }
  async open(): Promise<OpenedBackup> {
    if (this.failure) throw this.failure;
    return this.opened;
  }
  restore(): Promise<RestoredBackup> {
    return Promise.resolve(this.restored);
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
    fixedSettings: () => [],
    counts: async () => ({ workspaces: 0, requests: 100, since: 1 }),
    saveFile: async (_name, content) => {
      for await (const _piece of content) log.push('piece');
      return '/somewhere/made.callboard-backup';
    },
    openFile: async () => '/somewhere/chosen.callboard-backup',
    atRest: async (run) => {
      log.push('at rest');
      const answer = await run();
      log.push('going on');
      return answer;
    },
    onChange: () => undefined,
    onRestored: () => log.push('restored'),
    now: () => 100 * DAY,
    ...changes,
  });
  return { backups, log, settings: () => stored };
}

it('makes a backup, remembers it, and never puts the passphrase anywhere but into the archive', async () => {
  const archive = new MadeUpArchive();
  const { backups, settings: stored } = openBackups(archive);
  expect((await backups.state()).due).toBe(true);
  const made = await backups.make(PASSPHRASE);
  expect(made).toEqual({ ok: true, value: { path: '/somewhere/made.callboard-backup' } });
  expect(archive.made).toMatchObject({ passphrase: PASSPHRASE, madeBy: '1.2.3', madeAt: 100 * DAY });
  expect(Object.keys(archive.made?.settings ?? {})).not.toContain('currentWorkspaceId');
  expect(JSON.stringify(stored())).not.toContain(PASSPHRASE);
  expect(await backups.state()).toMatchObject({ due: false, last: { at: 100 * DAY }, progress: null });
});

it('remembers nothing where the person chose no place, and does one thing at a time', async () => {
  const archive = new MadeUpArchive();
  const { backups } = openBackups(archive, { saveFile: async () => null });
  expect(await backups.make(PASSPHRASE)).toEqual({ ok: true, value: null });
  expect((await backups.state()).last).toBeNull();

  const { promise, resolve } = Promise.withResolvers<void>();
  archive.wait = promise;
  const busy = openBackups(archive).backups;
  const making = busy.make(PASSPHRASE);
  expect(await busy.make(PASSPHRASE)).toMatchObject({ ok: false, error: { code: 'backup_busy' } });
  expect(await busy.choose()).toMatchObject({ ok: false, error: { code: 'backup_busy' } });
  expect((await busy.state()).progress).toEqual({ work: 'making', done: null });
  await busy.cancel();
  resolve();
  expect(await making).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect(await busy.state()).toMatchObject({ progress: null, last: null });
});

it('restores at rest, and brings settings along to a computer that had nothing', async () => {
  const {
    backups,
    log,
    settings: stored,
  } = openBackups(new MadeUpArchive(), { fixedSettings: () => ['colorScheme'] });
  expect(await backups.choose()).toEqual({ ok: true, value: { name: 'chosen.callboard-backup' } });
  await backups.open(PASSPHRASE);
  expect(await backups.restore()).toMatchObject({ ok: true, value: { requestsAdded: 1 } });
  expect(log).toEqual(['at rest', 'going on', 'restored']);
  // What the organisation fixes stays, and what does not fit is left out alone.
  expect(stored()).toMatchObject({ undoSeconds: 60, colorScheme: 'auto', queueConcurrency: 4 });
  expect(await backups.open(PASSPHRASE)).toMatchObject({ ok: false, error: { code: 'no_backup_chosen' } });
});

it('drops an opened backup when somebody is erased, and breaks off nothing for it', async () => {
  const archive = new MadeUpArchive();
  const { backups } = openBackups(archive);
  await backups.choose();
  await backups.open(PASSPHRASE);
  await backups.dropOpened();
  expect(await backups.restore()).toMatchObject({ ok: false, error: { code: 'no_backup_chosen' } });

  const { promise, resolve } = Promise.withResolvers<void>();
  archive.wait = promise;
  const making = backups.make(PASSPHRASE);
  await backups.dropOpened();
  resolve();
  expect(await making).toMatchObject({ ok: true });
});

it('keeps the choices of a computer that is in use, and arranges columns only where nobody has', async () => {
  const archive = new MadeUpArchive();
  const layout = { order: ['name'], hidden: ['phone'], widths: {} };
  archive.opened = { ...archive.opened, settings: { undoSeconds: 60, gridLayouts: { theirs: layout } } };
  const { backups, settings: stored } = openBackups(archive, {
    counts: async () => ({ workspaces: 1, requests: 1, since: 1 }),
  });
  await backups.choose();
  await backups.open(PASSPHRASE);
  await backups.restore();
  expect(stored().undoSeconds).toBe(5);
  expect(Object.keys(stored().gridLayouts)).toEqual(['ours']);
});

it('keeps the chosen file after a wrong passphrase, and restores nothing that was not opened', async () => {
  const archive = new MadeUpArchive();
  archive.failure = new CodedError('wrong_passphrase');
  const { backups, log } = openBackups(archive);
  expect(await backups.restore()).toMatchObject({ ok: false, error: { code: 'no_backup_chosen' } });
  await backups.choose();
  expect(await backups.open(PASSPHRASE)).toMatchObject({ ok: false, error: { code: 'wrong_passphrase' } });
  expect(await backups.restore()).toMatchObject({ ok: false, error: { code: 'no_backup_chosen' } });
  archive.failure = undefined;
  expect(await backups.open(PASSPHRASE)).toMatchObject({ ok: true });
  expect(log).toEqual([]);
});

it('takes away at its start what a run that was cut off has left, and leaves nothing at its end', async () => {
  const archive = new MadeUpArchive();
  const { backups } = openBackups(archive);
  await backups.start();
  expect(archive.discarded).toBe(1);
  await backups.choose();
  await backups.open(PASSPHRASE);
  const before = archive.discarded;
  await backups.close();
  expect(archive.discarded).toBe(before + 1);
  expect(await backups.restore()).toMatchObject({ ok: false, error: { code: 'no_backup_chosen' } });
});

it('reminds of a backup only whoever has requests, and not again for a while once told not to', async () => {
  const few = openBackups(new MadeUpArchive(), {
    counts: async () => ({ workspaces: 1, requests: 3, since: 1 }),
  });
  expect((await few.backups.state()).due).toBe(false);
  const young = { workspaces: 1, requests: 100, since: 90 * DAY };
  expect((await openBackups(new MadeUpArchive(), { counts: async () => young }).backups.state()).due).toBe(
    false,
  );
  const { backups } = openBackups(new MadeUpArchive());
  backups.remindLater();
  expect((await backups.state()).due).toBe(false);
});
