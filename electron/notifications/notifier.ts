import pLimit from 'p-limit';
import { DAY_MS } from '../../shared/durations.ts';
import type { NoticeKind, NotifiableEvent } from '../../shared/notifications.ts';
import { assertNever } from '../../shared/result.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Stores } from '../storage/stores/index.ts';
import { compose, type Message } from './compose.ts';
import type { AddedNotice, Notice } from './ports.ts';

/** How long to collect events before notifying, ms. */
const BATCH_MS = 3000;

/** Minimum time between two notifications, ms. */
export const MIN_INTERVAL_MS = 30_000;

function isWanted(kind: NoticeKind, settings: Settings): boolean {
  switch (kind) {
    case 'completed':
      return settings.notifyCompleted;
    case 'rejected':
      return settings.notifyRejected;
    case 'unconfirmed':
    case 'held':
    case 'called_too':
      return settings.notifyDecisions;
    case 'signed_out':
      return settings.notifySignedOut;
    default:
      return assertNever(kind);
  }
}

/** The earliest time to notify of an event that happened at `at`, UTC ms. `lastShownAt`: when the last notification was. */
function earliestNotificationAt(at: number, lastShownAt: number, now: number): number {
  // An event in the future means the clock was set back: treat it as a day old.
  const happenedAt = at > now ? now - DAY_MS : at;
  return Math.max(happenedAt + BATCH_MS, Math.min(lastShownAt, now) + MIN_INTERVAL_MS);
}

export interface NotifierOptions {
  readonly store: Pick<Stores['notices'], 'add' | 'untold' | 'settle' | 'forget'>;
  readonly settings: () => Settings;
  readonly show: (message: Message) => void;
  /** Whether the person can see the event in the focused window. */
  readonly isInView: (about: NotifiableEvent) => boolean;
  readonly isSignedIn: (workspaceId: string) => boolean;
  readonly workspaceCount: () => number;
  /** Whether the screen is locked, so that anybody may read it; undefined if nobody can know. */
  readonly isLocked: () => Promise<boolean | undefined>;
  readonly onTrouble: (error: unknown) => void;
  /** UTC ms. */
  readonly now?: () => number;
  /** Like setTimeout; returns the function that cancels it. */
  readonly schedule?: (run: () => void, ms: number) => () => void;
}

/** Limit on timers, so that a change of the system clock is noticed, ms. */
const MAX_TIMER_MS = 60_000;

/** Pause after the store failed, ms. */
const RETRY_MS = 30_000;

/** How long settled notices are kept to detect duplicates, ms; no older event can recur. */
const RETENTION_MS = 400 * DAY_MS;

/**
 * Shows notifications, each at most once, even if this process is killed: a notice is settled in the store before it is
 * shown. Pending notices survive a restart.
 */
export class Notifier {
  private readonly options: NotifierOptions;
  private readonly now: () => number;
  private readonly schedule: NonNullable<NotifierOptions['schedule']>;
  private readonly mutex = pLimit(1);
  private lastShownAt = Number.NEGATIVE_INFINITY;
  /** When the next notification is due, UTC ms. */
  private nextAt = Number.POSITIVE_INFINITY;
  private cancelTimer: (() => void) | undefined;
  private stopped = false;
  /** Events not stored yet. */
  private incoming: { readonly event: NotifiableEvent; readonly at: number }[] = [];

  constructor(options: NotifierOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
    this.schedule = options.schedule ?? afterTimeout;
  }

  /** Resumes the pending notices of earlier runs. */
  start(): Promise<void> {
    return this.exclusively(async () => {
      await this.options.store.forget(this.now() - RETENTION_MS);
      await this.showDue();
    });
  }

  /** Stores events and schedules their notification. */
  happened(events: readonly NotifiableEvent[]): Promise<void> {
    const at = this.now();
    this.incoming.push(...events.map((event) => ({ event, at })));
    return this.exclusively(async () => {
      await this.storeIncoming();
      this.setTimer();
    });
  }

  /** Call when the clock may have changed. */
  recalculate(): Promise<void> {
    return this.exclusively(() => this.showDue());
  }

  /** Resolves when current work has ended. */
  settled(): Promise<void> {
    return this.mutex(() => undefined);
  }

  /** Shows nothing more; resolves when current work has ended. */
  stop(): Promise<void> {
    this.stopped = true;
    this.cancelTimer?.();
    return this.settled();
  }

