import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { problemsToCsv } from '../../../electron/imports/import-files.ts';
import { importProblem, ofRow } from '../../../shared/import-problems.ts';
import type { RememberedColumns } from '../../../shared/imports.ts';
import { problem } from '../../../shared/input-problems.ts';
import type { Submission } from '../../../shared/submission.ts';
import { changeBy, sampleSubmission } from '../sample-submission.ts';
import { sharedStorage } from './temporary-storage.ts';

const shared = sharedStorage();
const COLUMNS: RememberedColumns = {
  fields: {
    candidateName: { from: 'columns', headers: ['Vorname', 'Name'] },
    jobDescriptionId: { from: 'nowhere' },
  },
  country: 'DE',
};

async function started({ digest = 'digest-1', createdAt = 1000 } = {}) {
  const { storage, workspaceId } = await shared.withWorkspace();
  const { imports, submissions } = storage.stores;
  const id = randomUUID();
  const start = { id, name: 'Bewerber.xlsx', digest, headers: ['Name', 'Phone'], rows: 4 };
  await imports.begin(workspaceId, start, createdAt);
  return { imports, submissions, workspaceId, id, start };
}

describe('the memory of imports', () => {
  test('remembers the columns for a set of headers, and the country for any file', async () => {
    const { imports, workspaceId } = await started();
    expect(await imports.recall(workspaceId, 'a\nb', 'x')).toEqual({
      columns: null,
      country: null,
      before: null,
    });
    await imports.remember(workspaceId, 'a\nb', COLUMNS, 1);
    await imports.remember(workspaceId, 'c', { ...COLUMNS, country: null }, 2);
    expect(await imports.recall(workspaceId, 'a\nb', 'x')).toMatchObject({ columns: COLUMNS });
    expect(await imports.recall(workspaceId, 'new', 'x')).toMatchObject({ columns: null, country: 'DE' });
    const other = await started();
    expect(await imports.recall(other.workspaceId, 'a\nb', 'x')).toMatchObject({
      columns: null,
      country: null,
    });
  });

  test('recognises the same file, and whether its import was interrupted', async () => {
    const { imports, workspaceId, id } = await started();
    expect((await imports.recall(workspaceId, '', 'digest-1')).before).toEqual({
      id,
      createdAt: 1000,
      queued: [],
      interrupted: true,
      firstSendAt: null,
    });
    await imports.finish(workspaceId, id, 2000);
    expect((await imports.recall(workspaceId, '', 'digest-1')).before?.interrupted).toBe(false);
  });

  test('does not offer to resume an interrupted import with withdrawn submissions', async () => {
    const { imports, submissions, workspaceId, id } = await started();
    const withdrawn = sampleSubmission({ workspaceId, state: 'discarded' });
    await submissions.add([withdrawn], undefined, { importId: id, rows: [{ number: 2, cells: ['Ada'] }] });
    const { before } = await imports.recall(workspaceId, '', 'digest-1');
    expect(before).toMatchObject({ queued: [2], interrupted: false });
  });

  test('knows from when its first submission may go out, those withdrawn aside', async () => {
    const { imports, submissions, workspaceId, id } = await started();
    const some = [
      sampleSubmission({ workspaceId, state: 'discarded', sendAfter: 1000 }),
      sampleSubmission({ workspaceId, sendAfter: 3000 }),
      sampleSubmission({ workspaceId, sendAfter: 2000 }),
    ];
    const rows = [2, 3, 4].map((number) => ({ number, cells: ['Ada'] }));
    await submissions.add(some, undefined, { importId: id, rows });
    expect((await imports.recall(workspaceId, '', 'digest-1')).before?.firstSendAt).toBe(2000);
  });

  test('does not change an import that begins a second time', async () => {
    const { imports, workspaceId, start } = await started();
    await imports.begin(workspaceId, { ...start, name: 'Other.csv' }, 9000);
    expect(await imports.list(workspaceId)).toMatchObject([
      { name: 'Bewerber.xlsx', createdAt: 1000, rows: 4 },
    ]);
  });

  test('takes an import for interrupted that went on after its end and did not reach another', async () => {
    const { imports, workspaceId, id, start } = await started();
    await imports.finish(workspaceId, id, 2000);
    expect(await imports.list(workspaceId)).toMatchObject([{ finished: true }]);
    await imports.begin(workspaceId, start, 3000);
    expect(await imports.list(workspaceId)).toMatchObject([{ finished: false }]);
    expect((await imports.recall(workspaceId, '', 'digest-1')).before?.interrupted).toBe(true);
  });

  test('knows how much is sent of the files that are not sent whole', async () => {
    const { imports, submissions, workspaceId, id, start } = await started();
    const add = (importId: string, ...states: Submission['state'][]) =>
      submissions.add(
        states.map((state) => sampleSubmission({ workspaceId, state })),
        undefined,
        { importId, rows: states.map((_, at) => ({ number: at + 2, cells: ['Ada'] })) },
      );
    await submissions.add([sampleSubmission({ workspaceId })]);
    expect(await imports.progress(workspaceId)).toEqual({ sent: 0, all: 0 });
    await add(id, 'accepted', 'sending', 'rejected', 'discarded', 'queued', 'held');
    const whole = randomUUID();
    await imports.begin(workspaceId, { ...start, id: whole }, 2000);
    await add(whole, 'accepted', 'rejected');
    expect(await imports.progress(workspaceId)).toEqual({ sent: 3, all: 5 });
  });

  test('lists the imports of a workspace, the newest first', async () => {
    const { imports, workspaceId, id, start } = await started();
    const second = randomUUID();
    await imports.begin(workspaceId, { ...start, id: second }, 2000);
    await started();
    expect((await imports.list(workspaceId)).map((each) => each.id)).toEqual([second, id]);
  });
});

