import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readRecords } from '../../../electron/storage/backup/backup-records.ts';
import { stage } from '../../../electron/storage/backup/restore.ts';
import { KILLED_ITSELF } from '../../posix.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { sampleSubmission } from '../sample-submission.ts';
import { addTracked, temporaryStorage } from '../storage/temporary-storage.ts';
import { contentOf } from './archive.ts';

const PROCESS = fileURLToPath(new URL('./restoring-process.ts', import.meta.url));

function tablesOf(path: string): unknown {
  const db = new DatabaseSync(path);
  expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  const names = db.prepare(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'request_search%'`,
  );
  const tables = names.all().map(({ name }) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]);
  db.close();
  return tables;
}

it('changes nothing if the process is killed anywhere in a restore, and restores all if it is not', async () => {
  const old = await temporaryStorage();
  for (const id of ['request-1', 'request-2']) await addTracked(old, id);
  await old.stores.submissions.add([sampleSubmission()]);
  const folder = temporaryFolder();
  const staged = join(folder, 'staged.db');
  const content = await contentOf(old.path);
  await stage(
    staged,
    readRecords(
      (async function* () {
        yield content;
      })(),
    ),
    { check: () => undefined, progress: () => undefined },
  );
  const here = await temporaryStorage();
  await here.close();
  const before = tablesOf(here.path);
  // Killed after 1: copying; 2: indexing; 3 and 4: everything but the commit.
  for (const checks of [1, 2, 3, 99]) {
    const path = join(folder, `${checks}.db`);
    copyFileSync(here.path, path);
    const ended = await run(path, staged, checks);
    if (checks < 99) {
      expect(ended).toEqual(KILLED_ITSELF);
      expect(tablesOf(path)).toEqual(before);
    } else {
      expect(ended).toEqual({ code: 0, signal: null });
      expect(tablesOf(path)).not.toEqual(before);
    }
  }
});

it('changes nothing if the process is killed anywhere while a person starts over, and puts all aside if it is not', async () => {
  const here = await temporaryStorage();
  for (const id of ['request-1', 'request-2']) await addTracked(here, id);
  await here.stores.submissions.add([sampleSubmission()]);
  await here.close();
  const before = tablesOf(here.path);
  const folder = temporaryFolder();
  // Killed after 1: copying; 2: everything but naming the copy and the commit.
  for (const checks of [1, 2, 99]) {
    const path = join(folder, `${checks}.db`);
    copyFileSync(here.path, path);
    const ended = await run(path, join(folder, `${checks}-aside.db`), checks);
    const aside = readdirSync(folder).filter((name) => name.startsWith(`${checks}.db.started-over-`));
    if (checks < 99) {
      expect(ended).toEqual(KILLED_ITSELF);
      expect(tablesOf(path)).toEqual(before);
      expect(aside).toEqual([]);
    } else {
      expect(ended).toEqual({ code: 0, signal: null });
      expect(tablesOf(join(folder, aside[0] ?? ''))).toEqual(before);
      expect(tablesOf(path)).not.toEqual(before);
    }
  }
});

async function run(path: string, staged: string, checks: number): Promise<unknown> {
  const child = spawn(execPath, [PROCESS, path, staged, String(checks)], { stdio: 'inherit' });
  const [code, signal] = await once(child, 'exit');
  return { code, signal };
}
