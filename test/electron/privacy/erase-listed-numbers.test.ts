import { expect, test } from 'vitest';
import type { ErasureChoice, PersonSearch } from '../../../shared/privacy.ts';
import { replacePolicy } from '../do-not-call/replace-policy.ts';
import { changeBy, sampleSubmission } from '../sample-submission.ts';
import { type BusyDatabase, busyDatabase, finished, putEverywhere, VICTIM } from './busy-database.ts';
import { tracesOf } from './traces-of.ts';

const BY_NUMBER = { name: '', phone: VICTIM.phone, everywhere: true } as const;
const OTHER = '+12025550177';

function entry(id: string, phoneNumber: string, reason: string) {
  return { id, phoneNumber, reason, addedAt: 5000, addedBy: 'ada' };
}

/** The number of somebody on the list: in force, lifted before with a reason, and in the reason of another entry. */
async function listed({ storage }: BusyDatabase): Promise<void> {
  const { doNotCall } = storage.stores;
  await doNotCall.add([entry('lifted', VICTIM.phone, `${VICTIM.name} wrote from 0157 99887766`)]);
  await doNotCall.lift('lifted', { at: 6000, by: 'ada', reason: `${VICTIM.name} agreed` });
  await doNotCall.add([
    entry('in force', VICTIM.phone, `Asked by ${VICTIM.name}`),
    entry('of another', OTHER, `Same flat as ${VICTIM.name}`),
  ]);
}

async function erase(busy: BusyDatabase, search: PersonSearch, keepBlocking: boolean) {
  const found = await busy.privacy.find(search, null);
  const choice: ErasureChoice = {
    search,
    submissionIds: found.submissions.map(({ submissionId }) => submissionId),
    importRows: found.importRows.map(({ importId, rowNumber }) => ({ importId, rowNumber })),
    listedIds: found.listedNumbers.filter(({ foundBy }) => foundBy !== 'name').map(({ id }) => id),
    keepBlocking,
  };
  const begun = await busy.privacy.erase(choice, null);
  if (!begun.ok) throw new Error(begun.error.code);
  return finished(busy, begun.value.id);
}

function forbidding({ storage }: BusyDatabase, phoneNumber: string) {
  return storage.stores.submissions.forbidding([phoneNumber]).then(([found]) => found);
}

test('an erased number stays blocked by a hash, and no byte of it or of its reasons is left', async () => {
  const busy = await busyDatabase({ requests: 40 });
  await putEverywhere(busy);
  await listed(busy);
  const receipt = await erase(busy, { ...BY_NUMBER, name: VICTIM.name }, true);
  expect(tracesOf(busy.folder, VICTIM.traces)).toEqual([]);
  expect(receipt).toMatchObject({ listedNumbers: 2, blockedNumbers: 1 });
  expect(await forbidding(busy, VICTIM.phone)).toMatchObject({ id: 'in force', reason: '' });
  expect(await forbidding(busy, OTHER)).toMatchObject({ reason: 'Same flat as [erased]' });
  const { entries } = await busy.storage.stores.doNotCall.page('', 0);
  expect(entries.map(({ id, phoneNumber, lifted }) => [id, phoneNumber, lifted?.reason])).toEqual([
    ['in force', null, undefined],
    ['of another', OTHER, undefined],
    ['lifted', null, ''],
  ]);
});

test('a number that was not on the list yet is blocked from its erasure on', async () => {
  const busy = await busyDatabase({ requests: 10 });
  await putEverywhere(busy);
  const receipt = await erase(busy, { ...BY_NUMBER, name: VICTIM.name }, true);
  expect(receipt).toMatchObject({ listedNumbers: 0, blockedNumbers: 1 });
  expect(tracesOf(busy.folder, VICTIM.traces)).toEqual([]);
  expect(await forbidding(busy, VICTIM.phone)).toMatchObject({ source: 'person', reason: '' });
  // Adding it again doesn't write it down again.
  expect(await busy.storage.stores.doNotCall.add([entry('again', VICTIM.phone, '')])).toBe(0);
  expect(tracesOf(busy.folder, [VICTIM.phone])).toEqual([]);
});

