import { expect, test } from 'vitest';
import { evidenceFile } from '../../../electron/reports/evidence.ts';
import type { EvidenceEntry } from '../../../shared/evidence.ts';
import type { Submission } from '../../../shared/submission.ts';
import { defaultRules, type WorkspaceRules } from '../../../shared/workspace-rules.ts';
import { runningQueue } from './running-queue.ts';

/** A Monday noon. */
const NOON = Date.UTC(2026, 5, 1, 12);

/** What the evidence says of each send of these submissions. */
async function sends(rules: WorkspaceRules, ...submissions: readonly Partial<Submission>[]) {
  const { add, queue, storage, untilIn } = await runningQueue(undefined, {
    rules: async () => rules,
    now: () => NOON,
    monotonic: () => performance.now(),
  });
  for (const changes of submissions) await add(1, changes);
  queue.wake();
  await untilIn('accepted', submissions.length);
  let text = '';
  for await (const part of evidenceFile(storage.stores.evidence)) text += part;
  const entries = text.trimEnd().split('\n').slice(1, -1);
  return entries
    .map((line): EvidenceEntry => JSON.parse(line))
    .flatMap(({ kind, facts }) => (kind === 'sent' ? [facts] : []));
}

test('without rules, the evidence names the do-not-call list and a consent that was given', async () => {
  const consent = { at: NOON, wording: 'The candidate agreed.' };
  expect(await sends(defaultRules('UTC'), { consent: null })).toEqual([
    { attempt: 1, gates: ['do_not_call'] },
  ]);
  expect(await sends(defaultRules('UTC'), { consent })).toEqual([
    { attempt: 1, gates: ['do_not_call', 'consent'] },
  ]);
});

test('the evidence names each rule that let a send through, and those a person waived as waived', async () => {
  const rules = defaultRules('UTC');
  const strict = {
    ...rules,
    callingHours: { ...rules.callingHours, enabled: true },
    notice: { asked: true, required: true, days: 1 },
    allowedCountries: ['US' as const],
    tries: { most: 3, withinDays: 7 },
  };
  const told = { consent: null, noticeOn: '2026-05-20', timeZone: 'UTC' };
  expect(await sends(strict, told)).toEqual([
    { attempt: 1, gates: ['do_not_call', 'countries', 'notice', 'calling_hours', 'tries'] },
  ]);
  expect(await sends(strict, { ...told, anyHour: true })).toEqual([
    { attempt: 1, gates: ['do_not_call', 'countries', 'notice', 'calling_hours_waived', 'tries'] },
  ]);
});
