import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message } from '../../../electron/notifications/compose.ts';
import { Notifier, type NotifierOptions } from '../../../electron/notifications/notifier.ts';
import type { AddedNotice, Notice } from '../../../electron/notifications/ports.ts';
import type { NotifiableEvent } from '../../../shared/notifications.ts';
import type { Settings } from '../../../shared/settings.ts';
import { notificationSettings, sampleSubject } from './sample-notices.ts';

/** An in-memory store that outlives the notifier, as a database outlives a process. */
type NoticeStore = NotifierOptions['store'];

class NoticesInMemory implements NoticeStore {
  readonly kept: (Notice & { readonly key: string; settledAt?: number })[] = [];
  fails = false;

  async add(events: readonly NotifiableEvent[], at: number): Promise<AddedNotice[]> {
    this.failIfAsked();
    return events.flatMap((event) => {
      const { kind, workspaceId, occurrence } = event;
      const subject = event.kind === 'signed_out' ? '' : event.submissionId;
      const key = [kind, workspaceId, subject, occurrence].join(' ');
      if (this.kept.some((notice) => notice.key === key)) return [];
      const id = this.kept.length + 1;
      const state = kind === 'completed' || kind === 'called_too' ? 'accepted' : kind;
      const submission =
        state === 'signed_out'
          ? null
          : sampleSubject({ id: subject, candidateName: subject, state, attempts: occurrence });
      this.kept.push({ id, key, kind, workspaceId, workspaceName: workspaceId, occurrence, at, submission });
      return [{ id, event }];
    });
  }

  async untold(): Promise<Notice[]> {
    this.failIfAsked();
    return this.kept.filter(({ settledAt }) => settledAt === undefined);
  }

  async settle(ids: readonly number[], at: number): Promise<void> {
    this.failIfAsked();
    for (const notice of this.kept) if (ids.includes(notice.id)) notice.settledAt = at;
  }

  async forget(): Promise<void> {}

  private failIfAsked(): void {
    if (this.fails) throw new Error('The disk is full.');
  }
}

/** A notifier with a simulated clock. */
function notifierIn(
  world: { store?: NoticesInMemory; start?: number } & Partial<NotifierOptions> = {},
  changes: Partial<Settings> = {},
) {
  const { store = new NoticesInMemory(), start = Date.UTC(2026, 4, 5, 10), ...rest } = world;
  let now = start;
  let timer: { at: number; run: () => void } | undefined;
  const messages: (Message & { at: number })[] = [];
  const errors: unknown[] = [];
  const settings = { current: notificationSettings(changes) };
  const notifier = new Notifier({
    store,
    settings: () => settings.current,
    show: (message) => void messages.push({ ...message, at: now }),
    isInView: () => false,
    isSignedIn: () => false,
    workspaceCount: () => 1,
    isLocked: async () => false,
    onTrouble: (error) => errors.push(error),
    now: () => now,
    schedule: (run, ms) => {
      const mine = { at: now + ms, run };
      timer = mine;
      return () => {
        if (timer === mine) timer = undefined;
      };
    },
    ...rest,
  });
  return {
    notifier,
    store,
    messages,
    errors,
    settings,
    now: () => now,
    setClock: (at: number) => {
      now = at;
    },
    /** Advances the clock and runs the timers that come due. */
    forward: async (ms: number) => {
      const end = now + ms;
      while (timer && timer.at <= end) {
        const { at, run } = timer;
        now = Math.max(now, at);
        timer = undefined;
        run();
        await notifier.settled();
      }
      now = end;
    },
  };
}

