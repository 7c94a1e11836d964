import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readRecords } from '../../../electron/storage/backup/backup-records.ts';
import { stage } from '../../../electron/storage/backup/stage.ts';
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
  await addTracked(here, 'request-2');
  await addTracked(here, 'request-3');
  await here.close();
  const before = tablesOf(here.path);
  // Killed after 1: merging submissions; 2: merging marks; 3: indexing; 4: everything but the commit.
  for (const checks of [1, 2, 3, 4, 99]) {
    const path = join(folder, `${checks}.db`);
    copyFileSync(here.path, path);
    const child = spawn(execPath, [PROCESS, path, staged, String(checks)], { stdio: 'inherit' });
    const [code, signal] = await once(child, 'exit');
    if (checks < 99) {
      expect({ code, signal }).toEqual(KILLED_ITSELF);
      expect(tablesOf(path)).toEqual(before);
    } else {
      expect({ code, signal }).toEqual({ code: 0, signal: null });
      expect(tablesOf(path)).not.toEqual(before);
    }
  }
});