  /** Runs under the mutex; reports a failing store and retries later. */
  private exclusively(run: () => Promise<void>): Promise<void> {
    return this.mutex(async () => {
      if (this.stopped) return;
      try {
        await run();
      } catch (error) {
        this.options.onTrouble(error);
        this.nextAt = this.now() + RETRY_MS;
        this.setTimer();
      }
    });
  }

  private async storeIncoming(): Promise<void> {
    const { store } = this.options;
    for (let first = this.incoming[0]; first !== undefined; first = this.incoming[0]) {
      const { at } = first;
      const batch = this.incoming.filter((incoming) => incoming.at === at);
      const added = await store.add(
        batch.map(({ event }) => event),
        at,
      );
      this.incoming = this.incoming.filter((incoming) => !batch.includes(incoming));
      const [wanted, unwanted] = this.partition(added);
      if (unwanted.length > 0) await store.settle(idsOf(unwanted), at);
      if (wanted.length > 0) this.nextAt = Math.min(this.nextAt, this.dueAt(at));
    }
  }

  private async showDue(): Promise<void> {
    await this.storeIncoming();
    const { store, show, workspaceCount } = this.options;
    const now = this.now();
    const pending = await store.untold();
    const due = pending.filter((notice) => this.dueAt(notice.at) <= now);
    if (due.length > 0) {
      // Settled first: if the process dies here, the notification is lost rather than shown twice.
      await store.settle(idsOf(due), now);
      const relevant = due.filter((notice) => this.isStillRelevant(notice));
      if (relevant.length > 0) {
        this.lastShownAt = now;
        const showNames = await this.mayShowNames();
        show(compose(relevant, { showNames, nameWorkspace: workspaceCount() > 1 }));
      }
    }
    const left = pending.filter((notice) => !due.includes(notice));
    this.nextAt = Math.min(Number.POSITIVE_INFINITY, ...left.map(({ at }) => this.dueAt(at)));
    this.setTimer();
  }

  private async mayShowNames(): Promise<boolean> {
    const { settings, isLocked } = this.options;
    const { notificationNames } = settings();
    return (
      notificationNames === 'always' || (notificationNames === 'unlocked' && (await isLocked()) === false)
    );
  }

  private dueAt(at: number): number {
    return earliestNotificationAt(at, this.lastShownAt, this.now());
  }

  /** Splits off the events the person can see already or has turned off. */
  private partition(added: readonly AddedNotice[]): readonly [AddedNotice[], AddedNotice[]] {
    const isShown = ({ event }: AddedNotice): boolean =>
      isWanted(event.kind, this.options.settings()) && !this.options.isInView(event);
    return [added.filter(isShown), added.filter((notice) => !isShown(notice))];
  }

  /** False if the event was dealt with or its kind was turned off in the meantime. */
  private isStillRelevant(notice: Notice): boolean {
    const { kind, submission, workspaceId, occurrence } = notice;
    const { settings, isInView, isSignedIn } = this.options;
    if (!isWanted(kind, settings()) || isInView(eventOf(notice))) return false;
    switch (kind) {
      case 'completed':
      case 'called_too':
        return submission !== null;
      case 'rejected':
      case 'held':
        return submission?.state === kind;
      case 'unconfirmed':
        return submission?.state === kind && submission.attempts === occurrence;
      case 'signed_out':
        return !isSignedIn(workspaceId);
      default:
        return assertNever(kind);
    }
  }

  private setTimer(): void {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    if (this.stopped || this.nextAt === Number.POSITIVE_INFINITY) return;
    const ahead = Math.max(0, this.nextAt - this.now());
    this.cancelTimer = this.schedule(() => this.onTimer(), Math.min(ahead, MAX_TIMER_MS));
  }

  private onTimer(): void {
    if (this.now() < this.nextAt) this.setTimer();
    else void this.recalculate();
  }
}

function eventOf({ kind, workspaceId, occurrence, submission }: Notice): NotifiableEvent {
  if (kind === 'signed_out') return { kind, workspaceId, occurrence };
  const about = { workspaceId, submissionId: submission?.id ?? '', occurrence };
  return kind === 'completed'
    ? { ...about, kind, requestId: submission?.requestId ?? '' }
    : { ...about, kind };
}

function idsOf(notices: readonly { readonly id: number }[]): number[] {
  return notices.map(({ id }) => id);
}

function afterTimeout(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
