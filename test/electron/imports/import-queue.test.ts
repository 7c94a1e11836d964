import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  ImportQueue,
  undoImport,
  type WaitingSubmissions,
  withdrawImport,
} from '../../../electron/imports/import-queue.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import type { ImportRow } from '../../../shared/imports.ts';
import { requestFilter } from '../../../shared/request-filter.ts';
import { fail } from '../../../shared/result.ts';
import type { Submission } from '../../../shared/submission.ts';
import { defaultRules } from '../../../shared/workspace-rules.ts';
import { acceptance, changeBy, noRules, sampleSubmission } from '../sample-submission.ts';
import { sharedStorage } from '../storage/temporary-storage.ts';
import { type PersonActions, personActions } from '../submissions/person-actions.ts';

const JOB = '123e4567-e89b-12d3-a456-426614174000';
const shared = sharedStorage();

function row(number: number, phoneNumber = `+120255501${String(number).padStart(2, '0')}`): ImportRow {
  return {
    number,
    cells: [`Person ${number}`, phoneNumber, 'https://example.com/cv.pdf'],
    fields: {
      candidateName: `Person ${number}`,
      phoneNumber,
      resumeUrl: 'https://example.com/cv.pdf',
      jobDescriptionId: JOB,
      questionnaireTemplateId: 'general',
    },
  };
}

const rows = (count: number) => Array.from({ length: count }, (_, at) => row(at + 2));
const numbersOf = (some: readonly ImportRow[]) => some.map(({ number }) => number);

/** An import started in its own workspace, with real storage and the real submitter. */
async function anImport({ undoSeconds = 5, rules = noRules } = {}) {
  const { storage, workspaceId } = await shared.withWorkspace();
  const { imports, submissions } = storage.stores;
  const outbox = personActions({
    workspaceId,
    store: submissions,
    settings: () => ({ undoSeconds, duplicateDays: 30 }),
    rules,
  });
  const importId = randomUUID();
  const headers = ['Name', 'Phone', 'CV'];
  await imports.begin(workspaceId, { id: importId, name: 'list.csv', digest: 'd', headers, rows: 9 }, 5000);
  const queue = new ImportQueue(imports);
  const put = (
    some: readonly ImportRow[],
    despiteDuplicates = false,
    entrance = outbox,
    together = some.length,
  ) => queue.queue({ workspaceId, importId, rows: some, despiteDuplicates, together }, entrance);
  const summary = async () => (await imports.list(workspaceId))[0];
  const waiting = async () => (await submissions.outbox(workspaceId)).waiting;
  return { storage, workspaceId, importId, imports, submissions, outbox, queue, put, summary, waiting };
}

