import type { NotifiableEvent, NotificationSettings } from '../../shared/notifications.ts';
import { assertNever } from '../../shared/result.ts';
import { compose, type Message } from './compose.ts';
import { earliestNotificationAt, isWanted } from './notification-time.ts';
import type { AddedNotice, Notice, NoticeStore } from './ports.ts';

export interface NotifierOptions {
  readonly store: NoticeStore;
  readonly settings: () => NotificationSettings;
  readonly show: (message: Message) => void;
  /** Whether the person sees it at this moment, in a window that has the focus. */
  readonly isLookedAt: (about: NotifiableEvent) => boolean;
  readonly isSignedIn: (workspaceId: string) => boolean;
  readonly workspaceCount: () => number;
  /** Whether anybody who passes may read the screen. */
  readonly isLocked: () => boolean;
  readonly onTrouble: (error: unknown) => void;
  /** UTC ms. */
  readonly now?: () => number;
  /** Runs something after so many ms; answers what calls it off. */
  readonly schedule?: (run: () => void, ms: number) => () => void;
}

/** Timers are never set further ahead than this, so that a clock that was set is noticed, ms. */
const LONGEST_TIMER_MS = 60_000;

/** After a disk that refused, ms. */
const TROUBLE_PAUSE_MS = 30_000;

/** What was told is remembered so long, ms: nothing older can happen a second time. */
const REMEMBERED_MS = 400 * 24 * 60 * 60 * 1000;

/**
 * Tells a person what happened, each thing at most once, whatever becomes of this process: it is settled on the disk
 * before it is shown. What is not told yet is found again at the next start.
 */
export class Notifier {
  private readonly options: NotifierOptions;
  private readonly now: () => number;
  private readonly schedule: NonNullable<NotifierOptions['schedule']>;
  private work: Promise<void> = Promise.resolve();
  private toldAt = Number.NEGATIVE_INFINITY;
  /** When something may be told next, as far as is known. */
  private nextAt = Number.POSITIVE_INFINITY;
  private callOff: (() => void) | undefined;
  private stopped = false;
  /** What happened and is not on the disk yet. */
  private arrived: { readonly event: NotifiableEvent; readonly at: number }[] = [];

  constructor(options: NotifierOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
    this.schedule = options.schedule ?? afterTimeout;
  }

  /** Takes up what an earlier run did not tell any more. */
  start(): Promise<void> {
    return this.mutex(async () => {
      await this.options.store.forget(this.now() - REMEMBERED_MS);
      await this.tell();
    });
  }

  /** Something happened. */
  happened(events: readonly NotifiableEvent[]): Promise<void> {
    const at = this.now();
    this.arrived.push(...events.map((event) => ({ event, at })));
    return this.mutex(async () => {
      await this.keepArrived();
      this.setTimer();
    });
  }

  /** The settings or the clock may have changed. */
  recalculate(): Promise<void> {
    return this.mutex(() => this.tell());
  }

  /** Resolves when what is under way has ended. */
  settled(): Promise<void> {
    return this.work;
  }

  /** Tells nothing any more; resolves when what is under way has ended. */
  stop(): Promise<void> {
    this.stopped = true;
    this.callOff?.();
    return this.work;
  }

  /** One after the other; a failing disk is reported and tried again later. */
  private mutex(run: () => Promise<void>): Promise<void> {
    this.work = this.work.then(async () => {
      if (this.stopped) return;
      try {
        await run();
      } catch (error) {
        this.options.onTrouble(error);
        this.nextAt = this.now() + TROUBLE_PAUSE_MS;
        this.setTimer();
      }
    });
    return this.work;
  }

  private async keepArrived(): Promise<void> {
    const { store } = this.options;
    for (let first = this.arrived[0]; first !== undefined; first = this.arrived[0]) {
      const { at } = first;
      const together = this.arrived.filter((each) => each.at === at);
      const added = await store.add(
        together.map(({ event }) => event),
        at,
      );
      this.arrived = this.arrived.filter((each) => !together.includes(each));
      const [wanted, unwanted] = this.parted(added);
      if (unwanted.length > 0) await store.settle(idsOf(unwanted), at);
      for (const { event } of wanted) {
        this.nextAt = Math.min(this.nextAt, this.mayTellAt({ kind: event.kind, at }));
      }
    }
  }

  private async tell(): Promise<void> {
    await this.keepArrived();
    const { store, show, settings, isLocked, workspaceCount } = this.options;
    const now = this.now();
    const untold = await store.untold();
    const due = untold.filter((notice) => this.mayTellAt(notice) <= now);
    if (due.length > 0) {
      // Settled first: a process that ends here tells it to nobody rather than twice.
      await store.settle(idsOf(due), now);
      const told = due.filter((notice) => this.mattersStill(notice));
      if (told.length > 0) {
        this.toldAt = now;
        const showNames = settings().notificationNames && !isLocked();
        show(compose(told, { showNames, nameWorkspace: workspaceCount() > 1 }));
      }
    }
    const left = untold.filter((notice) => !due.includes(notice));
    this.nextAt = Math.min(Number.POSITIVE_INFINITY, ...left.map((notice) => this.mayTellAt(notice)));
    this.setTimer();
  }

  private mayTellAt(notice: Pick<Notice, 'kind' | 'at'>): number {
    return earliestNotificationAt(notice, this.options.settings(), this.toldAt, this.now());
  }

  /** Those to be told, and those that the person sees or does not want to hear of. */
  private parted(added: readonly AddedNotice[]): readonly [AddedNotice[], AddedNotice[]] {
    const isTold = ({ event }: AddedNotice): boolean =>
      isWanted(event.kind, this.options.settings()) && !this.options.isLookedAt(event);
    return [added.filter(isTold), added.filter((each) => !isTold(each))];
  }

  /** A decision made, a sign-in done, a kind turned off since: nobody needs to hear of it any more. */
  private mattersStill(notice: Notice): boolean {
    const { kind, submission, workspaceId, occurrence } = notice;
    const { settings, isLookedAt, isSignedIn } = this.options;
    if (!isWanted(kind, settings()) || isLookedAt(eventOf(notice))) return false;
    switch (kind) {
      case 'completed':
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
    this.callOff?.();
    this.callOff = undefined;
    if (this.stopped || this.nextAt === Number.POSITIVE_INFINITY) return;
    const ahead = Math.max(0, this.nextAt - this.now());
    this.callOff = this.schedule(() => this.timeIsUp(), Math.min(ahead, LONGEST_TIMER_MS));
  }

  private timeIsUp(): void {
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
