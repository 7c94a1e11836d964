import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppUpdates, type AppUpdatesOptions } from '../../../electron/updates/app-updates.ts';
import type { UpdateSettings } from '../../../electron/updates/ports.ts';
import type { Update } from '../../../shared/updates.ts';
import { FakeUpdater } from './fake-updater.ts';

const update: Update = { version: '1.2.0', notes: 'Faster.', releasedAt: null };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Updates over an updater that a test answers for, in an app whose work a test sets. */
function updatesUnderTest(
  options: Partial<AppUpdatesOptions> & { mode?: UpdateSettings['updateMode'] } = {},
) {
  const updater = new FakeUpdater();
  const current: { settings: UpdateSettings } = {
    settings: { updateMode: options.mode ?? 'manual', updateChannel: 'stable' },
  };
  const told: string[] = [];
  const troubles: unknown[] = [];
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
    onChange: () => told.push(updates.state.step.kind),
    onTrouble: (error) => troubles.push(error),
    ...options,
  });
  /** Lets everything happen that does not wait for time or the updater. */
  const settle = (): Promise<void> => vi.advanceTimersByTimeAsync(0).then(() => undefined);
  return {
    updates,
    updater,
    work,
    app,
    told,
    troubles,
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

describe('looking for newer versions', () => {
  test('when asked alone: nothing is loaded or asked before that, and nothing is fetched by itself', async () => {
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

  test('by itself: a minute after the start and then every six hours, fetching what it finds', async () => {
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

  test('what failed is said in words without its insides, and looked for again at the next time', async () => {
    const { updates, updater, troubles, settle } = updatesUnderTest({ mode: 'automatic' });
    updates.start();
    await vi.advanceTimersByTimeAsync(60_000);
    updater.checkFailed(new Error('connect ECONNREFUSED 10.0.0.1:443 /home/grace'));
    await settle();
    expect(updates.state.step).toMatchObject({ kind: 'failed', problem: { during: 'check' } });
    expect(JSON.stringify(updates.state)).not.toContain('grace');
    expect(troubles).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(6 * 3_600_000);
    expect(updater.checked).toHaveLength(2);
  });

  test('a download that is not the published one is named as that', async () => {
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

  test('a program that could not be loaded is loaded again at the next check', async () => {
    let tries = 0;
    const { updates, updater, settle } = updatesUnderTest({
      loadUpdater: async () => {
        tries += 1;
        if (tries === 1) throw new Error('damaged');
        return updater;
      },
    });
    await updates.check();
    expect(updates.state.step.kind).toBe('failed');
    void updates.check();
    await settle();
    expect(updater.checked).toEqual(['stable']);
  });

  test('several wishes to check at once ask once', async () => {
    const { updates, updater, settle } = updatesUnderTest();
    void updates.check();
    void updates.check();
    await settle();
    expect(updater.checked).toHaveLength(1);
  });
});

describe('off', () => {
  test.each(['package_manager', 'msi', 'not_installed', 'unknown_installation'] as const)(
    'where the installation cannot update itself (%s) nothing is loaded, whatever the settings say',
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

  test('turned off in the middle of a download: what comes of it is not offered', async () => {
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

  test('turned on again it looks by itself again', async () => {
    const { updates, updater, change } = updatesUnderTest({ mode: 'off' });
    updates.start();
    await vi.advanceTimersByTimeAsync(48 * 3_600_000);
    expect(updater.checked).toEqual([]);
    change({ updateMode: 'automatic' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(updater.checked).toEqual(['stable']);
  });

  test('another channel is asked from then on, and an answer of the old one does not count', async () => {
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

  test('a change of other settings disturbs nothing', async () => {
    const { updates, updater, change } = updatesUnderTest({ mode: 'automatic' });
    updates.start();
    await vi.advanceTimersByTimeAsync(40_000);
    change({});
    await vi.advanceTimersByTimeAsync(20_000);
    expect(updater.checked).toEqual(['stable']);
  });
});

describe('restarting into an update', () => {
  test('sending is held first, then all work is ended, then it is installed', async () => {
    const { updates, updater, app, makeReady, settle } = updatesUnderTest();
    await makeReady();
    expect(await updates.restart()).toEqual({ ok: true, value: null });
    await settle();
    expect(app).toEqual({ holds: 1, ended: 1, relaunched: 0 });
    expect(updater.installs).toBe(1);
    expect(updates.installing).toBe(true);
  });

  test('while something is being sent it is refused, nothing is held, and it is offered again when that is over', async () => {
    const { updates, updater, app, work, told, makeReady, settle } = updatesUnderTest();
    await makeReady();
    work.sending = 1;
    expect(await updates.restart()).toMatchObject({ ok: false, error: { code: 'sending_now' } });
    expect(updates.state).toMatchObject({ step: { kind: 'ready' }, waitingFor: 'sending' });
    expect(app).toEqual({ holds: 0, ended: 0, relaunched: 0 });
    expect(updater.installs).toBe(0);

    await vi.advanceTimersByTimeAsync(5_000);
    expect(updates.state.waitingFor).toBe('sending');
    const before = told.length;
    work.sending = 0;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(updates.state.waitingFor).toBeNull();
    expect(told.length).toBe(before + 1);
    expect(await updates.restart()).toEqual({ ok: true, value: null });
    await settle();
    expect(updater.installs).toBe(1);
  });

  test('while a file is being queued it is refused as well', async () => {
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

  test('what began to be sent between the wish and the hold is seen', async () => {
    const { updates, app, makeReady, updater } = updatesUnderTest({
      work: { sending: async () => (app.holds > 0 ? 1 : 0), importing: () => false },
    });
    await makeReady();
    expect(await updates.restart()).toMatchObject({ ok: false, error: { code: 'sending_now' } });
    expect(app.holds).toBe(0);
    expect(updater.installs).toBe(0);
    updates.close();
  });

  test('two wishes at once install once', async () => {
    const { updates, updater, app, makeReady, settle } = updatesUnderTest();
    await makeReady();
    const answers = await Promise.all([updates.restart(), updates.restart()]);
    await settle();
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(updater.installs).toBe(1);
    expect(app.holds).toBe(1);
  });

  test('when installing fails this version starts again: its work was ended already', async () => {
    const { updates, updater, app, makeReady, settle } = updatesUnderTest();
    await makeReady();
    await updates.restart();
    await settle();
    updater.installFailed(new Error('EACCES'));
    await settle();
    expect(app.relaunched).toBe(1);
    expect(updates.state.step).toMatchObject({ kind: 'failed', problem: { during: 'install' } });
  });

  test('a store that cannot tell what is being sent stops the restart and holds nothing', async () => {
    const { updates, app, makeReady, updater } = updatesUnderTest({
      work: { sending: () => Promise.reject(new Error('disk I/O error')), importing: () => false },
    });
    await makeReady();
    await expect(updates.restart()).rejects.toThrow('disk I/O error');
    expect(app).toEqual({ holds: 0, ended: 0, relaunched: 0 });
    expect(updater.installs).toBe(0);
  });
});