describe('queueing rows of a file', () => {
  test('queues each row and links it to its submission', async () => {
    const { put, summary, waiting, imports, importId } = await anImport();
    expect(await put(rows(3))).toMatchObject({ ok: true, value: { queued: [2, 3, 4] } });
    expect(await waiting()).toHaveLength(3);
    expect(await summary()).toMatchObject({
      name: 'list.csv',
      createdAt: 5000,
      rows: 9,
      unsent: 3,
      notQueued: 0,
      erased: 0,
    });
    const linked = await imports.submissionsIn(importId, ['queued']);
    expect(linked).toEqual((await waiting()).map(({ id }) => id));
  });

  test('never queues a row twice, however often it is sent', async () => {
    const { put, waiting } = await anImport();
    await put(rows(2));
    expect(await put(rows(4))).toMatchObject({ value: { queued: [2, 3, 4, 5] } });
    expect(await put(rows(4), true)).toMatchObject({ value: { queued: [2, 3, 4, 5] } });
    expect(await waiting()).toHaveLength(4);
  });

  test('queues each row once if it is sent twice at the same moment', async () => {
    const { put, waiting } = await anImport();
    const answers = await Promise.all([put(rows(3)), put(rows(3)), put(rows(3), true)]);
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(await waiting()).toHaveLength(3);
  });

  test('queues all of a chunk or nothing', async () => {
    const { put, waiting, summary, outbox } = await anImport();
    await outbox.submit([row(50, row(3).fields.phoneNumber).fields]);
    expect(await put(rows(3))).toMatchObject({ ok: false, error: { code: 'duplicate' } });
    expect(await waiting()).toHaveLength(1);
    expect(await summary()).toMatchObject({ unsent: 0, notQueued: 3 });
  });

  test('leaves out rows whose number is on the do-not-call list by now, and queues the others', async () => {
    const { storage, put, waiting, imports, importId, workspaceId } = await anImport();
    // A number of this test alone: the storage is shared.
    const [number, reason] = ['+442071838750', 'Asked by e-mail'];
    await storage.stores.doNotCall.add([
      { id: randomUUID(), phoneNumber: number, reason, addedAt: 5000, addedBy: 'ada' },
    ]);
    const answer = await put([row(2), row(3, number), row(4)]);
    expect(answer).toMatchObject({ value: { queued: [2, 4], forbidden: [3] } });
    expect(await waiting()).toHaveLength(2);
    const { rows: left } = (await imports.problems(workspaceId, importId)) ?? { rows: [] };
    expect(left).toMatchObject([
      { number: 3, problems: [{ code: 'on_do_not_call_list', values: { reason, source: 'person' } }] },
    ]);
    expect(await put([row(3, number)])).toMatchObject({
      value: { queued: [], forbidden: [3], firstAt: null },
    });
  });

  test('leaves out rows whose country may not be called, and queues the others', async () => {
    const rules = async () => ({ ...defaultRules('UTC'), allowedCountries: ['US' as const] });
    const { put, waiting, imports, importId, workspaceId } = await anImport({ rules });
    const answer = await put([row(2), row(3, '+4312345678'), row(4)]);
    expect(answer).toMatchObject({ value: { queued: [2, 4], forbidden: [3] } });
    expect(await waiting()).toHaveLength(2);
    const { rows: left } = (await imports.problems(workspaceId, importId)) ?? { rows: [] };
    expect(left).toMatchObject([
      { number: 3, problems: [{ code: 'country_not_allowed', values: { country: 'AT' } }] },
    ]);
  });

  test('queues equal rows twice if they are meant as two', async () => {
    const { put, waiting, imports, importId, workspaceId } = await anImport();
    const twin = { ...row(2), number: 7 };
    expect(await put([row(2), twin], true)).toMatchObject({ ok: true });
    expect(await waiting()).toHaveLength(2);
    expect(await imports.queuedRows(workspaceId, importId)).toEqual([2, 7]);
  });

  test('links each of two rows with the same name and number to its own submission, in any order', async () => {
    const { put, submissions, imports, importId } = await anImport();
    const withResume = (number: number): ImportRow => ({
      ...row(2),
      number,
      fields: { ...row(2).fields, resumeUrl: `https://example.com/${number}.pdf` },
    });
    await put([withResume(7), withResume(3)], true);
    const linked = await imports.submissionsIn(importId, ['queued']);
    const resumes = await Promise.all(linked.map(async (id) => (await submissions.get(id))?.resumeUrl));
    expect(resumes).toEqual(['https://example.com/3.pdf', 'https://example.com/7.pdf']);
  });

  test('does not link a submission made by hand at the same time', async () => {
    const { put, outbox, imports, importId, workspaceId } = await anImport();
    const late: Pick<PersonActions, 'submit'> = {
      submit: async (...args) => {
        await outbox.submit([row(2).fields]);
        return outbox.submit(...args);
      },
    };
    expect(await put([row(2)], false, Object.assign(Object.create(outbox), late))).toMatchObject({
      error: { code: 'duplicate' },
    });
    expect(await imports.queuedRows(workspaceId, importId)).toEqual([]);
    expect(await withdrawImport(importId, imports, outbox)).toBe(0);
  });

  test('links the rows of two files sent at the same moment to their own submissions', async () => {
    const { workspaceId, imports, importId, outbox } = await anImport();
    const otherId = randomUUID();
    const start = { id: otherId, name: 'other.csv', digest: 'e', headers: [], rows: 3 };
    await imports.begin(workspaceId, start, 6000);
    const bring = (id: string, some: readonly ImportRow[]) =>
      new ImportQueue(imports).queue(
        { workspaceId, importId: id, rows: some, despiteDuplicates: true, together: 3 },
        outbox,
      );
    await Promise.all([bring(importId, rows(3)), bring(otherId, rows(3))]);
    expect(await imports.queuedRows(workspaceId, importId)).toEqual([2, 3, 4]);
    expect(await imports.queuedRows(workspaceId, otherId)).toEqual([2, 3, 4]);
  });

  test('queues each row once if two queues send the same file at the same moment', async () => {
    const { put, waiting, workspaceId, imports, importId, outbox } = await anImport();
    const chunk = { workspaceId, importId, rows: rows(3), despiteDuplicates: true, together: 3 };
    await Promise.allSettled([put(rows(3), true), new ImportQueue(imports).queue(chunk, outbox)]);
    expect(await waiting()).toHaveLength(3);
    expect(await imports.queuedRows(workspaceId, importId)).toEqual([2, 3, 4]);
  });

  test('finds a row queued if the answer was lost', async () => {
    const { put, waiting, outbox, imports, importId, workspaceId } = await anImport();
    const deaf: Pick<PersonActions, 'submit'> = {
      submit: async (...args) => {
        await outbox.submit(...args);
        throw new Error('The answer got lost.');
      },
    };
    await expect(put(rows(2), false, Object.assign(Object.create(outbox), deaf))).rejects.toThrow('lost');
    expect(await imports.queuedRows(workspaceId, importId)).toEqual([2, 3]);
    expect(await put(rows(2))).toMatchObject({ ok: true });
    expect(await waiting()).toHaveLength(2);
  });

  test('does not link a submission made by hand after a failure', async () => {
    const { put, outbox, imports, importId, workspaceId } = await anImport();
    const refusing = Object.assign(Object.create(outbox), {
      submit: async () => fail('workspace_closed'),
    });
    expect(await put(rows(1), false, refusing)).toMatchObject({ error: { code: 'workspace_closed' } });
    await outbox.submit([row(2).fields]);
    expect(await imports.queuedRows(workspaceId, importId)).toEqual([]);
  });

  test('is refused for another workspace', async () => {
    const { importId, imports, submissions, outbox, waiting } = await anImport();
    const other = await shared.withWorkspace();
    const chunk = {
      workspaceId: other.workspaceId,
      importId,
      rows: rows(1),
      despiteDuplicates: true,
      together: 1,
    };
    await expect(new ImportQueue(imports).queue(chunk, outbox)).rejects.toThrow('no such import');
    const from = { importId, rows: rows(1) };
    const submission = sampleSubmission({ workspaceId: other.workspaceId });
    await expect(submissions.add([submission], undefined, from)).rejects.toThrow('no such import');
    expect(await waiting()).toEqual([]);
  });

  test('stores no submission for a row that already has one', async () => {
    const { put, submissions, importId, workspaceId, waiting } = await anImport();
    await put(rows(1));
    const [fresh, again] = [sampleSubmission({ workspaceId }), sampleSubmission({ workspaceId })];
    const from = { importId, rows: [row(3), row(2)] };
    await expect(submissions.add([fresh, again], undefined, from)).rejects.toThrow(
      'UNIQUE constraint failed',
    );
    expect(await submissions.get(fresh.id)).toBeUndefined();
    expect(await waiting()).toHaveLength(1);
  });
});