test('an erased number stays blocked that a submission has which was not chosen', async () => {
  const busy = await busyDatabase({ requests: 1 });
  const { submissions } = busy.storage.stores;
  const [erased, kept] = [0, 1].map(() =>
    sampleSubmission({ phoneNumber: VICTIM.phone, state: 'discarded' }),
  );
  if (!erased || !kept) throw new Error('There is nothing to erase.');
  await submissions.add([erased, kept]);
  const begun = await busy.privacy.erase(
    {
      search: BY_NUMBER,
      submissionIds: [erased.id],
      importRows: [],
      listedIds: [],
      keepBlocking: true,
    },
    null,
  );
  if (!begun.ok) throw new Error(begun.error.code);
  expect(await finished(busy, begun.value.id)).toMatchObject({ blockedNumbers: 1 });
  expect(await forbidding(busy, VICTIM.phone)).toMatchObject({ source: 'person', reason: '' });
  expect(await submissions.get(kept.id)).toMatchObject({ phoneNumber: VICTIM.phone });
});

test('a discard is not undone once the erasure of its person has begun', async () => {
  const { storage } = await busyDatabase({ requests: 1 });
  const { submissions, erasures } = storage.stores;
  const discarded = sampleSubmission({ phoneNumber: VICTIM.phone, state: 'discarded' });
  await submissions.add([discarded]);
  const choice = { search: BY_NUMBER, submissionIds: [discarded.id], importRows: [] };
  const blocking = { keyId: null, keep: false, by: 'ada' };
  await erasures.begin('e', { ...choice, listedIds: [], keepBlocking: false }, null, 5000, blocking);
  const undone = changeBy(discarded, {
    type: 'discard_undone',
    was: 'unconfirmed',
    since: 1000,
    again: false,
  });
  expect(await submissions.save([undone])).toEqual([false]);
});

test('somebody is found, held and erased by any number that rings the same telephone', async () => {
  const busy = await busyDatabase({ requests: 1 });
  const sent = sampleSubmission({ phoneNumber: '+5491157998877', state: 'discarded' });
  await busy.storage.stores.submissions.add([sent]);
  await busy.storage.stores.doNotCall.add([entry('listed', sent.phoneNumber, 'Asked')]);
  for (const phone of ['+54 11 5799-8877', '+54 9 11 5799 8877', '+54 11 15 5799 8877']) {
    const found = await busy.privacy.find({ ...BY_NUMBER, phone }, null);
    expect(found.submissions).toMatchObject([{ submissionId: sent.id, foundBy: 'phone' }]);
    expect(found.listedNumbers).toMatchObject([{ id: 'listed' }]);
  }
  await erase(busy, { ...BY_NUMBER, phone: '+54 11 5799-8877' }, true);
  expect(tracesOf(busy.folder, ['1157998877', '57998877'])).toEqual([]);
  expect(await forbidding(busy, sent.phoneNumber)).toMatchObject({ id: 'listed' });
});

test('without blocking, the entry goes entirely, and the number can be called again', async () => {
  const busy = await busyDatabase({ requests: 10 });
  await putEverywhere(busy);
  await listed(busy);
  const receipt = await erase(busy, { ...BY_NUMBER, name: VICTIM.name }, false);
  expect(receipt).toMatchObject({ listedNumbers: 2, blockedNumbers: 0 });
  expect(tracesOf(busy.folder, VICTIM.traces)).toEqual([]);
  expect(await forbidding(busy, VICTIM.phone)).toBeNull();
  expect((await busy.storage.stores.doNotCall.page('', 0)).count).toBe(1);
});

