import { expect, test } from 'vitest';
import { defaultRules, type WorkspaceRules } from '../../../shared/workspace-rules.ts';
import { until } from '../../poll.ts';
import { BERLIN, Gate, rulesWith } from './gate-openers.ts';

const FREE = defaultRules('Europe/Berlin');

test.each<[string, Partial<WorkspaceRules>]>([
  ['calling hours', rulesWith()],
  ['countries', { allowedCountries: ['US'] }],
  ['a required notice', { notice: { asked: true, required: true, days: 3 } }],
  ['days after notice', { notice: { asked: true, required: false, days: 3 } }],
])(
  '%s that a policy sets count from when it is read, also for what is connecting',
  async (_what, stricter) => {
    const gate = await Gate.open();
    gate.rules = { ...FREE, notice: { asked: true, required: false, days: 0 } };
    let connected = 0;
    gate.beforeSending = async () => {
      connected += 1;
      // Nobody has told the queue yet: it may have much to look at.
      gate.rules = { ...gate.rules, ...stricter };
      return undefined;
    };
    const noticeOn = stricter.notice?.required ? null : '2026-11-17';
    const { id } = await gate.submit('Ada', BERLIN, { noticeOn });
    gate.passTo(gate.clock.now + 60_000);
    gate.queue.wake();
    await until('it to wait', async () => {
      const kept = await gate.store.get(id);
      return (
        kept?.state === 'held' || kept?.callingHold || kept?.wantedAt !== undefined || gate.called.length > 0
      );
    });
    expect(connected).toBe(1);
    expect(gate.called).toEqual([]);
  },
);
