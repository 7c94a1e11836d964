import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openStorage, type Storage } from '../../../electron/storage/storage.ts';
import { SUBMISSION_STATES } from '../../../shared/submission.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { sampleSubmission, sampleWorkspace } from '../sample-submission.ts';
import { WORKER_FILE } from './temporary-storage.ts';

const WORKSPACE = 'workspace-1';

function open(folder: string, state: string): Promise<Storage> {
  return openStorage(join(folder, 'callboard.db'), WORKER_FILE, undefined, undefined, state);
}

/** A closed data folder with a submission in each state, and a copy of it. */
async function copied() {
  const home = temporaryFolder();
  const [data, copy, state] = [join(home, 'data'), join(home, 'copy'), join(home, 'state')];
  mkdirSync(data);
  const { stores, close } = await open(data, state);
  await stores.workspaces.save(sampleWorkspace(), 1000);
  const made = SUBMISSION_STATES.map((each) =>
    sampleSubmission({
      state: each,
      candidateName: each,
      requestId: each === 'accepted' ? 'ir_1' : null,
      createdAt: 5000,
      updatedAt: 5000,
    }),
  );
  await stores.submissions.add(made);
  await close();
  const db = new DatabaseSync(join(data, 'callboard.db'));
  db.exec(`INSERT INTO imports (id, workspace_id, name, digest, headers, row_count, created_at)
    VALUES ('i1', '${WORKSPACE}', 'people.csv', 'd', '[]', 2, 5000)`);
  db.close();
  cpSync(data, copy, { recursive: true });
  return { data, copy, state, made };
}

test('in a copy, whatever could be sent by itself waits for a person, and nothing else changes', async () => {
  const { copy, state, made } = await copied();
  const { stores, copyFound, close } = await open(copy, state);
  const after = await stores.submissions.inStates(WORKSPACE, SUBMISSION_STATES);
  const queued = made.find(({ state: was }) => was === 'queued');
  const told = (await stores.events.of(queued?.id ?? '')).map(({ code }) => code);
  await close();
  const waiting = new Set(['queued', 'connecting', 'sending', 'held']);
  expect(copyFound).toEqual({ count: waiting.size, madeAt: 5000 });
  for (const { candidateName: was, state: is, problem } of after) {
    const isAsked = waiting.has(was);
    expect([was, is, problem?.code]).toEqual([
      was,
      isAsked ? 'unconfirmed' : was,
      isAsked ? 'from_a_copy' : undefined,
    ]);
    if (isAsked) expect(problem).toEqual({ code: 'from_a_copy', madeAt: 5000 });
  }
  expect([after.length, told.toSorted()]).toEqual([SUBMISSION_STATES.length, ['submitted', 'unconfirmed']]);
});

test('in a copy, an import that was not finished is not offered to be continued', async () => {
  const { data, copy, state } = await copied();
  const finished = (folder: string): unknown => {
    const db = new DatabaseSync(join(folder, 'callboard.db'));
    const found = db.prepare('SELECT finished_at FROM imports').get()?.['finished_at'];
    db.close();
    return found;
  };
  await (await open(copy, state)).close();
  expect([finished(data), finished(copy)]).toEqual([null, 5000]);
});

test('a copy is another computer of a team, and the folder that was copied is the same one', async () => {
  const { data, copy, state } = await copied();
  const computer = (folder: string): unknown => {
    const db = new DatabaseSync(join(folder, 'callboard.db'));
    db.exec(`INSERT OR IGNORE INTO teams (workspace_id, connection, computer_id, joined_at)
      VALUES ('${WORKSPACE}', '{}', 'the-first', 1)`);
    const found = db.prepare('SELECT computer_id FROM teams').get()?.['computer_id'];
    db.close();
    return found;
  };
  expect([computer(data), computer(copy)]).toEqual(['the-first', 'the-first']);
  for (const folder of [copy, data]) await (await open(folder, state)).close();
  expect(computer(copy)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  expect(computer(data)).toBe('the-first');
});

test('the folder that was copied is as before', async () => {
  const { data, copy, state } = await copied();
  await (await open(copy, state)).close();
  const { stores, copyFound, close } = await open(data, state);
  const after = await stores.submissions.inStates(WORKSPACE, SUBMISSION_STATES);
  await close();
  expect(copyFound).toBeUndefined();
  expect(after.filter(({ candidateName, state: is }) => is !== candidateName)).toEqual([]);
});

test('where nothing can be kept outside, the folder is used all the same, and the log hears of it', async () => {
  const { data, state } = await copied();
  const file = join(state, '..', 'file');
  writeFileSync(file, 'No folder can be made below a file.');
  const { copyFound, unmarked, close } = await open(data, join(file, 'state'));
  await close();
  expect([copyFound, unmarked instanceof Error]).toEqual([undefined, true]);
});
