import { expect, test } from 'vitest';
import type { SubmissionFields } from '../../../shared/submission.ts';
import { historyWords } from '../../../shared/words/history-words.ts';
import { defaultRules, type WorkspaceRules } from '../../../shared/workspace-rules.ts';
import { sampleFields } from '../sample-submission.ts';
import { acceptEach } from '../service/recording-service.ts';
import { sharedStorage } from '../storage/temporary-storage.ts';
import { personActions } from './person-actions.ts';
import { namesIn, runningQueue } from './running-queue.ts';

const BERLIN = '+493012345678';
const VIENNA = '+4312345678';
const GUERNSEY = '+441481256789';
const LONDON = '+442079460958';
/** A country code that no country has. */
const NOWHERE = '+999123456';

const only = (...allowedCountries: WorkspaceRules['allowedCountries']): WorkspaceRules => ({
  ...defaultRules('UTC'),
  allowedCountries,
});

const shared = sharedStorage();

/** The form may refuse such a number sooner; the rule must not depend on it. */
function fieldsTo(phoneNumber: string): SubmissionFields {
  return { ...sampleFields({ candidateName: `To ${phoneNumber}` }), phoneNumber };
}

/** What a person can do in a workspace under these rules. */
async function actionsUnder(rules: WorkspaceRules) {
  const { storage, workspaceId } = await shared.withWorkspace();
  const { submissions } = storage.stores;
  const actions = personActions({
    workspaceId,
    store: submissions,
    settings: () => ({ undoSeconds: 5, duplicateDays: 30 }),
    rules: async () => rules,
  });
  return { actions, workspaceId, submissions };
}

/** A queue whose rules the test changes. */
async function queueUnder(rules: WorkspaceRules, answer = acceptEach) {
  const kept = { rules };
  const running = await runningQueue(answer, { rules: async () => kept.rules });
  return { ...running, kept };
}

test.each([
  [only('DE'), BERLIN, undefined],
  [only('DE'), VIENNA, { country: 'AT' }],
  [only('AT', 'DE'), VIENNA, undefined],
  // They share the calling code 44.
  [only('GB'), LONDON, undefined],
  [only('GB'), GUERNSEY, { country: 'GG' }],
  [only('GB'), NOWHERE, { country: null }],
  [only(), NOWHERE, undefined],
])('with the rule %o, a submission to %s ends with %o', async ({ allowedCountries }, phoneNumber, values) => {
  const { actions } = await actionsUnder({ ...defaultRules('UTC'), allowedCountries });
  const submitted = await actions.submit([fieldsTo(phoneNumber)]);
  if (values === undefined) expect(submitted).toMatchObject({ ok: true });
  else expect(submitted).toMatchObject({ error: { code: 'country_not_allowed', values } });
});

test('of several submitted together, none is stored if one may not be called', async () => {
  const { actions, submissions, workspaceId } = await actionsUnder(only('DE'));
  const fields = [BERLIN, VIENNA, LONDON].map(fieldsTo);
  expect(await actions.submit(fields)).toMatchObject({
    error: { code: 'country_not_allowed', values: { candidateName: `To ${VIENNA}`, country: 'AT' } },
  });
  expect(await submissions.inStates(workspaceId, ['queued'])).toEqual([]);
});

test('what is due to another country is held without a byte sent, behind hundreds of others too', async () => {
  const { add, queue, untilIn, service, inStates } = await queueUnder(only('DE'));
  await add(600, { phoneNumber: VIENNA });
  await add(1, { phoneNumber: BERLIN, candidateName: 'Berlin', createdAt: 900_000 });
  queue.wake();
  await untilIn('accepted', 1);
  await untilIn('held', 600);
  expect(namesIn(service)).toEqual(['Berlin']);
  expect((await inStates('held'))[0]?.problem).toMatchObject({ code: 'country_not_allowed' });
});

test('a country that is allowed again releases what was held for it, and nothing else', async () => {
  const { add, queue, untilIn, kept, service, storage } = await queueUnder(only('DE'));
  await add(1, { phoneNumber: VIENNA, candidateName: 'Vienna' });
  const [london] = await add(1, { phoneNumber: LONDON, candidateName: 'London' });
  await add(1, { phoneNumber: VIENNA, state: 'held', problem: { code: 'paused_by_you' } });
  queue.wake();
  await untilIn('held', 3);
  kept.rules = only('DE', 'AT');
  await queue.judgeAgain();
  await untilIn('accepted', 1);
  await untilIn('held', 2);
  expect(namesIn(service)).toEqual(['Vienna']);
  const history = await storage.stores.events.of(london?.id ?? '');
  expect(history.map((each) => historyWords(each).heading)).toContain(
    'Numbers of this country may not be called.',
  );
});
