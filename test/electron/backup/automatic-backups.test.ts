import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { PartialFiles } from '../../../electron/desktop/partial-files.ts';
import { expectMode } from '../../posix.ts';
import { addTracked, temporaryStorage } from '../storage/temporary-storage.ts';
import { archiveOf, PASSPHRASE, UNHURRIED } from './archive.ts';
import { backingUpComputer, DAY, HOUR } from './backing-up-computer.ts';

const NAME = /^Callboard automatic 2026-11-\d\d [\da-f]{8}\.callboard-backup$/;

it('backs up once a day, over restarts, and a restore of such a file gives the requests back', async () => {
  const computer = await backingUpComputer();
  const { clock, pass, names, storage } = computer;
  await addTracked(storage, 'request-1', { candidateName: 'Zebulon Quist' });
  const first = await computer.begin();
  expect(names()).toEqual([expect.stringMatching(NAME)]);
  pass(20 * HOUR);
  expect(names()).toHaveLength(1);
  await first.automatic.close();

  clock.now += 3 * HOUR;
  const second = computer.start();
  pass(HOUR);
  await expect.poll(names).toHaveLength(2);
  await expect.poll(async () => (await second.automatic.state()).last?.at).toBe(clock.now);
  await second.automatic.close();

  // Asleep for two days: no timer fires, and the computer says that it is awake.
  clock.now += 2 * DAY;
  const third = computer.start();
  await expect.poll(async () => (await third.automatic.state()).last?.at).toBe(clock.now);
  clock.now += 2 * DAY;
  const woken = async () => {
    third.automatic.runIfDue();
    return (await third.automatic.state()).last?.at;
  };
  await expect.poll(woken).toBe(clock.now);
  expect(names()).toHaveLength(4);

  const { last } = await third.automatic.state();
  expect(last?.bytes).toBe(statSync(last?.path ?? '').size);
  expectMode(last?.path ?? '', 0o600);
  const archive = archiveOf((await temporaryStorage()).path);
  await archive.open(last?.path ?? '', PASSPHRASE, UNHURRIED);
  const report = await archive.restore({ now: 9000, numberKeys: {} }, UNHURRIED);
  expect(report.requests).toBe(1);
  expect(computer.troubles).toEqual([]);
});

it('keeps as many as chosen, and deletes only files that it wrote', async () => {
  const computer = await backingUpComputer();
  const { folder, names } = computer;
  const { automatic, settings } = await computer.begin();
  settings.change({ backupsKept: 2 });
  const [own = ''] = names();
  const alien = [
    own.replace(/[\da-f]{8}\./, '00000000.'),
    'Callboard 2026-11-01.callboard-backup',
    'holiday.jpg',
  ].toSorted();
  for (const name of alien) writeFileSync(join(folder, name), 'alien');
  for (let n = 0; n < 4; n += 1) await automatic.backUpNow();
  expect(names().filter((name) => !alien.includes(name))).toHaveLength(2);
  expect(names()).toEqual(expect.arrayContaining(alien));

  // A file of ours that somebody replaced is not ours any more, nor is a folder in its place.
  const [older, newer] = settings.read().automaticBackupFiles;
  writeFileSync(older?.path ?? '', 'something that a person keeps here');
  rmSync(newer?.path ?? '');
  mkdirSync(newer?.path ?? '');
  for (let n = 0; n < 4; n += 1) await automatic.backUpNow();
  expect(names()).toEqual(expect.arrayContaining([basename(older?.path ?? ''), basename(newer?.path ?? '')]));
  expect(settings.read().automaticBackupFiles).toHaveLength(2);
});

it('leaves a file out of its record whose name it could not have given', async () => {
  const computer = await backingUpComputer();
  const { automatic, settings } = await computer.begin();
  const path = join(computer.folder, 'my thesis.callboard-backup');
  writeFileSync(path, 'mine');
  settings.change({ automaticBackupFiles: [{ path, at: 1, bytes: 4 }], backupsKept: 1 });
  await automatic.backUpNow();
  expect(readFileSync(path, 'utf8')).toBe('mine');
});

