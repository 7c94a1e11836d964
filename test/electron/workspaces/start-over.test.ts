import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { BackupManager } from '../../../electron/backup/backup-manager.ts';
import { settings as settingsSchema } from '../../../shared/settings.ts';
import { until } from '../../poll.ts';
import { archiveOf, backupFile, PASSPHRASE } from '../backup/archive.ts';
import { sampleFields } from '../sample-submission.ts';
import type { Answer } from '../service/recording-service.ts';
import { openWorkspaces, serviceNamed } from './workspaces-under-test.ts';

/** Backups of the workspaces under test, as the app has them. */
function backupsOf({ workspaces, storage }: Awaited<ReturnType<typeof openWorkspaces>>, file: () => string) {
  let stored = settingsSchema.parse({});
  const forgotten: string[] = [];
  const backups = new BackupManager({
    archive: archiveOf(storage.path),
    version: '1.2.3',
    settings: {
      read: () => stored,
      change: (change) => {
        stored = settingsSchema.parse({ ...stored, ...change });
        return stored;
      },
    },
    fixedSettings: () => [],
    counts: () => storage.stores.backup.counts(),
    saveFile: async () => null,
    openFile: async () => file(),
    atRest: (run) => workspaces.whileClosed(run),
    forgetPractice: async () => void forgotten.push('practice'),
    numberKeys: {
      all: () => ({}),
      keep: async () => undefined,
      load: async () => undefined,
      locked: async () => null,
      isWaiting: async () => false,
    },
    onChange: () => undefined,
    onRestored: () => undefined,
  });
  return backups;
}

test('after starting over and restoring, tracking goes on, and what waited is sent only by a person', async () => {
  const acme = await serviceNamed('acme');
  const desk = await openWorkspaces();
  const { workspaces, connectAndSignIn, storage, settings } = desk;
  const id = await connectAndSignIn(acme.connection());
  await workspaces.open
    .get(id)
    ?.submitter.submit([sampleFields({ candidateName: 'Ada', phoneNumber: '+12025550143' })]);
  await until('the request', async () => (await storage.stores.requests.count(id)) === 1);
  settings.queuePaused = true;
  await workspaces.open
    .get(id)
    ?.submitter.submit([sampleFields({ candidateName: 'Grace', phoneNumber: '+12025550171' })]);
  const file = await backupFile(storage.path);
  const backups = backupsOf(desk, () => file);
  await expect(backups.choose()).rejects.toMatchObject({ code: 'not_empty' });
  await backups.startOver();
  expect(await workspaces.open.state()).toMatchObject({ workspaces: [], currentWorkspace: null });
  settings.queuePaused = false;
  await backups.choose();
  expect(await backups.open(PASSPHRASE)).toMatchObject({ toDecide: 1 });
  expect(await backups.restore()).toMatchObject({ requests: 1, toDecide: 1 });
  const open = workspaces.open.get(id);
  expect(open?.workspace.name).toBe('acme');
  open?.wake();
  expect((await storage.stores.submissions.outbox(id)).needsDecision).toMatchObject([
    { candidateName: 'Grace', problem: { code: 'from_a_backup' } },
  ]);
  expect(await storage.stores.requests.count(id)).toBe(1);
  expect(acme.creates()).toHaveLength(1);
});

test('a send without an answer is not lost by starting over: it is refused, or the file says that nobody can know', async () => {
  const asked = Promise.withResolvers<void>();
  const silent: Answer = () => asked.resolve();
  const acme = await serviceNamed('acme', silent);
  const desk = await openWorkspaces();
  const { workspaces, connectAndSignIn, storage } = desk;
  const id = await connectAndSignIn(acme.connection());
  await workspaces.open
    .get(id)
    ?.submitter.submit([sampleFields({ candidateName: 'Ada', phoneNumber: '+12025550143' })]);
  await asked.promise;
  const backups = backupsOf(desk, () => '');
  const refusal = (error: unknown) => expect(error).toMatchObject({ code: 'sends_open' });
  const done = await backups.startOver().catch(refusal);
  const where = done ? storage.path.replace(/[^/\\]*$/, done.name) : storage.path;
  using db = new DatabaseSync(where, { readOnly: true });
  expect(db.prepare('SELECT state FROM submissions').all()).toEqual([{ state: 'unconfirmed' }]);
  expect(acme.creates()).toHaveLength(1);
});
