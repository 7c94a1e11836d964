import { describe, expect, test } from 'vitest';
import { startFailure } from '../../../electron/desktop/start-failure.ts';
import { RateLimit } from '../../../electron/diagnostics/rate-limit.ts';
import { StateLog } from '../../../electron/diagnostics/state-log.ts';
import { watchStores } from '../../../electron/diagnostics/watch-stores.ts';
import { NewerDatabaseError } from '../../../electron/storage/newer-database.ts';
import { NO_POLICY, type PolicyState, policyProblem } from '../../../shared/policy.ts';
import type { SessionStatus } from '../../../shared/session.ts';
import { settings } from '../../../shared/settings.ts';
import type { UpdateStep } from '../../../shared/updates.ts';

interface Told {
  readonly name: string;
  readonly fields: object;
}

function listener() {
  const told: Told[] = [];
  return { told, log: (name: string, fields: object) => void told.push({ name, fields }) };
}

describe('What changes in the state of the whole is told once', () => {
  test('sign-in, reachability, settings by name alone, policy and updates', () => {
    const { told, log } = listener();
    let status: SessionStatus = { phase: 'waiting_for_browser', link: 'https://secret', way: 'loopback' };
    let reachable = true;
    let chosen = settings.parse({});
    let policy: PolicyState = NO_POLICY;
    let update: UpdateStep = { kind: 'idle' };
    const state = () => ({
      workspaces: [{ workspace: { id: 'w1' }, session: { status }, reachability: { reachable } }],
      settings: chosen,
      policy,
      update,
    });
    const look = (): Told[] => {
      const watch = stateLog;
      watch.close();
      return told.splice(0);
    };
    const stateLog = new StateLog(log, state);
    look();
    expect(look()).toEqual([]);

    status = { phase: 'signed_in', storage: 'sealed' };
    reachable = false;
    expect(look()).toEqual([
      { name: 'sign_in_changed', fields: { workspace: 'w1', phase: 'signed_in', storage: 'sealed' } },
      { name: 'reachability_changed', fields: { workspace: 'w1', reachable: false } },
    ]);

    chosen = { ...chosen, undoSeconds: 30, queuePaused: true };
    policy = { ...NO_POLICY, source: '/etc/callboard', problems: [policyProblem('x', 'unknown_name')] };
    update = { kind: 'available', update: { version: '2.0.0', notes: 'notes', releasedAt: null } };
    expect(look()).toEqual([
      { name: 'queue_paused', fields: { paused: true } },
      { name: 'setting_changed', fields: { setting: 'queuePaused' } },
      { name: 'setting_changed', fields: { setting: 'undoSeconds' } },
      { name: 'policy_read', fields: { found: true, problems: 1, managed: 0 } },
      { name: 'update_state', fields: { state: 'available', version: '2.0.0' } },
    ]);
  });
});

test('A storage that is slow is told of, by its store, and not for every operation', async () => {
  const { told, log } = listener();
  let now = 0;
  const stores = watchStores(
    {
      submissions: {
        save: async (ms: number) => {
          now += ms;
          return ms;
        },
      },
    },
    log,
    () => now,
  );
  expect(await stores.submissions.save(20)).toBe(20);
  expect(told).toEqual([]);
  for (let n = 0; n < 30; n += 1) await stores.submissions.save(1500);
  expect(told[0]).toEqual({ name: 'storage_slow', fields: { store: 'submissions', tookMs: 1500 } });
  expect(told).toHaveLength(6);
  now += 60_000;
  await stores.submissions.save(1500);
  expect(told.at(-1)?.fields).toMatchObject({ alsoSlow: 24 });
});

test('A limit counts what it keeps back', () => {
  let now = 0;
  const limit = new RateLimit(2, 1000, () => now);
  expect([limit.take(), limit.take(), limit.take(), limit.take()].map(({ passes }) => passes)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  now = 1000;
  expect(limit.take()).toEqual({ passes: true, leftOut: 2 });
});

describe('Why a start failed is said in words, with what to do', () => {
  const words = (error: unknown): string => startFailure(error, '/data', '/data/logs').text;
  const coded = (code: string): Error => Object.assign(new Error(`${code}: x`), { code });

  test.each([
    ['a folder that may not be written', coded('EACCES'), 'may not write to its folder'],
    ['a folder on a disk that only reads', coded('EROFS'), 'may not write to its folder'],
    ['a full disk', coded('ENOSPC'), 'no space left'],
    [
      'a folder that the storage worker may not write',
      new Error('EACCES: permission denied'),
      'may not write',
    ],
    ['a full disk, found by the database', new Error('database or disk is full'), 'no space left'],
    ['another copy that holds the database', new Error('database is locked'), 'another copy of Callboard'],
    ['a cause inside', new Error('x', { cause: coded('EBUSY') }), 'another copy of Callboard'],
    ['data of a newer version', new NewerDatabaseError('x'), 'Install that version again'],
    ['anything else', new TypeError('Cannot read properties of undefined'), 'Start Callboard again'],
    ['something that is no error', 'oops', 'Start Callboard again'],
  ])('%s', (_name, error, expected) => {
    const text = words(error);
    expect(text).toContain(expected);
    expect(text).toContain('Nothing was changed or sent.');
    expect(text).toContain('/data/logs');
    expect(text).not.toMatch(/EACCES|Cannot read|oops/);
  });
});