function completed(name: string, occurrence = 0): NotifiableEvent {
  return { kind: 'completed', workspaceId: 'w', submissionId: name, requestId: `r-${name}`, occurrence };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

test('events close together give one notification within seconds', async () => {
  const { notifier, messages, forward } = notifierIn();
  await notifier.happened([completed('Ada')]);
  await notifier.happened([completed('Grace')]);
  expect(messages).toEqual([]);
  await forward(5000);
  expect(messages.map(({ title }) => title)).toEqual(['2 screenings completed']);
  await forward(DAY_MS);
  expect(messages).toHaveLength(1);
});

test('a steady stream of results gives at most two notifications a minute and loses none', async () => {
  const { notifier, messages, forward } = notifierIn();
  for (let index = 0; index < 120; index += 1) {
    await notifier.happened([completed(`candidate ${index}`)]);
    await forward(5000);
  }
  await forward(MINUTE_MS);
  expect(messages.length).toBeGreaterThan(5);
  expect(messages.length).toBeLessThanOrEqual(22);
  expect(total(messages)).toBe(120);
});

test('a repeated event is not shown again, even after a restart', async () => {
  const first = notifierIn();
  await first.notifier.happened([completed('Ada')]);
  await first.forward(MINUTE_MS);
  expect(first.messages).toHaveLength(1);
  const second = notifierIn({ store: first.store, start: first.now() });
  await second.notifier.start();
  await second.notifier.happened([completed('Ada')]);
  await second.forward(DAY_MS);
  expect(second.messages).toEqual([]);
});

test('pending events of the last run are shown in one notification at the next start', async () => {
  const first = notifierIn();
  await first.notifier.happened([completed('Ada'), completed('Grace')]);
  await first.notifier.stop();
  const second = notifierIn({ store: first.store, start: first.now() + HOUR_MS });
  await second.notifier.start();
  await second.forward(1000);
  expect(second.messages.map(({ title }) => title)).toEqual(['2 screenings completed']);
});

test('events in view and kinds that are turned off are not shown', async () => {
  const view = { open: true };
  const { notifier, messages, forward } = notifierIn(
    { isInView: (about) => view.open && about.kind === 'completed' },
    { notifyRejected: false },
  );
  await notifier.happened([
    completed('Ada'),
    { kind: 'rejected', workspaceId: 'w', submissionId: 'Grace', occurrence: 1 },
  ]);
  view.open = false;
  await forward(DAY_MS);
  expect(messages).toEqual([]);
});

test('pending events that were dealt with or turned off are not shown', async () => {
  const signedIn = { now: false };
  const { notifier, messages, forward, store, settings } = notifierIn({ isSignedIn: () => signedIn.now });
  await notifier.happened([
    { kind: 'signed_out', workspaceId: 'w', occurrence: 1 },
    { kind: 'unconfirmed', workspaceId: 'w', submissionId: 'Ada', occurrence: 1 },
    completed('Grace'),
  ]);
  signedIn.now = true;
  const [, unconfirmed] = store.kept;
  if (unconfirmed)
    Object.assign(unconfirmed, { submission: sampleSubject({ state: 'queued', attempts: 1 }) });
  settings.current = notificationSettings({ notifyCompleted: false });
  await forward(DAY_MS);
  expect(messages).toEqual([]);
});

test('a second unclear attempt is shown again', async () => {
  const { notifier, messages, forward } = notifierIn();
  for (const occurrence of [1, 2]) {
    await notifier.happened([{ kind: 'unconfirmed', workspaceId: 'w', submissionId: 'Ada', occurrence }]);
    await forward(MINUTE_MS);
  }
  expect(messages).toHaveLength(2);
});

test.each([
  { notificationNames: 'unlocked', locked: false, named: true },
  { notificationNames: 'unlocked', locked: true, named: false },
  { notificationNames: 'unlocked', locked: undefined, named: false },
  { notificationNames: 'always', locked: true, named: true },
  { notificationNames: 'always', locked: undefined, named: true },
  { notificationNames: 'never', locked: false, named: false },
] as const)(
  'candidates named $notificationNames, the screen locked: $locked: named $named',
  async ({ notificationNames, locked, named }) => {
    const { notifier, messages, forward } = notifierIn(
      { isLocked: async () => locked },
      { notificationNames },
    );
    await notifier.happened([completed('Ada')]);
    await forward(MINUTE_MS);
    expect(messages).toHaveLength(1);
    expect(messages[0]?.body.includes('Ada')).toBe(named);
  },
);

test('a kind that is turned on again is told from then on, not what was turned off', async () => {
  const { notifier, messages, settings, forward } = notifierIn({}, { notifyCompleted: false });
  await notifier.happened([completed('Ada')]);
  settings.current = notificationSettings();
  await notifier.happened([completed('Grace')]);
  await forward(5000);
  expect(messages.map(({ body }) => [body.includes('Ada'), body.includes('Grace')])).toEqual([[false, true]]);
});

test('setting the clock back does not block notifications', async () => {
  const { notifier, messages, forward, setClock, now } = notifierIn();
  await notifier.happened([completed('Ada')]);
  setClock(now() - 365 * DAY_MS);
  await notifier.recalculate();
  await forward(2 * MINUTE_MS);
  expect(messages).toHaveLength(1);
});

test('a failing store is reported, and events are shown once it works again', async () => {
  const { notifier, messages, errors, forward, store } = notifierIn();
  store.fails = true;
  await notifier.happened([completed('Ada')]);
  await forward(5 * MINUTE_MS);
  expect(errors.length).toBeGreaterThan(1);
  expect(messages).toEqual([]);
  store.fails = false;
  await forward(5 * MINUTE_MS);
  expect(messages).toHaveLength(1);
});

/** The number of events in the messages; a message without a number counts as one. */
function total(messages: readonly Message[]): number {
  const numbers = messages.flatMap(({ title, body }) => {
    const others = body.startsWith('Also: ')
      ? [...body.matchAll(/(\d+) /g)].map(([, count]) => Number(count))
      : [];
    return [Number(/(\d+) /.exec(title)?.[1] ?? 1), ...others];
  });
  return numbers.reduce((sum, count) => sum + count, 0);
}

test('no event is lost or shown twice, for random histories', async () => {
  const kind = fc.constantFrom('completed', 'rejected', 'unconfirmed', 'held');
  const anyStep = fc.oneof(
    fc.record({ type: fc.constant('happened' as const), kind, who: fc.integer({ min: 0, max: 30 }) }),
    fc.record({ type: fc.constant('forward' as const), ms: fc.integer({ min: 1, max: 5 * HOUR_MS }) }),
    fc.record({ type: fc.constant('restart' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 40 }), async (steps) => {
      const store = new NoticesInMemory();
      const happened = new Set<string>();
      const shown: (Message & { at: number })[] = [];
      let world = notifierIn({ store });
      for (const step of steps) {
        if (step.type === 'forward') await world.forward(step.ms);
        else if (step.type === 'happened') {
          const about = { workspaceId: 'w', submissionId: `${step.who}`, occurrence: 1, requestId: 'r' };
          happened.add(`${step.kind} ${step.who}`);
          await world.notifier.happened([{ ...about, kind: step.kind }]);
        } else {
          await world.notifier.stop();
          shown.push(...world.messages);
          world = notifierIn({ store, start: world.now() });
          await world.notifier.start();
        }
      }
      await world.forward(3 * DAY_MS);
      shown.push(...world.messages);
      expect(total(shown)).toBe(happened.size);
    }),
    { seed: 7, numRuns: 300 },
  );
});