describe('the undo window of a file', () => {
  const windowOf = async (together: number, undoSeconds = 5) => {
    const { put, waiting } = await anImport({ undoSeconds });
    const before = Date.now();
    const answer = await put(rows(2), false, undefined, together);
    const [first] = await waiting();
    if (!answer.ok || !first) throw new Error('Two were queued.');
    expect(answer.value.firstAt).toBe(first.sendAfter);
    return Math.round((first.sendAfter - before) / 1000);
  };

  test('is as usual for ten rows', async () => {
    expect(await windowOf(10)).toBe(5);
    expect(await windowOf(10, 0)).toBe(0);
  });

  test('is half a minute for more, in whichever part of the run they are', async () => {
    expect(await windowOf(11)).toBe(30);
  });

  test('is half a minute for more than ten even where it is off, and longer where it is longer', async () => {
    expect(await windowOf(11, 0)).toBe(30);
    expect(await windowOf(11, 60)).toBe(60);
  });

  test('leaves a very large run half a minute after all of it is queued', async () => {
    expect(await windowOf(100_000, 0)).toBe(130);
  });

  test('takes back what is not sent, and leaves these rows to be queued again', async () => {
    const { put, importId, imports, submissions, outbox, waiting, workspaceId } = await anImport();
    await put(rows(3));
    const [sent] = await waiting();
    if (!sent) throw new Error('Three were queued.');
    await submissions.save(acceptance(sent, 'request-1'));
    expect(await undoImport(importId, imports, outbox)).toEqual([3, 4]);
    expect(await waiting()).toEqual([]);
    expect(await imports.queuedRows(workspaceId, importId)).toEqual([2]);
    expect(await put(rows(3))).toMatchObject({ value: { queued: [2, 3, 4] } });
    expect(await waiting()).toHaveLength(2);
  });
});

