import { describe, expect, test } from 'vitest';
import type { CallingHold } from '../../../shared/submission.ts';
import { acceptance, changeBy, sampleSubmission } from '../sample-submission.ts';
import { temporaryStorage } from './temporary-storage.ts';

const HOURS = {
  ...{ from: '09:00', until: '18:00', weekdays: [1, 2], ownHours: [], holidays: [] },
  defaultTimeZone: 'Europe/Berlin',
};
const UNTIL = 5_000_000;

function held(timeZone: string, question?: CallingHold['question'], updatedAt = 1000) {
  return sampleSubmission({
    callingHold: { until: UNTIL, timeZone, ...(question && { question }) },
    hoursInForce: [HOURS],
    updatedAt,
  });
}

describe('the question about submissions that only a person can release', () => {
  test('counts unanswered ones by time zone and reason', async () => {
    const { submissions } = (await temporaryStorage()).stores;
    const open = { about: 'earlier_hours', answer: null } as const;
    await submissions.add([
      held('Europe/Berlin', open),
      held('Asia/Tokyo', open, 3000),
      held('Asia/Tokyo', open),
      held('Asia/Tokyo', { about: 'clock', answer: null }),
      held('Asia/Tokyo', { about: 'earlier_hours', answer: 'keep_waiting' }),
      held('Asia/Tokyo', { about: 'earlier_hours', answer: 'send_now' }),
      held('Asia/Tokyo'),
      { ...held('Asia/Tokyo', open), state: 'held' },
      { ...held('Asia/Tokyo', open), state: 'draft' },
    ]);
    expect((await submissions.outbox('workspace-1')).question).toEqual({
      held: [
        { timeZone: 'Asia/Tokyo', about: 'earlier_hours', count: 2 },
        { timeZone: 'Asia/Tokyo', about: 'clock', count: 1 },
        { timeZone: 'Europe/Berlin', about: 'earlier_hours', count: 1 },
      ],
      shownUntil: 3000,
    });
    expect(await submissions.askedCount('workspace-1')).toBe(4);
    expect(await submissions.askedCount('elsewhere')).toBe(0);
    expect((await submissions.outbox('elsewhere')).question).toBeNull();
  });

  test('is stored and read back unchanged, with the calling hours', async () => {
    const { submissions } = (await temporaryStorage()).stores;
    const one = held('Asia/Tokyo', { about: 'clock', answer: 'keep_waiting' });
    await submissions.add([one]);
    expect(await submissions.get(one.id)).toEqual(one);
    const bound = changeBy(one, { type: 'hours_bound', hoursInForce: [HOURS, { ...HOURS, from: '10:00' }] });
    await submissions.save([bound]);
    expect(await submissions.get(one.id)).toEqual(bound.submission);
  });

  test('is removed with the calling hours when the submission is accepted', async () => {
    const { submissions } = (await temporaryStorage()).stores;
    const one = held('Asia/Tokyo', { about: 'earlier_hours', answer: 'send_now' });
    await submissions.add([one]);
    for (const change of acceptance(one, 'ir_1')) await submissions.save([change]);
    const stored = await submissions.get(one.id);
    expect(stored).toMatchObject({ state: 'accepted', callingHold: null });
    expect(stored?.hoursInForce).toBeUndefined();
  });
});
