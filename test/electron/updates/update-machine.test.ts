import { describe, expect, test } from 'vitest';
import { nextUpdateStep, type UpdateEvent } from '../../../electron/updates/app-updates.ts';
import type { Update, UpdateProblem, UpdateStep } from '../../../shared/updates.ts';

const update: Update = { version: '1.2.0', notes: 'Faster.', releasedAt: null };
const problem: UpdateProblem = { during: 'download', code: 'download_failed' };

const STEPS: readonly UpdateStep[] = [
  { kind: 'off', reason: 'setting' },
  { kind: 'idle' },
  { kind: 'checking' },
  { kind: 'available', update },
  { kind: 'downloading', update, percent: 40 },
  { kind: 'ready', update },
  { kind: 'installing', update },
  { kind: 'failed', update: null, problem: { ...problem, during: 'check' } },
  { kind: 'failed', update, problem },
];
const EVENTS: readonly UpdateEvent[] = [
  { kind: 'turned_off', reason: 'setting' },
  { kind: 'turned_on' },
  { kind: 'channel_changed' },
  { kind: 'check_began' },
  { kind: 'check_ended', update },
  { kind: 'check_ended', update: undefined },
  { kind: 'download_began' },
  { kind: 'progress', percent: 70 },
  { kind: 'downloaded' },
  { kind: 'install_began' },
  { kind: 'failed', problem },
];

/** The states an event changes, each with its next state. */
function transitionsOf(event: UpdateEvent): Record<string, string> {
  return Object.fromEntries(
    STEPS.map((step) => [step.kind, nextUpdateStep(step, event)] as const)
      .filter(([kind, next]) => next !== STEPS.find((step) => step.kind === kind) && !STEPS.includes(next))
      .map(([kind, next]) => [kind, next.kind]),
  );
}

describe('the update state machine', () => {
  test('a check leads through the download to the installation', () => {
    const way: UpdateEvent[] = [
      { kind: 'check_began' },
      { kind: 'check_ended', update },
      { kind: 'download_began' },
      { kind: 'progress', percent: 70 },
      { kind: 'downloaded' },
      { kind: 'install_began' },
    ];
    const kinds: string[] = [];
    let step: UpdateStep = { kind: 'idle' };
    for (const event of way) {
      step = nextUpdateStep(step, event);
      kinds.push(step.kind);
    }
    expect(kinds).toEqual(['checking', 'available', 'downloading', 'downloading', 'ready', 'installing']);
  });

  test('installing starts only from ready', () => {
    expect(transitionsOf({ kind: 'install_began' })).toEqual({ ready: 'installing' });
  });

  test('a check starts only from available, failed and idle', () => {
    expect(Object.keys(transitionsOf({ kind: 'check_began' })).sort()).toEqual([
      'available',
      'failed',
      'idle',
    ]);
  });

  test('late reports are ignored while updates are off', () => {
    const off: UpdateStep = { kind: 'off', reason: 'setting' };
    const late = EVENTS.filter(({ kind }) => kind !== 'turned_on' && kind !== 'turned_off');
    for (const event of late) expect(nextUpdateStep(off, event)).toBe(off);
  });

  test('only a failure ends an installation', () => {
    const installing: UpdateStep = { kind: 'installing', update };
    const moved = EVENTS.filter((event) => nextUpdateStep(installing, event) !== installing);
    expect(moved.map(({ kind }) => kind)).toEqual(['failed']);
  });

  test('progress never goes backwards', () => {
    const step: UpdateStep = { kind: 'downloading', update, percent: 40 };
    expect(nextUpdateStep(step, { kind: 'progress', percent: 12 })).toBe(step);
  });

  test('a failed download can be retried, a failed check has nothing to download', () => {
    expect(nextUpdateStep({ kind: 'failed', update, problem }, { kind: 'download_began' }).kind).toBe(
      'downloading',
    );
    const check: UpdateStep = { kind: 'failed', update: null, problem: { ...problem, during: 'check' } };
    expect(nextUpdateStep(check, { kind: 'download_began' })).toBe(check);
  });

  test('a channel change discards a ready update', () => {
    expect(nextUpdateStep({ kind: 'ready', update }, { kind: 'channel_changed' })).toEqual({ kind: 'idle' });
  });
});
