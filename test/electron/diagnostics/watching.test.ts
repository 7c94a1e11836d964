import { describe, expect, test } from 'vitest';
import { startFailure } from '../../../electron/desktop/start-failure.ts';
import { RateLimit } from '../../../electron/diagnostics/log.ts';
import { StateLog } from '../../../electron/diagnostics/state-log.ts';
import { watchStores } from '../../../electron/diagnostics/watch-stores.ts';
import { NewerDatabaseError } from '../../../electron/storage/migrate.ts';
import { stores } from '../../../electron/storage/stores/index.ts';
import { NO_POLICY, type PolicyState, policyProblem } from '../../../shared/policy.ts';
import type { SessionStatus } from '../../../shared/session.ts';
import { settings } from '../../../shared/settings.ts';
import { type TeamState, teamProblem } from '../../../shared/team.ts';
import type { UpdateStep } from '../../../shared/updates.ts';

interface Logged {
  readonly name: string;
  readonly fields: object;
}

function listener() {
  const logged: Logged[] = [];
  return { logged, log: (name: string, fields: object) => void logged.push({ name, fields }) };
}

describe('a change of state is logged once', () => {
  test('for sign-in, reachability, settings (names only), policy and updates', () => {
    const { logged, log } = listener();
    let status: SessionStatus = { phase: 'waiting_for_browser', link: 'https://secret', way: 'loopback' };
    let reachable = true;
    let team: TeamState = { phase: 'off' };
    let chosen = settings.parse({});
    let policy: PolicyState = NO_POLICY;
    let update: UpdateStep = { kind: 'idle' };
    const state = () => ({
      workspaces: [
        { workspace: { id: 'w1' }, session: { status }, reachability: { reachable }, team: { state: team } },
      ],
      settings: chosen,
      policy,
      update,
    });
    const changes = (): Logged[] => {
      stateLog.close();
      return logged.splice(0);
    };
    const stateLog = new StateLog(log, state);
    changes();
    expect(changes()).toEqual([]);

    status = { phase: 'signed_in', storage: 'sealed' };
    reachable = false;
    team = { phase: 'refused', since: 1, reason: teamProblem('wrong_password', { user: 'mary' }) };
    expect(changes()).toEqual([
      { name: 'sign_in_changed', fields: { workspace: 'w1', phase: 'signed_in', storage: 'sealed' } },
      { name: 'reachability_changed', fields: { workspace: 'w1', reachable: false } },
      { name: 'team_changed', fields: { workspace: 'w1', phase: 'refused', reason: 'wrong_password' } },
    ]);

    chosen = { ...chosen, undoSeconds: 30, queuePaused: true };
    policy = { ...NO_POLICY, source: '/etc/callboard', problems: [policyProblem('x', 'unknown_name')] };
    update = { kind: 'available', update: { version: '2.0.0', notes: 'notes', releasedAt: null } };
    expect(changes()).toEqual([
      { name: 'queue_paused', fields: { paused: true } },
      { name: 'setting_changed', fields: { setting: 'undoSeconds' } },
      { name: 'setting_changed', fields: { setting: 'queuePaused' } },
      { name: 'policy_read', fields: { found: true, problems: 1, managed: 0 } },
      { name: 'update_state', fields: { state: 'available', version: '2.0.0' } },
    ]);
  });
});

test('slow storage operations are logged by store, rate-limited', async () => {
  const { logged, log } = listener();
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
  expect(logged).toEqual([]);
  for (let n = 0; n < 30; n += 1) await stores.submissions.save(1500);
  expect(logged[0]).toEqual({ name: 'storage_slow', fields: { store: 'submissions', tookMs: 1500 } });
  expect(logged).toHaveLength(6);
  now += 60_000;
  await stores.submissions.save(1500);
  expect(logged.at(-1)?.fields).toMatchObject({ alsoSlow: 24 });
});

test.each(Object.keys(stores))('a slow operation of the store %s is logged under its name', async (name) => {
  const { logged, log } = listener();
  let now = 0;
  const slow = async () => {
    now += 1500;
  };
  const watched: Record<string, { slow(): Promise<void> }> = watchStores(
    { [name]: { slow } },
    log,
    () => now,
  );
  await watched[name]?.slow();
  expect(logged).toEqual([{ name: 'storage_slow', fields: { store: name, tookMs: 1500 } }]);
});

test('a rate limit counts what it drops', () => {
  let now = 0;
  const limit = new RateLimit(2, 1000, () => now);
  expect(
    [limit.tryAcquire(), limit.tryAcquire(), limit.tryAcquire(), limit.tryAcquire()].map(
      ({ allowed }) => allowed,
    ),
  ).toEqual([true, true, false, false]);
  now = 1000;
  expect(limit.tryAcquire()).toEqual({ allowed: true, dropped: 2 });
});

describe('the message about a failed start names the cause and a remedy for', () => {
  const words = (error: unknown): string => startFailure(error, '/data', '/data/logs').text;
  const coded = (code: string): Error => Object.assign(new Error(`${code}: x`), { code });

  test.each([
    ['a folder without write permission', coded('EACCES'), "isn't allowed to write to its folder"],
    ['a read-only disk', coded('EROFS'), "isn't allowed to write to its folder"],
    ['a full disk', coded('ENOSPC'), 'is full'],
    [
      'a folder without write permission, reported by the storage worker',
      new Error('EACCES: permission denied'),
      "isn't allowed to write",
    ],
    ['a full disk, reported by the database', new Error('database or disk is full'), 'is full'],
    [
      'another copy that has locked the database',
      new Error('database is locked'),
      'another copy of Callboard',
    ],
    ['a nested cause', new Error('x', { cause: coded('EBUSY') }), 'another copy of Callboard'],
    ['data of a newer version', new NewerDatabaseError('x'), 'Install that version again'],
    ['anything else', new TypeError('Cannot read properties of undefined'), 'Start Callboard again'],
    ['a thrown string', 'oops', 'Start Callboard again'],
  ])('%s', (_name, error, expected) => {
    const text = words(error);
    expect(text).toContain(expected);
    expect(text).toContain('Nothing was changed or sent.');
    expect(text).toContain('/data/logs');
    expect(text).not.toMatch(/EACCES|Cannot read|oops/);
  });
});
