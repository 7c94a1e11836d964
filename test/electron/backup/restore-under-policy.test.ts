import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Storage } from '../../../electron/storage/storage.ts';
import type { DescribedField } from '../../../shared/described-field.ts';
import { answered } from '../storage/answered.ts';
import { readAllResults } from '../storage/read-all-results.ts';
import { addTracked, temporaryStorage } from '../storage/temporary-storage.ts';
import { contentOf, restoreInto } from './archive.ts';

const WORKSPACE = 'workspace-1';
const FIELD: DescribedField = {
  ...{ path: '/overall', label: 'Overall', smallest: 0, largest: 5 },
  ...{ better: 'higher', headline: true, cover: 'covered' },
};

async function addAnswered(storage: Storage, requestId: string): Promise<void> {
  const submission = { workspaceId: WORKSPACE, id: randomUUID(), questionnaireTemplateId: 'q' };
  await addTracked(storage, requestId, submission, 2000);
  const body = { request_id: requestId, status: 'COMPLETED', assessment_results: { overall: 4 } };
  await answered(storage, requestId, body, { workspaceId: WORKSPACE });
}

test('results of a restored backup mean what the policy of this computer says, not what was described there', async () => {
  const [here, there] = [await temporaryStorage(), await temporaryStorage()];
  await addAnswered(there, 'theirs');
  await there.stores.library.describe(WORKSPACE, 'q', '/overall', { ...FIELD, label: 'Theirs', largest: 9 });
  const { rules, library, requests } = here.stores;
  await rules.setPolicyMeaning({ described: [{ id: 'q', fields: [FIELD] }], locked: false });
  expect(await library.applyPolicy(WORKSPACE)).toBe(false);
  await restoreInto(here.path, await contentOf(there.path));
  // As at every start of a workspace, which follows a restore.
  await library.applyPolicy(WORKSPACE);
  await readAllResults(here, WORKSPACE);
  const headlines = async () => (await requests.rows(WORKSPACE, ['theirs'])).map(({ headline }) => headline);
  expect(await headlines()).toEqual(['Overall: 4 of 5']);
  await rules.setPolicyMeaning({ described: [], locked: false });
  expect(await library.applyPolicy(WORKSPACE)).toBe(true);
  await readAllResults(here, WORKSPACE);
  expect(await headlines()).toEqual(['Theirs: 4 of 9']);
});