it('leaves no half-written file under a name when it is killed, and the next start removes the rest', async () => {
  const computer = await backingUpComputer();
  const { names, gate, holdBack, userData, clock } = computer;
  const killed = await computer.begin();
  const before = names();
  const { written, release } = holdBack();
  clock.now += DAY;
  killed.automatic.runIfDue();
  await written;
  const [partial = ''] = names().filter((name) => !before.includes(name));
  expect(partial).toMatch(/^\..*\.part$/);

  gate.wait = undefined;
  new PartialFiles(userData).removeLeftovers((error) => computer.troubles.push(error));
  expect(names()).toEqual(before);
  const { automatic } = computer.start();
  expect((await automatic.state()).last?.at).toBe(clock.now - DAY);
  await expect.poll(async () => (await automatic.state()).last?.at).toBe(clock.now);
  expect(names()).toHaveLength(2);
  release();
});

it('says that the folder is gone and since when, and goes on when it is back', async () => {
  const computer = await backingUpComputer();
  const { folder, clock, pass } = computer;
  const { automatic } = await computer.begin();
  const good = clock.now;
  renameSync(folder, `${folder} unplugged`);
  // At once, and not when the next backup is due.
  pass(HOUR);
  await expect.poll(async () => (await automatic.state()).problem).not.toBeNull();
  pass(DAY);
  expect(await automatic.state()).toMatchObject({
    last: { at: good },
    problem: {
      failure: { error: { code: 'backup_folder_gone', values: { path: folder } } },
      since: good + HOUR,
    },
  });
  // Not created anew, where it would be on another drive.
  expect(readdirSync(computer.userData)).not.toContain('drive');
  pass(2 * HOUR);
  expect(await automatic.backUpNow()).toMatchObject({ error: { code: 'backup_folder_gone' } });
  expect((await automatic.state()).problem?.since).toBe(good + HOUR);
  renameSync(`${folder} unplugged`, folder);
  pass(HOUR);
  await expect.poll(async () => (await automatic.state()).problem).toBeNull();
  expect((await automatic.state()).last?.at).toBe(clock.now);
});

it('says at once that the folder is gone when it starts, and that it is back, without a backup that is not due', async () => {
  const computer = await backingUpComputer();
  const { folder, names, pass } = computer;
  await (await computer.begin()).automatic.close();
  renameSync(folder, `${folder} unplugged`);
  const { automatic } = computer.start();
  await expect
    .poll(async () => (await automatic.state()).problem?.failure.error.code)
    .toBe('backup_folder_gone');
  renameSync(`${folder} unplugged`, folder);
  pass(HOUR);
  await expect.poll(async () => (await automatic.state()).problem).toBeNull();
  expect(names()).toHaveLength(1);
});

it('removes what a killed backup left on a drive that was away at the next start, once the drive is back', async () => {
  const computer = await backingUpComputer();
  const { names, gate, holdBack, folder, userData, clock, pass } = computer;
  const killed = await computer.begin();
  const before = names();
  const { written, release } = holdBack();
  clock.now += DAY;
  killed.automatic.runIfDue();
  await written;
  expect(names()).toHaveLength(before.length + 1);
  gate.wait = undefined;
  renameSync(folder, `${folder} unplugged`);
  new PartialFiles(userData).removeLeftovers((error) => computer.troubles.push(error));
  clock.now -= DAY;
  const { automatic } = computer.start();
  await expect.poll(async () => (await automatic.state()).problem).not.toBeNull();
  renameSync(`${folder} unplugged`, folder);
  pass(HOUR);
  await expect.poll(names).toEqual(before);
  expect(computer.troubles).toEqual([]);
  release();
});

