import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  AppUpdates,
  type AppUpdatesOptions,
  type UpdateSettings,
} from '../../../electron/updates/app-updates.ts';
import type { Update } from '../../../shared/updates.ts';
import { FakeUpdater } from './fake-updater.ts';

const update: Update = { version: '1.2.0', notes: 'Faster.', releasedAt: null };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Updates with a fake updater and an app whose work the test controls. */
function updatesUnderTest(
  options: Partial<AppUpdatesOptions> & { mode?: UpdateSettings['updateMode'] } = {},
) {
  const updater = new FakeUpdater();
  const current: { settings: UpdateSettings } = {
    settings: { updateMode: options.mode ?? 'manual', updateChannel: 'stable' },
  };
  const changes: string[] = [];
  const errors: unknown[] = [];
  const work = { sending: 0, importing: false };
  const app = { holds: 0, ended: 0, relaunched: 0 };
  let loads = 0;
  const updates = new AppUpdates({
    notUpdatable: undefined,
    loadUpdater: async () => {
      loads += 1;
      return updater;
    },
    settings: () => current.settings,
    work: { sending: async () => work.sending, importing: () => work.importing },
    app: {
      holdSending: () => {
        app.holds += 1;
        return () => {
          app.holds -= 1;
        };
      },
      endWork: async () => {
        app.ended += 1;
      },
      relaunch: () => {
        app.relaunched += 1;
      },
    },
    onChange: () => changes.push(updates.state.step.kind),
    onTrouble: (error) => errors.push(error),
    ...options,
  });
  /** Runs everything that waits for neither time nor the updater. */
  const settle = (): Promise<void> => vi.advanceTimersByTimeAsync(0).then(() => undefined);
  return {
    updates,
    updater,
    work,
    app,
    changes,
    errors,
    settle,
    loads: () => loads,
    change: (changes: Partial<UpdateSettings>) => {
      current.settings = { ...current.settings, ...changes };
      updates.settingsChanged();
    },
    makeReady: async () => {
      void updates.check();
      await settle();
      updater.found(update);
      await settle();
      updates.download();
      await settle();
      updater.downloaded();
      await settle();
    },
  };
}