describe('undoing a file', () => {
  test('leaves rows linked that were corrected since, so that nobody is queued beside their correction', async () => {
    const { put, importId, imports, outbox, waiting } = await anImport();
    await put(rows(2));
    const [first] = await waiting();
    if (!first) throw new Error('Two were queued.');
    const corrected = { ...row(2).fields, phoneNumber: '+12025550199' };
    expect((await outbox.submit([corrected], { replaces: first.id })).ok).toBe(true);
    expect(await undoImport(importId, imports, outbox)).toEqual([3]);
    await put(rows(2));
    const numbers = (await waiting()).map(({ phoneNumber }) => phoneNumber);
    expect(numbers).toEqual(['+12025550199', row(3).fields.phoneNumber]);
  });

  test('leaves rows linked that may have reached the service', async () => {
    const { put, importId, imports, submissions, outbox, waiting } = await anImport();
    await put(rows(1));
    const [unclear] = await waiting();
    if (!unclear) throw new Error('One was queued.');
    const claimed = changeBy(unclear, { type: 'claimed' });
    const marked = changeBy(claimed.submission, { type: 'sending_marked' });
    await submissions.save([claimed, marked, changeBy(marked.submission, { type: 'interrupted' })]);
    await outbox.sendAgain([unclear.id]);
    expect(await undoImport(importId, imports, outbox)).toEqual([]);
  });
});

describe('withdrawing a file', () => {
  test('takes back what only connects, so that its mark is refused', async () => {
    const { put, importId, imports, submissions, outbox, waiting } = await anImport();
    await put(rows(1));
    const [queued] = await waiting();
    if (!queued) throw new Error('One was queued.');
    const claimed = changeBy(queued, { type: 'claimed' });
    await submissions.save([claimed]);
    expect(await undoImport(importId, imports, outbox)).toEqual([2]);
    expect(await submissions.save([changeBy(claimed.submission, { type: 'sending_marked' })])).toEqual([
      false,
    ]);
  });

  test('discards held and due submissions, and leaves those being sent or already sent', async () => {
    const { put, importId, imports, submissions, outbox, waiting, summary } = await anImport();
    await put(rows(5));
    const [accepted, sending, unconfirmed, held] = await waiting();
    if (!accepted || !sending || !unconfirmed || !held) throw new Error('Five were queued.');
    const startSending = (of: Submission) => {
      const claimed = changeBy(of, { type: 'claimed' });
      return [claimed, changeBy(claimed.submission, { type: 'sending_marked' })];
    };
    await submissions.save(acceptance(accepted, 'request-1'));
    await submissions.save(startSending(sending));
    const begun = startSending(unconfirmed);
    const last = begun.at(-1);
    if (last) await submissions.save([...begun, changeBy(last.submission, { type: 'interrupted' })]);
    await outbox.pause([held.id]);

    expect(await withdrawImport(importId, imports, outbox)).toBe(2);
    expect(await summary()).toMatchObject({ withdrawn: 2, accepted: 1, undecided: 2, unsent: 0 });
  });

  test('withdraws all of hundreds together', async () => {
    const { put, importId, imports, outbox, waiting, summary } = await anImport();
    for (const part of [0, 1]) {
      const some = Array.from({ length: 400 }, (_, at) =>
        row(2 + part * 400 + at, `+4915112${100000 + part * 400 + at}`),
      );
      expect(await put(some)).toMatchObject({ ok: true, value: { queued: numbersOf(some) } });
    }
    const together: number[] = [];
    const counting: WaitingSubmissions = {
      withdraw: (ids) => {
        together.push(ids.length);
        return outbox.withdraw(ids);
      },
    };
    expect(await withdrawImport(importId, imports, counting)).toBe(800);
    expect(await waiting()).toEqual([]);
    expect(await summary()).toMatchObject({ withdrawn: 800 });
    expect(together).toEqual([800]);
  });

  test('never discards one that was sent while the others were withdrawn', async () => {
    const { put, importId, imports, submissions, outbox, waiting, summary } = await anImport();
    await put(rows(3));
    const [sent, unclear] = await waiting();
    if (!sent || !unclear) throw new Error('Three were queued.');
    const sendMeanwhile: WaitingSubmissions = {
      withdraw: async (ids) => {
        const claimed = changeBy(unclear, { type: 'claimed' });
        const marked = changeBy(claimed.submission, { type: 'sending_marked' });
        const interrupted = changeBy(marked.submission, { type: 'interrupted' });
        await submissions.save([...acceptance(sent, 'request-1'), claimed, marked, interrupted]);
        return outbox.withdraw(ids);
      },
    };
    const withdrawn = await withdrawImport(importId, imports, sendMeanwhile);
    expect(withdrawn).toBe(1);
    expect(await summary()).toMatchObject({ withdrawn: 1, accepted: 1, undecided: 1, unsent: 0 });
  });
});

