import { describe, expect, test } from 'vitest';
import type { Storage } from '../../../electron/storage/storage.ts';
import { applyReadOutcome } from '../../../electron/tracking/apply-answer.ts';
import { interviewRequestAnswer } from '../../../shared/service-interface.ts';
import { sampleSubmission } from '../sample-submission.ts';
import { addTracked, temporaryStorage } from './temporary-storage.ts';

const MINUTE = 60_000;

async function answered({ stores }: Pick<Storage, 'stores'>, requestId: string, raw: string, now: number) {
  const [request] = await stores.requests.find('workspace-1', [requestId]);
  if (!request) throw new Error(`${requestId} is not tracked.`);
  const answer = interviewRequestAnswer.parse(JSON.parse(raw));
  await stores.requests.apply([applyReadOutcome(request, { name: 'read', answer, raw }, now, () => 0.5)]);
}

describe('insights', () => {
  test('of nothing are zeros, not errors', async () => {
    const { stores } = await temporaryStorage();
    expect(await stores.insights.summary('workspace-1', 0)).toEqual({
      submitted: 0,
      waiting: 0,
      needsDecision: 0,
      refused: 0,
      accepted: 0,
      completed: 0,
      medianMinutesToCompletion: null,
      medianCallMinutes: null,
      callsPerCompletedRequest: null,
      requestStatuses: [],
      callStatuses: [],
    });
  });

  test('count submissions, requests and calls', async () => {
    const storage = await temporaryStorage();
    await storage.stores.submissions.add([
      sampleSubmission(),
      sampleSubmission({ state: 'held' }),
      sampleSubmission({ state: 'unconfirmed' }),
      sampleSubmission({ state: 'rejected' }),
      sampleSubmission({ state: 'discarded' }),
    ]);
    const call = (status: string | null, duration_minutes?: number) => ({ status, duration_minutes });
    const answers: [string, number, object][] = [
      ['ir_1', 10, { status: 'COMPLETED', screening_calls: [call('NO_ANSWER'), call('COMPLETED', 8)] }],
      ['ir_2', 20, { status: 'COMPLETED', screening_calls: [call('COMPLETED', 11)] }],
      ['ir_3', 60, { status: 'COMPLETED', screening_calls: [call('COMPLETED', 30), call(null), {}] }],
      ['ir_4', 5, { status: 'RINGING', screening_calls: null }],
    ];
    for (const [id, minutes, answer] of answers) {
      await addTracked(storage, id, {}, 2000);
      await answered(storage, id, JSON.stringify(answer), 2000 + minutes * MINUTE);
    }
    await addTracked(storage, 'ir_5');
    expect(await storage.stores.insights.summary('workspace-1', 0)).toEqual({
      submitted: 10,
      waiting: 2,
      needsDecision: 1,
      refused: 1,
      accepted: 5,
      completed: 3,
      medianMinutesToCompletion: 20,
      medianCallMinutes: 11,
      callsPerCompletedRequest: 2,
      requestStatuses: [
        { value: 'COMPLETED', count: 3 },
        { value: 'PENDING', count: 1 },
        { value: 'RINGING', count: 1 },
      ],
      callStatuses: [
        { value: 'COMPLETED', count: 3 },
        { value: 'no status', count: 2 },
        { value: 'NO_ANSWER', count: 1 },
      ],
    });
  });

  test('take the middle of an even number of values, and only the span that was asked for', async () => {
    const storage = await temporaryStorage();
    for (const [id, minutes, createdAt] of [
      ['a', 10, 100],
      ['b', 20, 200],
      ['c', 90, 300],
    ] as const) {
      await addTracked(storage, id, { createdAt }, 2000);
      await answered(storage, id, '{"status":"COMPLETED"}', 2000 + minutes * MINUTE);
    }
    const recent = await storage.stores.insights.summary('workspace-1', 200);
    expect(recent).toMatchObject({ submitted: 2, completed: 2, medianMinutesToCompletion: 55 });
    expect(recent.callsPerCompletedRequest).toBe(0);
  });

  test('are not broken by one answer that SQLite cannot read as JSON', async () => {
    const storage = await temporaryStorage();
    await addTracked(storage, 'ir_1', {}, 2000);
    await addTracked(storage, 'ir_2', {}, 2000);
    const deep = `${'['.repeat(3000)}${']'.repeat(3000)}`;
    await answered(storage, 'ir_1', `{"status":"PENDING","assessment_results":${deep}}`, 3000);
    await answered(storage, 'ir_2', '{"status":"PENDING","screening_calls":[{"status":"RINGING"}]}', 3000);
    expect((await storage.stores.insights.summary('workspace-1', 0)).callStatuses).toEqual([
      { value: 'RINGING', count: 1 },
    ]);
  });
});
