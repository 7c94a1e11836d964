import { describe, expect, test } from 'vitest';
import { planCalls } from '../../practice/requests/call-plan.ts';
import { type RequestOrigin, timeline } from '../../practice/requests/timeline.ts';
import { interviewRequestAnswer } from '../../shared/service-interface.ts';

const CREATED_AT = Date.UTC(2026, 0, 5, 9);
/** Candidates with the same name but different numbers. */
const NUMBERS = Array.from({ length: 400 }, (_, index) => `+1202555${1000 + index}`);
const END = 200_000;

function origin(phoneNumber: string, changes: Partial<RequestOrigin> = {}): RequestOrigin {
  const candidate = { name: 'Ada Lovelace', phoneNumber };
  return { requestId: 'ir_1', candidate, createdAt: CREATED_AT, timeScale: 1, ...changes };
}

function at(phoneNumber: string, milliseconds: number, changes: Partial<RequestOrigin> = {}) {
  return timeline(origin(phoneNumber, changes), CREATED_AT + milliseconds);
}

/** The shape of a result, from a field that only that shape has. */
function shapeOf(results: Record<string, unknown>): string {
  const marks = { flat: 'overall_score', nested: 'skills', questions: 'questions', text: 'next_step' };
  const found = Object.entries(marks).find(([, key]) => key in results)?.[0];
  return found ?? (Object.keys(results).length === 0 ? 'empty' : 'unknown');
}

describe('a request over time', () => {
  test('is the same for the same candidate each time, except for call ids', () => {
    for (const number of NUMBERS.slice(0, 50)) {
      const [one, other] = ['ir_1', 'ir_2'].map((requestId) => at(number, END, { requestId }));
      const withoutIds = (each: typeof one) => ({
        ...each,
        screening_calls: each?.screening_calls.map(({ id, ...call }) => call),
      });
      expect(withoutIds(one)).toEqual(withoutIds(other));
      const ids = [one, other].flatMap((each) => each?.screening_calls.map(({ id }) => id) ?? []);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  test('differs for another name or another number', () => {
    const lives = (candidates: readonly { name: string; phoneNumber: string }[]) =>
      new Set(candidates.map((candidate) => JSON.stringify(at('', END, { candidate })))).size;
    const names = Array.from({ length: 50 }, (_, index) => `Ada ${index}`);
    expect(lives(names.map((name) => ({ name, phoneNumber: '+12025550143' })))).toBe(50);
    expect(lives(NUMBERS.slice(0, 50).map((phoneNumber) => ({ name: 'Ada', phoneNumber })))).toBe(50);
  });

  test('begins PENDING, has its first call after about ten seconds and completes within three minutes', () => {
    for (const number of NUMBERS) {
      expect(at(number, 0)).toEqual({ status: 'PENDING', screening_calls: [], assessment_results: {} });
      expect(at(number, 7_999).screening_calls).toHaveLength(0);
      expect(at(number, 12_000).screening_calls).toHaveLength(1);
      const { completesAfter } = planCalls({ name: 'Ada', phoneNumber: number });
      expect(completesAfter).toBeLessThan(180_000);
      expect(completesAfter).toBeGreaterThan(40_000);
    }
  });

  test('only gains calls, never changes one that has ended, and stays COMPLETED', () => {
    for (const number of NUMBERS.slice(0, 100)) {
      let before = at(number, 0);
      for (let time = 1_000; time <= END; time += 1_000) {
        const after = at(number, time);
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

  test('shows calls in progress, without a duration', () => {
    const underWay = NUMBERS.flatMap((number) => at(number, 12_000).screening_calls).filter(
      (call) => call.status === 'IN_PROGRESS',
    );
    expect(underWay.length).toBeGreaterThan(100);
    expect(underWay.every((call) => call.duration_minutes === 0)).toBe(true);
  });

  test("always matches the client's schema", () => {
    for (const number of NUMBERS) {
      const answer = interviewRequestAnswer.parse({ request_id: 'ir_1', ...at(number, END) });
      for (const call of answer.screening_calls) {
        expect(call.id).toMatch(/^call_/);
        expect(new Date(call.timestamp ?? '').toISOString()).toBe(call.timestamp);
        expect(Number.isInteger(call.duration_minutes)).toBe(true);
      }
      expect(new Set(answer.screening_calls.map((call) => call.id)).size).toBe(answer.screening_calls.length);
    }
  });

  test('runs faster by the time scale, with no call in the future', () => {
    for (const number of NUMBERS.slice(0, 50)) {
      const fast = at(number, 1_500, { timeScale: 60 });
      const slow = at(number, 90_000);
      expect(fast.screening_calls.map((call) => call.id)).toEqual(
        slow.screening_calls.map((call) => call.id),
      );
      expect(fast.screening_calls.every((call) => Date.parse(call.timestamp) <= CREATED_AT + 1_500)).toBe(
        true,
      );
      expect(at(number, 3_000, { timeScale: 60 }).status).toBe('COMPLETED');
    }
  });

  test('is PENDING if the clock was turned back', () => {
    expect(at('+12025550143', -60_000).status).toBe('PENDING');
  });
});

describe('over many requests', () => {
  test('exactly the known shapes of results occur', () => {
    const shapes = new Set(NUMBERS.map((number) => shapeOf(at(number, END).assessment_results)));
    expect([...shapes].sort()).toEqual(['empty', 'flat', 'nested', 'questions', 'text']);
  });

  test('every call status occurs, some calls are repeated and some candidates are never reached', () => {
    const ends = NUMBERS.map((number) => at(number, END).screening_calls.map((call) => call.status));
    expect([...new Set(ends.flat())].sort()).toEqual(['BUSY', 'COMPLETED', 'NO_ANSWER', 'VOICEMAIL']);
    expect(ends.filter((calls) => calls.length > 1).length).toBeGreaterThan(100);
    expect(ends.filter((calls) => calls.length === 1).length).toBeGreaterThan(100);
    expect(ends.some((calls) => !calls.includes('COMPLETED'))).toBe(true);
  });

  test('some are IN_PROGRESS and some stay PENDING until they are COMPLETED', () => {
    const statuses = new Set(NUMBERS.map((number) => at(number, 14_000).status));
    expect([...statuses].sort()).toEqual(['IN_PROGRESS', 'PENDING']);
  });
});

describe('a name with a scripted outcome', () => {
  test.each([
    ['Noah No Answer', ['NO_ANSWER', 'NO_ANSWER', 'NO_ANSWER']],
    ['Vera VOICEMAIL', ['VOICEMAIL', 'VOICEMAIL']],
    ['busy Bee', ['BUSY', 'COMPLETED']],
  ])('%s is called as scripted', (name, statuses) => {
    const end = at('', END, { candidate: { name, phoneNumber: '+12025550143' } });
    expect(end.screening_calls.map((call) => call.status)).toEqual(statuses);
    expect(end.status).toBe('COMPLETED');
  });

  test('a Long Wait is called after half an hour', () => {
    const candidate = { name: 'Lena Long Wait', phoneNumber: '+12025550143' };
    expect(at('', 29 * 60_000, { candidate }).screening_calls).toEqual([]);
    expect(at('', 33 * 60_000, { candidate }).status).toBe('COMPLETED');
  });
});
