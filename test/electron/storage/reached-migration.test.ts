import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../electron/storage/open-database.ts';
import { changeBy, sampleSubmission } from '../sample-submission.ts';
import { openTestStorage, temporaryStorage } from './temporary-storage.ts';

/** What the versions behind 16 have added. */
const LATER = `DROP TABLE connection_reuse; ALTER TABLE library DROP COLUMN fields; DROP INDEX pinned_values_by_value;
  DROP INDEX pinned_values_in_order; ALTER TABLE pinned_values DROP COLUMN place; ALTER TABLE pins ADD COLUMN scale INTEGER;
  CREATE INDEX pinned_values_in_order ON pinned_values (pin, value)`;

test('a database from before knows by its histories which submissions may have reached the service', async () => {
  const { stores, path, close } = await temporaryStorage();
  const discarded = sampleSubmission({ phoneNumber: '+12025550151' });
  const unconfirmed = sampleSubmission({ phoneNumber: '+12025550152' });
  const unsent = sampleSubmission({ phoneNumber: '+12025550153' });
  await stores.submissions.add([discarded, unconfirmed, unsent]);
  const interrupt = async (submission: typeof discarded) => {
    const marked = changeBy(submission, { type: 'sending_marked' }, 3000);
    const unclear = changeBy(marked.submission, { type: 'interrupted' }, 4000);
    await stores.submissions.save([marked]);
    await stores.submissions.save([unclear]);
    return unclear.submission;
  };
  const gone = { type: 'discarded', why: 'You discarded it' } as const;
  await interrupt(unconfirmed);
  await stores.submissions.save([changeBy(await interrupt(discarded), gone), changeBy(unsent, gone)]);
  await close();
  // As version 15 left it.
  const db = new DatabaseSync(path);
  const view = db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'submissions_in_full'").get()?.['sql'];
  const before = String(view).replace(
    /,\s*submissions\.may_have_reached_at, submissions\.may_have_reached_times/,
    '',
  );
  db.exec(`DROP VIEW submissions_in_full; ALTER TABLE submissions DROP COLUMN may_have_reached_at;
    ALTER TABLE submissions DROP COLUMN may_have_reached_times; ${before}; ${LATER}; PRAGMA user_version = 15`);
  db.close();

  openDatabase(path).db.close();
  const { submissions } = (await openTestStorage(path)).stores;
  const reached = async ({ id }: typeof discarded) => (await submissions.get(id))?.mayHaveReached;
  expect(await reached(discarded)).toEqual({ at: 4000, times: 1 });
  expect(await reached(unconfirmed)).toEqual({ at: 4000, times: 1 });
  expect(await reached(unsent)).toBeNull();
  const numbers = ['+12025550151', '+12025550152', '+12025550153'];
  expect(
    (await submissions.duplicates('workspace-1', numbers, 4000)).map(({ state }) => state).toSorted(),
  ).toEqual(['discarded', 'unconfirmed']);
});