it('waits for a silent key store, and asks again for a passphrase that is lost', async () => {
  const computer = await backingUpComputer();
  const { secrets, names, clock } = computer;
  await (await computer.begin()).automatic.close();
  clock.now += DAY;
  secrets.silent = Promise.withResolvers();
  const { automatic } = computer.start();
  const problem = async () => (await automatic.state()).problem?.failure.error.code;
  await expect.poll(problem).toBe('key_store_waiting');
  const { resolve } = secrets.silent;
  secrets.silent = undefined;
  resolve();
  await expect.poll(names).toHaveLength(2);
  await expect.poll(problem).toBeUndefined();

  secrets.value = undefined;
  clock.now += DAY;
  // The one before may still be noting that it is made.
  await expect
    .poll(() => {
      automatic.runIfDue();
      return problem();
    })
    .toBe('backup_passphrase_missing');
  await automatic.setUp(PASSPHRASE);
  await expect.poll(problem).toBeUndefined();
});

it('gives way to what a person starts, and reports that as no problem', async () => {
  const computer = await backingUpComputer();
  const { holdBack, names, clock } = computer;
  const { automatic, backups } = await computer.begin();
  const { written, release } = holdBack();
  clock.now += DAY;
  automatic.runIfDue();
  await written;
  const choosing = backups.choose();
  release();
  expect(await choosing).toBeNull();
  expect(names()).toHaveLength(1);
  expect((await automatic.state()).problem).toBeNull();
});

it('makes nothing once it is turned off, and forgets the passphrase', async () => {
  const computer = await backingUpComputer();
  const { automatic } = await computer.begin();
  await automatic.turnOff();
  computer.pass(3 * DAY);
  expect(computer.secrets.value).toBeUndefined();
  expect(computer.names()).toHaveLength(1);
  expect(await automatic.state()).toMatchObject({ enabled: false, problem: null });
});

it('does not wait for a day that a wrong clock puts off', async () => {
  const computer = await backingUpComputer();
  const { automatic } = await computer.begin();
  computer.clock.now -= 400 * DAY;
  automatic.runIfDue();
  await expect.poll(async () => (await automatic.state()).last?.at).toBe(computer.clock.now);
});

it('backs up to another folder at once, and stays with the old one if the dialog is cancelled', async () => {
  const computer = await backingUpComputer();
  const { automatic } = await computer.begin();
  computer.choose(null);
  expect(await automatic.chooseFolder()).toBeNull();
  expect((await automatic.state()).folder).toBe(computer.folder);
  const other = join(computer.userData, 'other');
  mkdirSync(other);
  computer.choose(other);
  await automatic.chooseFolder();
  await expect.poll(() => readdirSync(other).length).toBe(1);
  expect(computer.names()).toHaveLength(1);
});

it('keeps the older backups, and no file, if a backup can not be read back', async () => {
  const computer = await backingUpComputer();
  const { automatic, settings } = await computer.begin();
  settings.change({ backupsKept: 1 });
  const { last } = await automatic.state();
  const before = computer.names();
  const db = new DatabaseSync(computer.storage.path);
  db.exec("INSERT INTO views VALUES ('v', 'workspace-1', 'Mine', '{', 'updated', 1, 1)");
  expect(await automatic.backUpNow()).toMatchObject({ ok: false });
  expect(await automatic.state()).toMatchObject({
    last,
    count: 1,
    problem: { failure: { error: { code: 'backup_unfit' } } },
  });
  expect(computer.names()).toEqual(before);
  db.exec('DELETE FROM views');
  db.close();
  expect(await automatic.backUpNow()).toMatchObject({ ok: true });
  expect((await automatic.state()).problem).toBeNull();
  expect(computer.names()).toHaveLength(1);
});

it('says that the disk is full, and leaves nothing of the backup there', async () => {
  const computer = await backingUpComputer();
  const { automatic } = await computer.begin();
  computer.gate.wait = async () => {
    throw Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' });
  };
  expect(await automatic.backUpNow()).toMatchObject({ ok: false });
  expect((await automatic.state()).problem?.failure.error).toEqual({
    code: 'file_not_saved',
    values: { reason: 'ENOSPC', path: computer.folder },
  });
  expect(computer.names()).toHaveLength(1);
});
