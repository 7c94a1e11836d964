import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { undoImport } from '../../../electron/imports/import-queue.ts';
import type { Storage } from '../../../electron/storage/storage.ts';
import type { KeptColumns } from '../../../shared/imports.ts';
import { NO_FILTER } from '../../../shared/request-filter.ts';
import type { Submission } from '../../../shared/submission.ts';
import { contentOf, restoreInto } from '../backup/archive.ts';
import { busyDatabase, finished, VICTIM } from '../privacy/busy-database.ts';
import { tracesOf } from '../privacy/traces-of.ts';
import { acceptance, changeBy, sampleSubmission } from '../sample-submission.ts';
import { openTestStorage, temporaryStorage } from '../storage/temporary-storage.ts';
import { type PersonActions, personActions } from '../submissions/person-actions.ts';

type Stores = Pick<Storage, 'stores'>;

const WORKSPACE = 'workspace-1';
const HEADERS = ['Name', 'Comment', 'Source', '', 'E-mail'];
const CELLS = ['Ada Lovelace', 'Speaks Danish', ' Job fair ', 'Left-handed', ''];
const KEPT: KeptColumns = { notes: [1, 3, 4], tags: [2, 4] };
const NOTES = 'Comment: Speaks Danish\nLeft-handed';

/** Queues a row of a file. */
async function imported(
  { stores }: Stores,
  { kept = KEPT, cells = CELLS, changes = {} as Partial<Submission> } = {},
): Promise<{ readonly id: string; readonly submission: Submission }> {
  const id = randomUUID();
  const start = { id, name: 'list.csv', digest: 'd', headers: HEADERS, kept, rows: 1 };
  await stores.imports.begin(WORKSPACE, start, 1000);
  const submission = sampleSubmission(changes);
  await stores.submissions.add([submission], undefined, { importId: id, rows: [{ number: 2, cells }] });
  return { id, submission };
}

async function accepted({ stores }: Stores, submission: Submission, requestId = 'ir_1') {
  await stores.submissions.save(acceptance(submission, requestId));
  const detail = await stores.requests.detail(WORKSPACE, requestId);
  return { notes: detail?.notes, tags: detail?.tags };
}

async function found({ stores }: Stores, search: string): Promise<readonly string[]> {
  const query = { workspaceId: WORKSPACE, sort: 'updated', descending: true, offset: 0, limit: 9 } as const;
  const page = await stores.requests.page({ ...query, filter: { ...NO_FILTER, search } });
  return page.rows.map(({ requestId }) => requestId);
}

function actionsIn({ stores }: Stores): PersonActions {
  return personActions({
    workspaceId: WORKSPACE,
    store: stores.submissions,
  });
}

test('kept columns of a file become notes and tags of the request, and are found', async () => {
  const storage = await temporaryStorage();
  const { submission } = await imported(storage);
  expect(await accepted(storage, submission)).toEqual({ notes: NOTES, tags: ['Job fair'] });
  expect(await found(storage, 'Danish')).toEqual(['ir_1']);
  expect(await found(storage, 'Job fair')).toEqual(['ir_1']);
  const { submission: other } = await imported(storage, { kept: { notes: [], tags: [] } });
  expect(await accepted(storage, other, 'ir_2')).toEqual({ notes: '', tags: [] });
});

test('they survive a restart before the service has accepted the submission', async () => {
  const storage = await temporaryStorage();
  const { submission } = await imported(storage);
  await storage.close();
  const again = await openTestStorage(storage.path);
  expect(await accepted(again, submission)).toEqual({ notes: NOTES, tags: ['Job fair'] });
});

test('they go on with a correction of the submission', async () => {
  const storage = await temporaryStorage();
  const { submission } = await imported(storage);
  const { candidateName, resumeUrl, jobDescriptionId, questionnaireTemplateId } = submission;
  const fields = { candidateName, resumeUrl, jobDescriptionId, questionnaireTemplateId };
  const corrected = await actionsIn(storage).submit([{ ...fields, phoneNumber: '+12025550171' }], {
    replaces: submission.id,
  });
  if (!corrected.ok || !corrected.value[0]) throw new Error('It was not corrected.');
  expect(await accepted(storage, corrected.value[0])).toEqual({ notes: NOTES, tags: ['Job fair'] });
});

test('after an undo, only what is kept the next time counts', async () => {
  const storage = await temporaryStorage();
  const { id } = await imported(storage);
  expect(await undoImport(id, storage.stores.imports, actionsIn(storage))).toEqual([2]);
  const { submission } = await imported(storage, { kept: { notes: [], tags: [2] } });
  expect(await accepted(storage, submission)).toEqual({ notes: '', tags: ['Job fair'] });
});

test('a backup has them for submissions that waited, which a person sends again', async () => {
  const there = await temporaryStorage();
  const { submission } = await imported(there);
  const here = await temporaryStorage();
  await restoreInto(here.path, await contentOf(there.path));
  const restored = await here.stores.submissions.get(submission.id);
  if (!restored) throw new Error('It was not restored.');
  const again = changeBy(restored, { type: 'send_again_chosen' }, 10_000);
  await here.stores.submissions.save([again]);
  expect(await accepted(here, again.submission)).toEqual({ notes: NOTES, tags: ['Job fair'] });
});

test('erasing the person leaves nothing of them', async () => {
  const busy = await busyDatabase({ requests: 1 });
  const secret = 'Wears a wyvernhide hat';
  const cells = ['', secret, 'Wyvernfair', '', ''];
  const changes = { candidateName: VICTIM.name, phoneNumber: VICTIM.phone };
  const { submission } = await imported(busy.storage, { cells, changes });
  expect(await accepted(busy.storage, submission)).toMatchObject({ notes: `Comment: ${secret}` });
  await imported(busy.storage, { cells, changes });
  const search = { name: '', phone: VICTIM.phone, everywhere: true };
  const { submissions } = await busy.privacy.find(search, null);
  const begun = await busy.privacy.erase(
    {
      search,
      submissionIds: submissions.map(({ submissionId }) => submissionId),
      importRows: [],
      listedIds: [],
      keepBlocking: false,
    },
    null,
  );
  if (!begun.ok) throw new Error(begun.error.code);
  expect(await finished(busy, begun.value.id)).toMatchObject({ submissions: 1, requests: 1, notes: 1 });
  expect(tracesOf(busy.folder, [secret, 'Wyvernfair'])).toEqual([]);
});