describe('checking for updates', () => {
  test('manual mode loads and checks only on request, and downloads nothing', async () => {
    const { updates, updater, loads, settle } = updatesUnderTest({ mode: 'manual' });
    updates.start();
    await vi.advanceTimersByTimeAsync(48 * 3_600_000);
    expect(loads()).toBe(0);
    const checked = updates.check();
    await settle();
    updater.found(update);
    expect(await checked).toMatchObject({ ok: true, value: { step: { kind: 'available', update } } });
    expect(updater.downloads).toBe(0);
  });

  test('automatic mode checks a minute after the start and then every six hours, and downloads what it finds', async () => {
    const { updates, updater, settle } = updatesUnderTest({ mode: 'automatic' });
    updates.start();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(updater.checked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    updater.found(undefined);
    await settle();
    expect(updates.state.step).toEqual({ kind: 'idle' });
    await vi.advanceTimersByTimeAsync(6 * 3_600_000);
    expect(updater.checked).toEqual(['stable', 'stable']);
    updater.found(update);
    await settle();
    updater.progress(30);
    expect(updates.state.step).toEqual({ kind: 'downloading', update, percent: 30 });
    updater.downloaded();
    await settle();
    expect(updates.state.step).toEqual({ kind: 'ready', update });
  });

  test("a failed check hides the error's details and is retried at the next interval", async () => {
    const { updates, updater, errors, settle } = updatesUnderTest({ mode: 'automatic' });
    updates.start();
    await vi.advanceTimersByTimeAsync(60_000);
    updater.checkFailed(new Error('connect ECONNREFUSED 10.0.0.1:443 /home/grace'));
    await settle();
    expect(updates.state.step).toMatchObject({ kind: 'failed', problem: { during: 'check' } });
    expect(JSON.stringify(updates.state)).not.toContain('grace');
    expect(errors).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(6 * 3_600_000);
    expect(updater.checked).toHaveLength(2);
  });

  test('a download with a wrong checksum has its own code and can be retried', async () => {
    const { updates, updater, settle } = updatesUnderTest();
    void updates.check();
    await settle();
    updater.found(update);
    await settle();
    updates.download();
    await settle();
    updater.downloadFailed(Object.assign(new Error('sha512'), { code: 'ERR_CHECKSUM_MISMATCH' }));
    await settle();
    const { step } = updates.state;
    expect(step.kind === 'failed' && step.problem.code).toBe('not_as_published');
    updates.download();
    expect(updates.state.step.kind).toBe('downloading');
  });

  test('an updater that could not be loaded is loaded again at the next check', async () => {
    let attempts = 0;
    const { updates, updater, settle } = updatesUnderTest({
      loadUpdater: async () => {
        attempts += 1;
        if (attempts === 1) throw new Error('damaged');
        return updater;
      },
    });
    await updates.check();
    expect(updates.state.step.kind).toBe('failed');
    void updates.check();
    await settle();
    expect(updater.checked).toEqual(['stable']);
  });

  test('concurrent checks ask once', async () => {
    const { updates, updater, settle } = updatesUnderTest();
    void updates.check();
    void updates.check();
    await settle();
    expect(updater.checked).toHaveLength(1);
  });
});

describe('updates turned off', () => {
  test.each(['package_manager', 'msi', 'not_installed', 'no_update_key', 'unknown_installation'] as const)(
    "an installation that can't update itself (%s) loads nothing, whatever the settings say",
    async (reason) => {
      const { updates, loads, change } = updatesUnderTest({ mode: 'automatic', notUpdatable: reason });
      updates.start();
      change({ updateMode: 'manual' });
      await vi.advanceTimersByTimeAsync(48 * 3_600_000);
      expect(updates.state.step).toEqual({ kind: 'off', reason });
      expect(await updates.check()).toMatchObject({ ok: false, error: { code: 'updates_off' } });
      expect(updates.download()).toMatchObject({ ok: false, error: { code: 'updates_off' } });
      expect(loads()).toBe(0);
    },
  );

  test('turning updates off during a download discards the download', async () => {
    const { updates, updater, change, settle } = updatesUnderTest({ mode: 'automatic' });
    updates.start();
    await vi.advanceTimersByTimeAsync(60_000);
    updater.found(update);
    await settle();
    change({ updateMode: 'off' });
    updater.downloaded();
    await settle();
    expect(updates.state.step).toEqual({ kind: 'off', reason: 'setting' });
    expect(await updates.restart()).toMatchObject({ ok: false, error: { code: 'no_update' } });
    await vi.advanceTimersByTimeAsync(48 * 3_600_000);
    expect(updater.checked).toHaveLength(1);
  });

  test('turning automatic updates on schedules a check', async () => {
    const { updates, updater, change } = updatesUnderTest({ mode: 'off' });
    updates.start();
    await vi.advanceTimersByTimeAsync(48 * 3_600_000);
    expect(updater.checked).toEqual([]);
    change({ updateMode: 'automatic' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(updater.checked).toEqual(['stable']);
  });

  test("after a channel change the old channel's answer is ignored", async () => {
    const { updates, updater, change, settle } = updatesUnderTest();
    void updates.check();
    await settle();
    change({ updateChannel: 'beta' });
    updater.found(update);
    await settle();
    expect(updates.state).toEqual({ step: { kind: 'idle' }, waitingFor: null, checkedAt: null });
    void updates.check();
    await settle();
    expect(updater.checked).toEqual(['stable', 'beta']);
  });

  test('a change of other settings does not reschedule the check', async () => {
    const { updates, updater, change } = updatesUnderTest({ mode: 'automatic' });
    updates.start();
    await vi.advanceTimersByTimeAsync(40_000);
    change({});
    await vi.advanceTimersByTimeAsync(20_000);
    expect(updater.checked).toEqual(['stable']);
  });
});

describe('restarting into an update', () => {
  test('locks sending, stops all work and installs', async () => {
    const { updates, updater, app, makeReady, settle } = updatesUnderTest();
    await makeReady();
    expect(await updates.restart()).toEqual({ ok: true });
    await settle();
    expect(app).toEqual({ holds: 1, ended: 1, relaunched: 0 });
    expect(updater.installs).toBe(1);
    expect(updates.installing).toBe(true);
  });

  test('is refused while something is being sent, and possible again afterwards', async () => {
    const { updates, updater, app, work, changes, makeReady, settle } = updatesUnderTest();
    await makeReady();
    work.sending = 1;
    expect(await updates.restart()).toMatchObject({ ok: false, error: { code: 'sending_now' } });
    expect(updates.state).toMatchObject({ step: { kind: 'ready' }, waitingFor: 'sending' });
    expect(app).toEqual({ holds: 0, ended: 0, relaunched: 0 });
    expect(updater.installs).toBe(0);

    await vi.advanceTimersByTimeAsync(5_000);
    expect(updates.state.waitingFor).toBe('sending');
    const before = changes.length;
    work.sending = 0;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(updates.state.waitingFor).toBeNull();
    expect(changes.length).toBe(before + 1);
    expect(await updates.restart()).toEqual({ ok: true });
    await settle();
    expect(updater.installs).toBe(1);
  });

  test('is refused while a file is being queued', async () => {
    const { updates, work, makeReady } = updatesUnderTest();
    await makeReady();
    work.importing = true;
    expect(await updates.restart()).toMatchObject({ ok: false, error: { code: 'importing_now' } });
    expect(updates.state.waitingFor).toBe('importing');
    work.importing = false;
    work.sending = 2;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(updates.state.waitingFor).toBe('sending');
  });

  test('counts submissions only after sending is locked', async () => {
    const { updates, app, makeReady, updater } = updatesUnderTest({
      work: { sending: async () => (app.holds > 0 ? 1 : 0), importing: () => false },
    });
    await makeReady();
    expect(await updates.restart()).toMatchObject({ ok: false, error: { code: 'sending_now' } });
    expect(app.holds).toBe(0);
    expect(updater.installs).toBe(0);
    updates.close();
  });

  test('two calls at once install once', async () => {
    const { updates, updater, app, makeReady, settle } = updatesUnderTest();
    await makeReady();
    const answers = await Promise.all([updates.restart(), updates.restart()]);
    await settle();
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(updater.installs).toBe(1);
    expect(app.holds).toBe(1);
  });

  test('relaunches this version if installing fails', async () => {
    const { updates, updater, app, makeReady, settle } = updatesUnderTest();
    await makeReady();
    await updates.restart();
    await settle();
    updater.installFailed(new Error('EACCES'));
    await settle();
    expect(app.relaunched).toBe(1);
    expect(updates.state.step).toMatchObject({ kind: 'failed', problem: { during: 'install' } });
  });

  test("fails and unlocks sending if the number being sent can't be read", async () => {
    const { updates, app, makeReady, updater } = updatesUnderTest({
      work: { sending: () => Promise.reject(new Error('disk I/O error')), importing: () => false },
    });
    await makeReady();
    await expect(updates.restart()).rejects.toThrow('disk I/O error');
    expect(app).toEqual({ holds: 0, ended: 0, relaunched: 0 });
    expect(updater.installs).toBe(0);
  });
});