describe('the rows to correct', () => {
  test('are those that were never queued or were rejected, in the order of the file', async () => {
    const { imports, submissions, workspaceId, id } = await started();
    const submission = sampleSubmission({ workspaceId });
    const row = { number: 4, cells: ['Ada', '1'] };
    await submissions.add([submission], undefined, { importId: id, rows: [row] });
    await imports.keepProblems(workspaceId, id, [
      {
        number: 5,
        cells: ['Bob', '0'],
        problems: [{ field: 'phoneNumber', ...problem('phone_incomplete') }],
      },
      { number: 2, cells: ['Eve', '2'], problems: [ofRow(importProblem('left_out'))] },
      { number: 4, cells: ['Ada', '1'], problems: [ofRow(importProblem('not_queued'))] },
    ]);
    expect((await imports.problems(workspaceId, id))?.rows.map(({ number }) => number)).toEqual([2, 5]);

    const claimed = changeBy(submission, { type: 'claimed' });
    const marked = changeBy(claimed.submission, { type: 'sending_marked' });
    const outcome = { name: 'refused_as_it_is', httpStatus: 400 } as const;
    const refused = changeBy(marked.submission, { type: 'answered', outcome, retryAt: 0 });
    await submissions.save([claimed, marked, refused]);
    const problems = await imports.problems(workspaceId, id);
    expect(problems?.rows.map(({ number }) => number)).toEqual([2, 4, 5]);
    expect(problems?.rows[1]).toMatchObject({ problems: null, refusal: { code: 'refused_as_it_is' } });
    expect(problemsToCsv([], problems?.rows ?? [])).toContain(
      'Ada,1,Refused by the service: The service refused this submission as it is.',
    );
    expect(await imports.list(workspaceId)).toMatchObject([{ refused: 1, notQueued: 2 }]);
  });

  test('are written with their own columns, including surplus cells and neutralised formulas', () => {
    const headers = ['Name', 'Problem', 'Phone'];
    const rows = [
      {
        number: 2,
        cells: ['=Ada', 'old', '+4915112345678', 'left over'],
        problems: [
          ofRow(importProblem('too_many_cells')),
          { field: 'candidateName', ...importProblem('no_name', { text: 'n/a' }) } as const,
        ],
        refusal: null,
      },
      { number: 3, cells: ['Bob'], problems: [ofRow(importProblem('not_queued'))], refusal: null },
    ];
    expect(problemsToCsv(headers, rows)).toBe(
      [
        '\uFEFFName,Phone,,Problem',
        `'=Ada,+4915112345678,left over,"This row has more cells than there are columns. Check the file. Candidate name: ""n/a"" is not a name. Enter it."`,
        'Bob,,,Queueing stopped before this row',
        '',
      ].join('\r\n'),
    );
  });
});
