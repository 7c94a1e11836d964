import { describe, expect, test } from 'vitest';
import { planCalls } from '../../practice/requests/call-plan.ts';
import { type RequestOrigin, timeline } from '../../practice/requests/timeline.ts';
import { interviewRequestAnswer } from '../../shared/service-interface.ts';

const CREATED_AT = Date.UTC(2026, 0, 5, 9);
const SEEDS = Array.from({ length: 400 }, (_, index) => `ir_${index}`);
const END = 200_000;

function origin(seed: string, changes: Partial<RequestOrigin> = {}): RequestOrigin {
  return { seed, candidateName: 'Ada Lovelace', createdAt: CREATED_AT, timeScale: 1, ...changes };
}

function at(seed: string, milliseconds: number, changes: Partial<RequestOrigin> = {}) {
  return timeline(origin(seed, changes), CREATED_AT + milliseconds);
}

/** Names a result's shape by what only that shape has. */
function shapeOf(results: Record<string, unknown>): string {
  const marks = { flat: 'overall_score', nested: 'skills', questions: 'questions', text: 'next_step' };
  const found = Object.entries(marks).find(([, key]) => key in results)?.[0];
  return found ?? (Object.keys(results).length === 0 ? 'empty' : 'unknown');
}

describe('a request over time', () => {
  test('is the same whenever it is asked', () => {
    for (const seed of SEEDS.slice(0, 50)) expect(at(seed, 70_000)).toEqual(at(seed, 70_000));
  });

  test('begins PENDING, has its first call after about ten seconds and is over within three minutes', () => {
    for (const seed of SEEDS) {
      expect(at(seed, 0)).toEqual({ status: 'PENDING', screening_calls: [], assessment_results: {} });
      expect(at(seed, 7_999).screening_calls).toHaveLength(0);
      expect(at(seed, 12_000).screening_calls).toHaveLength(1);
      expect(planCalls(seed, '').completesAfter).toBeLessThan(180_000);
      expect(planCalls(seed, '').completesAfter).toBeGreaterThan(40_000);
    }
  });

  test('only gains calls, never changes one that has ended, and stays COMPLETED', () => {
    for (const seed of SEEDS.slice(0, 100)) {
      let before = at(seed, 0);
      for (let time = 1_000; time <= END; time += 1_000) {
        const after = at(seed, time);
        for (const [index, call] of before.screening_calls.entries()) {
          if (call.status === 'IN_PROGRESS')
            expect(after.screening_calls[index]).toMatchObject({ id: call.id, timestamp: call.timestamp });
          else expect(after.screening_calls[index]).toEqual(call);
        }
        if (before.status === 'COMPLETED') expect(after).toEqual(before);
        before = after;
      }
      expect(before.status).toBe('COMPLETED');
      expect(before.screening_calls.every((call) => call.status !== 'IN_PROGRESS')).toBe(true);
    }
  });

  test('shows calls under way, without a length', () => {
    const underWay = SEEDS.flatMap((seed) => at(seed, 12_000).screening_calls).filter(
      (call) => call.status === 'IN_PROGRESS',
    );
    expect(underWay.length).toBeGreaterThan(100);
    expect(underWay.every((call) => call.duration_minutes === 0)).toBe(true);
  });

  test('is always written so that the client can read it', () => {
    for (const seed of SEEDS) {
      const answer = interviewRequestAnswer.parse({ request_id: seed, ...at(seed, END) });
      for (const call of answer.screening_calls) {
        expect(call.id).toMatch(/^call_/);
        expect(new Date(call.timestamp ?? '').toISOString()).toBe(call.timestamp);
        expect(Number.isInteger(call.duration_minutes)).toBe(true);
      }
      expect(new Set(answer.screening_calls.map((call) => call.id)).size).toBe(answer.screening_calls.length);
    }
  });

  test('lives faster by the time scale, with no call in the future', () => {
    for (const seed of SEEDS.slice(0, 50)) {
      const fast = at(seed, 1_500, { timeScale: 60 });
      const slow = at(seed, 90_000);
      expect(fast.screening_calls.map((call) => call.id)).toEqual(
        slow.screening_calls.map((call) => call.id),
      );
      expect(fast.screening_calls.every((call) => Date.parse(call.timestamp) <= CREATED_AT + 1_500)).toBe(
        true,
      );
      expect(at(seed, 3_000, { timeScale: 60 }).status).toBe('COMPLETED');
    }
  });

  test('is PENDING when the clock has been turned back', () => {
    expect(at('ir_1', -60_000).status).toBe('PENDING');
  });
});

describe('over many requests', () => {
  test('every shape of results occurs, and none is unknown', () => {
    const shapes = new Set(SEEDS.map((seed) => shapeOf(at(seed, END).assessment_results)));
    expect([...shapes].sort()).toEqual(['empty', 'flat', 'nested', 'questions', 'text']);
  });

  test('every call status occurs, some calls are repeated and some candidates never reached', () => {
    const ends = SEEDS.map((seed) => at(seed, END).screening_calls.map((call) => call.status));
    expect([...new Set(ends.flat())].sort()).toEqual(['BUSY', 'COMPLETED', 'NO_ANSWER', 'VOICEMAIL']);
    expect(ends.filter((calls) => calls.length > 1).length).toBeGreaterThan(100);
    expect(ends.filter((calls) => calls.length === 1).length).toBeGreaterThan(100);
    expect(ends.some((calls) => !calls.includes('COMPLETED'))).toBe(true);
  });

  test('some say IN_PROGRESS and some stay PENDING until they are COMPLETED', () => {
    const statuses = new Set(SEEDS.map((seed) => at(seed, 14_000).status));
    expect([...statuses].sort()).toEqual(['IN_PROGRESS', 'PENDING']);
  });
});

describe('a name with a fate', () => {
  test.each([
    ['Noah No Answer', ['NO_ANSWER', 'NO_ANSWER', 'NO_ANSWER']],
    ['Vera VOICEMAIL', ['VOICEMAIL', 'VOICEMAIL']],
    ['busy Bee', ['BUSY', 'COMPLETED']],
  ])('%s is called as told', (candidateName, statuses) => {
    const end = at('ir_1', END, { candidateName });
    expect(end.screening_calls.map((call) => call.status)).toEqual(statuses);
    expect(end.status).toBe('COMPLETED');
  });

  test('a Long Wait is called after half an hour', () => {
    const candidateName = 'Lena Long Wait';
    expect(at('ir_1', 29 * 60_000, { candidateName }).screening_calls).toEqual([]);
    expect(at('ir_1', 33 * 60_000, { candidateName }).status).toBe('COMPLETED');
  });
});