test('the requests and the other submissions of one file are found, and those of other files are not', async () => {
  const { put, importId, storage, submissions, summary, waiting, workspaceId } = await anImport();
  await put(rows(3));
  const [accepted, queued, held] = await waiting();
  if (!accepted || !queued || !held) throw new Error('Three were queued.');
  const other = sampleSubmission({ workspaceId, phoneNumber: '+12025550177' });
  await submissions.add([other]);
  await submissions.save([...acceptance(accepted, 'request-1'), ...acceptance(other, 'request-2')]);
  const sending = changeBy(held, { type: 'sending_marked' });
  const outcome = { name: 'not_permitted', httpStatus: 403 } as const;
  const answered = changeBy(sending.submission, { type: 'answered', outcome, retryAt: 0 });
  await submissions.save([sending, answered]);
  const requestsOf = async (id: string | null) => {
    const filter = requestFilter.parse({ importId: id });
    const query = { workspaceId, filter, sort: 'accepted', descending: true, offset: 0, limit: 10 } as const;
    return (await storage.stores.requests.page(query)).rows.map(({ requestId }) => requestId);
  };
  expect(await requestsOf(importId)).toEqual(['request-1']);
  expect(await requestsOf(null)).toHaveLength(2);
  expect(await requestsOf(randomUUID())).toEqual([]);
  const found = await submissions.search(workspaceId, '', 10, importId);
  expect(found.rows.map(({ id }) => id).toSorted()).toEqual([queued.id, held.id].toSorted());
  expect(await submissions.search(workspaceId, 'person 3', 10, importId)).toMatchObject({ total: 1 });
  expect(await submissions.search(workspaceId, '', 10, randomUUID())).toEqual({ rows: [], total: 0 });
  expect(await summary()).toMatchObject({ accepted: 1, unsent: 2, needYou: 1 });
});

test('each row has its own day of notice, and one told too recently waits for it while the others go', async () => {
  const notice = { asked: true, required: true, days: 7 };
  const rules = async () => ({ ...defaultRules('Europe/Berlin'), notice });
  const { put, submissions, workspaceId } = await anImport({ undoSeconds: 0, rules });
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  const [early, late] = [row(2, '+4915112345601'), row(3, '+4915112345602')];
  const told = [
    { ...early, fields: { ...early.fields, noticeOn: day(30) } },
    { ...late, fields: { ...late.fields, noticeOn: day(2) } },
  ];
  const queued = await put(told);
  expect(queued).toMatchObject({ ok: true, value: { queued: [2, 3] } });
  const stored = await submissions.inStates(workspaceId, ['queued']);
  const byNumber = new Map(stored.map((each) => [each.phoneNumber, each]));
  expect(byNumber.get('+4915112345601')).toMatchObject({ noticeOn: day(30), notBefore: null });
  const waits = byNumber.get('+4915112345602');
  expect(waits?.noticeOn).toBe(day(2));
  expect(waits?.sendAfter).toBeGreaterThan(Date.now() + 4 * DAY_MS);
  expect(waits?.wantedAt).toBeDefined();
});
