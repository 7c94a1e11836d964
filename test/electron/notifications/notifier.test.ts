import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message } from '../../../electron/notifications/compose.ts';
import { isQuiet, Notifier, type NotifierOptions } from '../../../electron/notifications/notifier.ts';
import type { AddedNotice, Notice, NoticeStore } from '../../../electron/notifications/ports.ts';
import type { NotifiableEvent, NotificationSettings } from '../../../shared/notifications.ts';
import { notificationSettings, sampleSubject } from './sample-notices.ts';

/** An in-memory store that outlives the notifier, as a database outlives a process. */
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
      const state = kind === 'completed' ? 'accepted' : kind;
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
  changes: Partial<NotificationSettings> = {},
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

test('events in quiet hours are shown in one summary when they end', async () => {
  const start = new Date(2026, 4, 5, 23, 0).getTime();
  const { notifier, messages, forward } = notifierIn(
    { start },
    { quietHours: { enabled: true, from: '22:00', until: '07:00' } },
  );
  for (const name of ['Ada', 'Grace', 'Alan']) {
    await notifier.happened([completed(name)]);
    await forward(HOUR_MS);
  }
  await notifier.happened([{ kind: 'signed_out', workspaceId: 'w', occurrence: 1 }]);
  expect(messages).toEqual([]);
  await forward(12 * HOUR_MS);
  expect(messages.map(({ title, body }) => [title, body])).toEqual([
    ['You are signed out of w', 'Also: 3 completed.'],
  ]);
  expect(new Date(messages[0]?.at ?? 0)).toEqual(new Date(2026, 4, 6, 7, 0));
});

test('a digest delays results, but not events that block work', async () => {
  const start = new Date(2026, 4, 5, 9, 0).getTime();
  const { notifier, messages, forward } = notifierIn({ start }, { digest: 'daily', digestAt: '17:00' });
  await notifier.happened([completed('Ada')]);
  await notifier.happened([{ kind: 'held', workspaceId: 'w', submissionId: 'Grace', occurrence: 1 }]);
  await forward(4 * HOUR_MS);
  expect(messages.map(({ title }) => title)).toEqual(['A submission is held']);
  await notifier.happened([completed('Alan')]);
  await forward(4 * HOUR_MS);
  expect(messages.map(({ title }) => title)).toEqual(['A submission is held', '2 screenings completed']);
  expect(new Date(messages[1]?.at ?? 0)).toEqual(new Date(2026, 4, 5, 17, 0));
});

test('a changed setting applies to pending events', async () => {
  const { notifier, messages, settings, forward } = notifierIn({}, { digest: 'daily', digestAt: '03:00' });
  await notifier.happened([completed('Ada')]);
  settings.current = notificationSettings();
  await notifier.recalculate();
  expect(messages).toEqual([]);
  await forward(5000);
  expect(messages).toHaveLength(1);
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

test('no event is lost, shown twice or shown in quiet hours, for random histories and settings', async () => {
  const kind = fc.constantFrom('completed', 'rejected', 'unconfirmed', 'held');
  const anyStep = fc.oneof(
    fc.record({ type: fc.constant('happened' as const), kind, who: fc.integer({ min: 0, max: 30 }) }),
    fc.record({ type: fc.constant('forward' as const), ms: fc.integer({ min: 1, max: 5 * HOUR_MS }) }),
    fc.record({ type: fc.constant('restart' as const) }),
  );
  const time = fc.constantFrom('00:00', '06:30', '09:00', '17:45', '22:00', '23:59');
  const quietHours = fc.record({ enabled: fc.boolean(), from: time, until: time });
  const anySettings = fc.record({
    quietHours,
    digest: fc.constantFrom('off', 'hourly', 'daily'),
    digestAt: time,
  });
  await fc.assert(
    fc.asyncProperty(anySettings, fc.array(anyStep, { maxLength: 40 }), async (changes, steps) => {
      const store = new NoticesInMemory();
      const happened = new Set<string>();
      const shown: (Message & { at: number })[] = [];
      let world = notifierIn({ store }, changes);
      for (const step of steps) {
        if (step.type === 'forward') await world.forward(step.ms);
        else if (step.type === 'happened') {
          const about = { workspaceId: 'w', submissionId: `${step.who}`, occurrence: 1, requestId: 'r' };
          happened.add(`${step.kind} ${step.who}`);
          await world.notifier.happened([{ ...about, kind: step.kind }]);
        } else {
          await world.notifier.stop();
          shown.push(...world.messages);
          world = notifierIn({ store, start: world.now() }, changes);
          await world.notifier.start();
        }
      }
      await world.forward(3 * DAY_MS);
      shown.push(...world.messages);
      expect(total(shown)).toBe(happened.size);
      for (const { at } of shown) expect(isQuiet(changes.quietHours, at)).toBe(false);
    }),
    { seed: 7, numRuns: 300 },
  );
});
