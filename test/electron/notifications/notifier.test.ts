import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message } from '../../../electron/notifications/compose.ts';
import { Notifier, type NotifierOptions } from '../../../electron/notifications/notifier.ts';
import type { AddedNotice, Notice, NoticeStore } from '../../../electron/notifications/ports.ts';
import { isQuiet } from '../../../electron/notifications/time-of-day.ts';
import type { NotifiableEvent, NotificationSettings } from '../../../shared/notifications.ts';
import { notificationSettings, sampleSubject } from './sample-notices.ts';

/** The store's contract in memory; it outlives a notifier as a database outlives a process. */
class NoticesInMemory implements NoticeStore {
  readonly kept: (Notice & { readonly key: string; settledAt?: number })[] = [];
  refuses = false;

  async add(events: readonly NotifiableEvent[], at: number): Promise<AddedNotice[]> {
    this.fail();
    return events.flatMap((event) => {
      const { kind, workspaceId, occurrence } = event;
      const subject = event.kind === 'signed_out' ? '' : event.submissionId;
      const key = [kind, workspaceId, subject, occurrence].join(' ');
      if (this.kept.some((each) => each.key === key)) return [];
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
    this.fail();
    return this.kept.filter(({ settledAt }) => settledAt === undefined);
  }

  async settle(ids: readonly number[], at: number): Promise<void> {
    this.fail();
    for (const notice of this.kept) if (ids.includes(notice.id)) notice.settledAt = at;
  }

  async forget(): Promise<void> {}

  private fail(): void {
    if (this.refuses) throw new Error('The disk refuses.');
  }
}

/** A notifier in a time that the test turns on, timer by timer. */
function notifierIn(
  world: { store?: NoticesInMemory; start?: number } & Partial<NotifierOptions> = {},
  changes: Partial<NotificationSettings> = {},
) {
  const { store = new NoticesInMemory(), start = Date.UTC(2026, 4, 5, 10), ...rest } = world;
  let now = start;
  let timer: { at: number; run: () => void } | undefined;
  const messages: (Message & { at: number })[] = [];
  const troubles: unknown[] = [];
  const settings = { current: notificationSettings(changes) };
  const notifier = new Notifier({
    store,
    settings: () => settings.current,
    show: (message) => void messages.push({ ...message, at: now }),
    isLookedAt: () => false,
    isSignedIn: () => false,
    workspaceCount: () => 1,
    isLocked: () => false,
    onTrouble: (error) => troubles.push(error),
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
    troubles,
    settings,
    now: () => now,
    setClock: (at: number) => {
      now = at;
    },
    /** Lets time go on, running the timers that end in it. */
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

test('what happens close together is told together, soon', async () => {
  const { notifier, messages, forward } = notifierIn();
  await notifier.happened([completed('Ada')]);
  await notifier.happened([completed('Grace')]);
  expect(messages).toEqual([]);
  await forward(5000);
  expect(messages.map(({ title }) => title)).toEqual(['2 screenings completed']);
  await forward(DAY_MS);
  expect(messages).toHaveLength(1);
});

test('an afternoon full of results speaks at most twice a minute', async () => {
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

test('nothing is told twice, whether it is heard of again or Callboard starts again', async () => {
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

test('what a run did not get to tell any more is told at the next start, all of it in one', async () => {
  const first = notifierIn();
  await first.notifier.happened([completed('Ada'), completed('Grace')]);
  await first.notifier.stop();
  const second = notifierIn({ store: first.store, start: first.now() + HOUR_MS });
  await second.notifier.start();
  await second.forward(1000);
  expect(second.messages.map(({ title }) => title)).toEqual(['2 screenings completed']);
});

test('nothing is told of what the person sees, or does not want to hear of', async () => {
  const looking = { at: true };
  const { notifier, messages, forward } = notifierIn(
    { isLookedAt: (about) => looking.at && about.kind === 'completed' },
    { notifyRejected: false },
  );
  await notifier.happened([
    completed('Ada'),
    { kind: 'rejected', workspaceId: 'w', submissionId: 'Grace', occurrence: 1 },
  ]);
  looking.at = false;
  await forward(DAY_MS);
  expect(messages).toEqual([]);
});

test('what was settled while it waited is not told any more', async () => {
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

test('a second try that ends unclear is told of again', async () => {
  const { notifier, messages, forward } = notifierIn();
  for (const occurrence of [1, 2]) {
    await notifier.happened([{ kind: 'unconfirmed', workspaceId: 'w', submissionId: 'Ada', occurrence }]);
    await forward(MINUTE_MS);
  }
  expect(messages).toHaveLength(2);
});

test('names are left out while the screen is locked', async () => {
  const { notifier, messages, forward } = notifierIn({ isLocked: () => true });
  await notifier.happened([completed('Ada')]);
  await forward(MINUTE_MS);
  expect(messages[0]?.body).toBe('The results are in.');
});

test('quiet hours end with one summary of what came in them', async () => {
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

test('a digest gathers what can wait, and not what stops the work', async () => {
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

test('a changed setting counts for what waits already', async () => {
  const { notifier, messages, settings } = notifierIn({}, { digest: 'daily', digestAt: '03:00' });
  await notifier.happened([completed('Ada')]);
  settings.current = notificationSettings();
  await notifier.recalculate();
  expect(messages).toEqual([]);
});

test('a clock that is put back does not silence anything', async () => {
  const { notifier, messages, forward, setClock, now } = notifierIn();
  await notifier.happened([completed('Ada')]);
  setClock(now() - 365 * DAY_MS);
  await notifier.recalculate();
  await forward(2 * MINUTE_MS);
  expect(messages).toHaveLength(1);
});

test('a disk that refuses is reported, and what happened is told when it takes it again', async () => {
  const { notifier, messages, troubles, forward, store } = notifierIn();
  store.refuses = true;
  await notifier.happened([completed('Ada')]);
  await forward(5 * MINUTE_MS);
  expect(troubles.length).toBeGreaterThan(1);
  expect(messages).toEqual([]);
  store.refuses = false;
  await forward(5 * MINUTE_MS);
  expect(messages).toHaveLength(1);
});

/** How many things the messages tell of: one without a number is one. */
function total(messages: readonly Message[]): number {
  const numbers = messages.flatMap(({ title, body }) => {
    const others = body.startsWith('Also: ')
      ? [...body.matchAll(/(\d+) /g)].map(([, count]) => Number(count))
      : [];
    return [Number(/(\d+) /.exec(title)?.[1] ?? 1), ...others];
  });
  return numbers.reduce((sum, each) => sum + each, 0);
}

test('whatever happens when, by whatever settings: nothing is lost, nothing comes twice, nothing in quiet hours', async () => {
  const kind = fc.constantFrom('completed', 'rejected', 'unconfirmed', 'held');
  const step = fc.oneof(
    fc.record({ type: fc.constant('happened' as const), kind, who: fc.integer({ min: 0, max: 30 }) }),
    fc.record({ type: fc.constant('forward' as const), ms: fc.integer({ min: 1, max: 5 * HOUR_MS }) }),
    fc.record({ type: fc.constant('restart' as const) }),
  );
  const time = fc.constantFrom('00:00', '06:30', '09:00', '17:45', '22:00', '23:59');
  const quietHours = fc.record({ enabled: fc.boolean(), from: time, until: time });
  const wishes = fc.record({ quietHours, digest: fc.constantFrom('off', 'hourly', 'daily'), digestAt: time });
  await fc.assert(
    fc.asyncProperty(wishes, fc.array(step, { maxLength: 40 }), async (changes, steps) => {
      const store = new NoticesInMemory();
      const happened = new Set<string>();
      const told: (Message & { at: number })[] = [];
      let world = notifierIn({ store }, changes);
      for (const each of steps) {
        if (each.type === 'forward') await world.forward(each.ms);
        else if (each.type === 'happened') {
          const about = { workspaceId: 'w', submissionId: `${each.who}`, occurrence: 1, requestId: 'r' };
          happened.add(`${each.kind} ${each.who}`);
          await world.notifier.happened([{ ...about, kind: each.kind }]);
        } else {
          await world.notifier.stop();
          told.push(...world.messages);
          world = notifierIn({ store, start: world.now() }, changes);
          await world.notifier.start();
        }
      }
      await world.forward(3 * DAY_MS);
      told.push(...world.messages);
      expect(total(told)).toBe(happened.size);
      for (const { at } of told) expect(isQuiet(changes.quietHours, at)).toBe(false);
    }),
    { seed: 7, numRuns: 300 },
  );
});
