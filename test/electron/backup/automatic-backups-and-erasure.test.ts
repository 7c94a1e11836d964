import { unlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { columnLayouts } from '../../../electron/desktop/settings-store.ts';
import { PrivacyManager } from '../../../electron/privacy/privacy-manager.ts';
import { addTracked } from '../storage/temporary-storage.ts';
import { backingUpComputer, DAY } from './backing-up-computer.ts';

/** A computer with automatic backups that contain somebody, and `erase`, which erases them as the app does. */
async function computerWithSomebody() {
  const computer = await backingUpComputer();
  const { storage, userData, clock, troubles } = computer;
  const { id } = await addTracked(storage, 'request-1', { candidateName: 'Zebulon Quist' });
  await addTracked(storage, 'request-2', { id: 'other', phoneNumber: '+12025550143' });
  const app = await computer.begin();
  const privacy = new PrivacyManager({
    folder: userData,
    erasures: storage.stores.erasures,
    retention: storage.stores.retention,
    practice: { erase: async () => undefined },
    layouts: columnLayouts(app.settings),
    numberKeys: { canKeep: async () => 'no', current: async () => undefined },
    account: 'ada',
    beforeErasing: () => app.backups.makeWay(),
    deleteCrashDumps: async () => undefined,
    version: '1.0.0',
    clockAheadMs: async () => undefined,
    retentionDays: () => 0,
    floorDays: () => 0,
    personFloorDays: () => 0,
    onChange: () => undefined,
    onTrouble: (error) => troubles.push(error),
    now: () => clock.now,
  });
  onTestFinished(() => privacy.close());
  const erase = () =>
    privacy.erase(
      {
        search: { name: 'Quist', phone: '', everywhere: true },
        submissionIds: [id],
        importRows: [],
        listedIds: [],
        keepBlocking: false,
      },
      null,
    );
  return { ...computer, ...app, erase };
}

it('names the backups made before an erasure, and deletes those alone if asked to', async () => {
  const { automatic, storage, clock, erase, names, troubles } = await computerWithSomebody();
  clock.now += DAY;
  await automatic.backUpNow();
  const before = names();
  expect((await automatic.state()).beforeErasure).toEqual([]);
  clock.now += 1000;
  expect(await erase()).toMatchObject({ ok: true });
  await expect.poll(async () => (await storage.stores.erasures.unfinished()).length).toBe(0);
  clock.now += DAY;
  await automatic.backUpNow();
  const { beforeErasure } = await automatic.state();
  expect(beforeErasure.map(({ path }) => basename(path)).toSorted()).toEqual(before);

  expect(await automatic.deleteMadeBeforeErasure()).toEqual({ deleted: 2, left: 0 });
  await automatic.backUpNow();
  expect(names().filter((name) => before.includes(name))).toEqual([]);
  expect((await automatic.state()).beforeErasure).toEqual([]);
  expect(names().length).toBeGreaterThan(0);
  expect(troubles).toEqual([]);
});

it('cancels a backup that would still contain the person, and makes it once the erasure is done', async () => {
  const { automatic, storage, clock, gate, holdBack, erase, names } = await computerWithSomebody();
  const { written, release } = holdBack();
  clock.now += DAY;
  const making = automatic.backUpNow();
  await written;
  expect(await erase()).toMatchObject({ ok: true });
  gate.wait = undefined;
  release();
  expect(await making).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  await expect.poll(async () => (await storage.stores.erasures.unfinished()).length).toBe(0);
  expect(names()).toHaveLength(1);
  expect(await automatic.backUpNow()).toMatchObject({ ok: true });
});

it('waits a minute and tries again while somebody is being erased', async () => {
  const { automatic, unfinished, clock, names } = await computerWithSomebody();
  unfinished.ids = ['erasure-1'];
  clock.now += DAY;
  expect(await automatic.backUpNow()).toMatchObject({ error: { code: 'backup_after_erasure' } });
  expect(await automatic.state()).toMatchObject({ problem: null });
  unfinished.ids = [];
  vi.advanceTimersByTime(60_000);
  await expect.poll(names).toHaveLength(2);
});

it('says how many it could not delete', async () => {
  const { automatic, clock, erase, names, settings, storage, userData } = await computerWithSomebody();
  const [file] = settings.read().automaticBackupFiles;
  clock.now += 1000;
  await erase();
  await expect.poll(async () => (await storage.stores.erasures.unfinished()).length).toBe(0);
  clock.now += 1000;
  const unplugged = `${userData}/unplugged/${basename(file?.path ?? '')}`;
  settings.change({ automaticBackupFiles: [{ path: unplugged, at: 1, bytes: 1 }, ...(file ? [file] : [])] });
  unlinkSync(file?.path ?? '');
  expect(await automatic.deleteMadeBeforeErasure()).toEqual({ deleted: 1, left: 1 });
  await expect.poll(names).toHaveLength(1);
  expect((await automatic.state()).beforeErasure.map(({ path }) => path)).toEqual([unplugged]);
});
