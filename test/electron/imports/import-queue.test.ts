import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ImportQueue } from '../../../electron/imports/import-queue.ts';
import { withdrawImport } from '../../../electron/imports/withdraw-import.ts';
import { openStorage } from '../../../electron/storage/storage.ts';
import { OutboxActions } from '../../../electron/submissions/outbox-actions.ts';
import type { ImportRow } from '../../../shared/imports.ts';
import { fail } from '../../../shared/result.ts';
import type { Submission } from '../../../shared/submission.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { acceptance, changeBy, noRules, sampleSubmission, sampleWorkspace } from '../sample-submission.ts';
import { openTestStorage, sharedStorage, WORKER_FILE } from '../storage/temporary-storage.ts';

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

/** An import begun in a workspace of its own, over real storage and the real way into the queue. */
async function anImport() {
  const { storage, workspaceId } = await shared.withWorkspace();
  const { imports, submissions } = storage.stores;
  const outbox = new OutboxActions({
    workspaceId,
    store: submissions,
    readRequest: async () => undefined,
    settings: () => ({ undoSeconds: 5, duplicateDays: 30 }),
    rules: noRules,
    onChange: () => undefined,
  });
  const importId = randomUUID();
  const headers = ['Name', 'Phone', 'CV'];
  await imports.begin(workspaceId, { id: importId, name: 'list.csv', digest: 'd', headers, rows: 9 }, 5000);
  const queue = new ImportQueue(imports);
  const put = (some: readonly ImportRow[], despiteDuplicates = false, entrance = outbox) =>
    queue.queue({ workspaceId, importId, rows: some, despiteDuplicates }, entrance);
  const summary = async () => (await imports.list(workspaceId))[0];
  const waiting = async () => (await submissions.outbox(workspaceId)).waiting;
  return { storage, workspaceId, importId, imports, submissions, outbox, queue, put, summary, waiting };
}

describe('queueing rows of a file', () => {
  test('puts each in the queue and remembers which submission it became', async () => {
    const { put, summary, waiting, imports, importId } = await anImport();
    expect(await put(rows(3))).toEqual({ ok: true, value: { queued: [2, 3, 4] } });
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

  test('never queues a row twice, however often it is asked for', async () => {
    const { put, waiting } = await anImport();
    await put(rows(2));
    expect(await put(rows(4))).toMatchObject({ value: { queued: [2, 3, 4, 5] } });
    expect(await put(rows(4), true)).toMatchObject({ value: { queued: [2, 3, 4, 5] } });
    expect(await waiting()).toHaveLength(4);
  });

  test('queues each row once when the same is asked for twice at the same moment', async () => {
    const { put, waiting } = await anImport();
    const answers = await Promise.all([put(rows(3)), put(rows(3)), put(rows(3), true)]);
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(await waiting()).toHaveLength(3);
  });

  test('queues all of a chunk or none of it', async () => {
    const { put, waiting, summary, outbox } = await anImport();
    await outbox.submit([row(50, row(3).fields.phoneNumber).fields]);
    expect(await put(rows(3))).toMatchObject({ ok: false, error: { code: 'duplicate' } });
    expect(await waiting()).toHaveLength(1);
    expect(await summary()).toMatchObject({ unsent: 0, notQueued: 3 });
  });

  test('takes equal rows that are meant as two', async () => {
    const { put, waiting, imports, importId, workspaceId } = await anImport();
    const twin = { ...row(2), number: 7 };
    expect(await put([row(2), twin], true)).toMatchObject({ ok: true });
    expect(await waiting()).toHaveLength(2);
    expect(await imports.queuedRows(workspaceId, importId)).toEqual([2, 7]);
  });

  test('finds a row queued whose answer got lost', async () => {
    const { put, waiting, outbox, imports, importId, workspaceId } = await anImport();
    const deaf: Pick<OutboxActions, 'submit'> = {
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

  test('takes nothing for a row of the file that was submitted by hand after a failure', async () => {
    const { put, outbox, imports, importId, workspaceId } = await anImport();
    const refusing = Object.assign(Object.create(outbox), {
      submit: async () => fail('workspace_closed', 'Closed.'),
    });
    expect(await put(rows(1), false, refusing)).toMatchObject({ error: { code: 'workspace_closed' } });
    await outbox.submit([row(2).fields]);
    expect(await imports.queuedRows(workspaceId, importId)).toEqual([]);
  });

  test('of another workspace is refused', async () => {
    const { importId, imports } = await anImport();
    const other = await shared.withWorkspace();
    await expect(imports.claim(other.workspaceId, importId, rows(1))).rejects.toThrow('no such import');
  });

  test('leaves no claim behind when the program ends between claim and submit', async () => {
    const path = `${temporaryFolder()}/callboard.db`;
    const importId = randomUUID();
    const first = await openStorage(path, WORKER_FILE);
    await first.stores.workspaces.save(sampleWorkspace(), 1000);
    const start = { id: importId, name: 'list.csv', digest: 'd', headers: [], rows: 1 };
    await first.stores.imports.begin('workspace-1', start, 1);
    await first.stores.imports.claim('workspace-1', importId, [row(2)]);
    await first.close();

    const { stores } = await openTestStorage(path);
    const { candidateName, phoneNumber, resumeUrl, jobDescriptionId, questionnaireTemplateId } =
      row(2).fields;
    const fields = { candidateName, phoneNumber, resumeUrl, jobDescriptionId, questionnaireTemplateId };
    await stores.submissions.add([sampleSubmission(fields)]);
    expect(await stores.imports.queuedRows('workspace-1', importId)).toEqual([]);
    expect(await stores.imports.recall('workspace-1', '', 'd')).toMatchObject({
      before: { id: importId, queued: [], interrupted: true },
    });
  });
});

describe('withdrawing a file', () => {
  test('discards what waits, held or due, and leaves what is on its way or through', async () => {
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

    expect(await withdrawImport(importId, imports, outbox)).toEqual({ ok: true, value: { changed: 2 } });
    expect(await summary()).toMatchObject({ withdrawn: 2, accepted: 1, undecided: 2, unsent: 0 });
  });

  test('of hundreds takes all of them', async () => {
    const { put, importId, imports, outbox, waiting, summary } = await anImport();
    for (const part of [0, 1]) {
      const some = Array.from({ length: 400 }, (_, at) =>
        row(2 + part * 400 + at, `+4915112${100000 + part * 400 + at}`),
      );
      expect(await put(some)).toMatchObject({ ok: true, value: { queued: numbersOf(some) } });
    }
    expect(await withdrawImport(importId, imports, outbox)).toMatchObject({ value: { changed: 800 } });
    expect(await waiting()).toEqual([]);
    expect(await summary()).toMatchObject({ withdrawn: 800 });
  });
});