test('somebody of whom only an entry of the list is left is found by number or reason, and erased', async () => {
  const busy = await busyDatabase({ requests: 1 });
  await listed(busy);
  const byName = await busy.privacy.find({ ...BY_NUMBER, name: VICTIM.name, phone: '' }, null);
  expect(byName.listedNumbers.map(({ id }) => id)).toEqual(['lifted', 'in force', 'of another']);
  const found = await busy.privacy.find({ ...BY_NUMBER, phone: '0157 99887766' }, null);
  expect(found.listedNumbers).toMatchObject([{ id: 'lifted', isLifted: true }, { id: 'in force' }]);
  await erase(busy, { ...BY_NUMBER, phone: '0157 99887766' }, true);
  expect(tracesOf(busy.folder, [VICTIM.phone, '99887766'])).toEqual([]);
  expect(await forbidding(busy, VICTIM.phone)).toMatchObject({ id: 'in force' });
});

test('an erased number is found again by its hash, and can then be forgotten', async () => {
  const busy = await busyDatabase({ requests: 1 });
  await listed(busy);
  await erase(busy, BY_NUMBER, true);
  const again = await busy.privacy.find(BY_NUMBER, null);
  expect(again.listedNumbers).toMatchObject([
    { id: 'lifted', phoneNumber: null },
    { id: 'in force', phoneNumber: null },
  ]);
  await erase(busy, BY_NUMBER, false);
  expect(await forbidding(busy, VICTIM.phone)).toBeNull();
  expect((await busy.privacy.find(BY_NUMBER, null)).listedNumbers).toEqual([]);
});

test("the policy's number becomes a hash too, and its next reading doesn't write the number down", async () => {
  const busy = await busyDatabase({ requests: 1 });
  const { doNotCall } = busy.storage.stores;
  const policy = [entry('policy', VICTIM.phone, 'Opted out'), entry('another', OTHER, '')];
  await replacePolicy(doNotCall, policy, 5000);
  await erase(busy, BY_NUMBER, false);
  expect(await forbidding(busy, VICTIM.phone)).toMatchObject({ source: 'policy', reason: '' });
  expect(await replacePolicy(doNotCall, policy, 7000)).toBe(true);
  expect(tracesOf(busy.folder, [VICTIM.phone])).toEqual([]);
  expect(await forbidding(busy, VICTIM.phone)).toMatchObject({ source: 'policy' });
  expect((await doNotCall.page('', 0)).count).toBe(2);
  await replacePolicy(doNotCall, [entry('another', OTHER, '')], 8000);
  expect(await forbidding(busy, VICTIM.phone)).toBeNull();
});

test('nothing is erased when the number is to stay blocked and its key could not be kept', async () => {
  const busy = await busyDatabase({ requests: 1 });
  await listed(busy);
  busy.secrets.kept = 'memory';
  expect((await busy.privacy.find(BY_NUMBER, null)).canKeepBlocking).toBe('no');
  const choice = {
    submissionIds: [],
    importRows: [],
    listedIds: ['in force'],
    keepBlocking: true,
  };
  expect(await busy.privacy.erase({ search: BY_NUMBER, ...choice }, null)).toMatchObject({
    error: { code: 'number_key_not_kept' },
  });
  expect(await forbidding(busy, VICTIM.phone)).toMatchObject({ id: 'in force' });
});

test('what is added and lifted is in the evidence, without a number', async () => {
  const busy = await busyDatabase({ requests: 1 });
  await listed(busy);
  await replacePolicy(busy.storage.stores.doNotCall, [entry('policy', OTHER, '')], 7000);
  const { evidence } = busy.storage.stores;
  const [head] = await evidence.heads();
  const recorded = (await evidence.entries(head?.chain ?? '', 0)).filter(({ kind }) =>
    kind.startsWith('do_not_call'),
  );
  expect(recorded.map(({ kind, facts }) => [kind, facts])).toEqual([
    ['do_not_call_added', { source: 'person', count: 1 }],
    ['do_not_call_lifted', { source: 'person', count: 1 }],
    ['do_not_call_added', { source: 'person', count: 2 }],
    ['do_not_call_added', { source: 'policy', count: 1 }],
  ]);
});
