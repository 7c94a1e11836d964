import { expect, test } from 'vitest';
import { planCalls } from '../../practice/requests/call-plan.ts';
import { SAMPLE_CANDIDATES, sampleInput } from '../../renderer/features/new-request/request-draft.ts';
import { submissionInput } from '../../shared/submission.ts';
import { create, GOOD_BODY, practice, signIn } from './support/practice-client.ts';

const accepted = SAMPLE_CANDIDATES.filter(({ shows }) => shows !== 'Refused');

/** What becomes of a sample: the statuses of its calls, and whether it is assessed. */
function fates(): Record<string, string> {
  return Object.fromEntries(
    accepted.map(({ name, phoneNumber, shows }) => {
      const { calls, results } = planCalls({ name, phoneNumber });
      const end = Object.keys(results).length > 0 ? 'assessed' : 'not assessed';
      return [shows, `${calls.map(({ status }) => status).join(', ')}, ${end}`];
    }),
  );
}

test('each sample shows what its button says', () => {
  expect(fates()).toEqual({
    Assessed: 'COMPLETED, assessed',
    'Busy, then assessed': 'BUSY, COMPLETED, assessed',
    'No assessment': 'COMPLETED, not assessed',
    'Not reached': 'NO_ANSWER, NO_ANSWER, NO_ANSWER, not assessed',
    Voicemail: 'VOICEMAIL, VOICEMAIL, not assessed',
    'Waits half an hour': 'COMPLETED, assessed',
  });
  const waiting = accepted.find(({ shows }) => shows === 'Waits half an hour');
  const plan = waiting && planCalls(waiting);
  expect(plan?.calls[0]?.startsAfter).toBe(30 * 60_000);
});

test('each sample has a valid number of its own that is reserved for fiction', () => {
  const inputs = SAMPLE_CANDIDATES.map((sample) => submissionInput.parse(sampleInput(sample, null)));
  expect(new Set(inputs.map(({ phoneNumber }) => phoneNumber)).size).toBe(SAMPLE_CANDIDATES.length);
  for (const { phoneNumber } of inputs) expect(phoneNumber).toMatch(/^\+1202555 ?01\d\d$/);
});

test('the practice service refuses only a candidate whose name says so, and says why', async () => {
  const service = await practice();
  const { access } = await signIn(service);
  for (const { name, phoneNumber, shows } of SAMPLE_CANDIDATES) {
    const response = await create(service, access, {
      ...GOOD_BODY,
      candidate: { ...GOOD_BODY.candidate, name, phone_number: phoneNumber },
    });
    expect([shows, response.status]).toEqual([shows, shows === 'Refused' ? 422 : 201]);
    if (response.status === 422) {
      expect(await response.json()).toMatchObject({ errors: [{ pointer: '#/candidate/phone_number' }] });
    }
  }
});
