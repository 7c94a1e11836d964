import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { CreateOutcome } from '../../../electron/service/create-interview-request.ts';
import { createOutcomes } from '../../../electron/service/create-outcomes.ts';
import type { QueueWait, QueueWaitStore } from '../../../electron/submissions/ports.ts';
import { type CallingHours, nextCallingMoment } from '../../../shared/calling-hours.ts';
import { maySendAgain } from '../../../shared/outbox.ts';
import type { Submission } from '../../../shared/submission.ts';
import { defaultRules, type WorkspaceRules } from '../../../shared/workspace-rules.ts';
import { seededRandom } from '../seeded-random.ts';
import { InMemorySubmissionStore } from './in-memory-submission-store.ts';
import type { GivenUpCall, PendingSend } from './pending-send.ts';
import { Process, type QueueOfProcess, SignIn } from './queue-of-process.ts';
import { StoreOfProcess, type StoreTraffic } from './store-of-process.ts';

export const WORKSPACES = ['north', 'south'] as const;
export type WorkspaceId = (typeof WORKSPACES)[number];

/** A clock's first reading; far enough from 1970 to be put back by ten years. UTC ms. */
const START = Date.UTC(2026, 5, 1);

const FIRST_MONOTONIC = 1_000_000;

/** Where everybody lives who is called here. */
const TIME_ZONE = 'America/New_York';

/** How many turns of nothing mean that nothing more will happen by itself. */
const QUIET_TURNS = 40;

/** Turns of the event loop's inner queue (promises) for each of its own. */
const INNER_TURNS = 10;

/** Whoever is in one of these keeps to the hours of then. */
const WAITING: ReadonlySet<Submission['state']> = new Set(['queued', 'held', 'unconfirmed']);

/** What must be known of a submission to judge what becomes of it: the whole model. */
export interface Expectation {
  acknowledged: boolean;
  /** Sends that a person asked for beside the first. */
  asked: number;
  /** How often the service has received all of it. */
  received: number;
  /** When that was last so, by the monotonic clock. */
  receivedAt: number | undefined;
  /** The first submission of a chain of corrections: the chain is one call. */
  root: string;
  /** Until this moment of the monotonic clock a person's word holds that the calling hours do not count. */
  waivedUntil: number;
  /** Not before this moment of the monotonic clock: the undo window. */
  notWithin: number;
  /** Not before this moment of the wall clock: a time that a person chose. */
  chosen: number | undefined;
  /** The app has heard that the service took it. */
  knownAccepted: boolean;
}

interface KeptWait {
  readonly wait: QueueWait;
  /** By the monotonic clock. */
  readonly endsAt: number;
  /** How far the wall clock was ahead when it was kept. */
  readonly wallAhead: number;
}

/** Everything around the queues: clocks, network, sign-ins, the service, the one store, and the model. */
export class World {
  readonly model = new Map<string, Expectation>();
  readonly store: InMemorySubmissionStore;
  readonly random: () => number;
  readonly undoSeconds = 5;
  readonly concurrency = 2;
  commands = 0;
  monotonic = FIRST_MONOTONIC;
  wallAhead = START - FIRST_MONOTONIC;
  online = true;
  paused = false;
  workspaceId: WorkspaceId = 'north';
  processes: Process[] = [];
  pending: PendingSend[] = [];
  givenUp: GivenUpCall[] = [];
  violations: string[] = [];
  private readonly signIns = new Map<string, SignIn>(WORKSPACES.map((id) => [id, new SignIn(id)]));
  private readonly traffic: StoreTraffic = { underWay: 0, calls: 0 };
  private readonly claimants = new Map<string, Process>();
  private readonly waits = new Map<string, KeptWait>();
  private readonly rules = new Map<string, WorkspaceRules>();
  /** Until when submissions keep to hours that have been changed since. */
  private readonly heldByEarlier = new Map<string, { readonly until: number; readonly wallAhead: number }>();
  private writer: Process | undefined;
  private requests = 0;
  /** The time that a person chooses for what they submit just now. */
  choosing: number | undefined;
  /** A sign-out that nobody waits for: a send may have had its token just before. */
  signingOut = false;

  constructor(seed: number) {
    this.random = seededRandom(seed);
    this.store = new InMemorySubmissionStore((before, after) => this.rowChanged(before, after));
  }

  /** Nobody has set the wall clock: days are days. */
  get clockIsRight(): boolean {
    return this.wallAhead === START - FIRST_MONOTONIC;
  }

  now(): number {
    return this.monotonic + this.wallAhead;
  }

  signIn(workspaceId: string): SignIn {
    const found = this.signIns.get(workspaceId);
    if (!found) throw new Error(`No sign-in of ${workspaceId}`);
    return found;
  }

  rulesOf(workspaceId: string): WorkspaceRules {
    return this.rules.get(workspaceId) ?? defaultRules(TIME_ZONE);
  }

  /** Sets the calling hours of a workspace; every queue hears of it. */
  setHours(workspaceId: string, hours: Partial<CallingHours>): void {
    const rules = defaultRules(TIME_ZONE);
    this.noteHeld(workspaceId);
    this.rules.set(workspaceId, { ...rules, callingHours: { ...rules.callingHours, ...hours } });
    for (const process of this.processes) {
      if (process.phase === 'dead') continue;
      const { queue } = process.of(workspaceId);
      queue.rulesChanged().catch((error: unknown) => {
        if (process.phase !== 'dead') this.violated(`changing the hours: ${String(error)}`);
      });
    }
  }

  /** Whoever waits outside the hours of now keeps to them, whatever they are changed to. */
  private noteHeld(workspaceId: string): void {
    const wait = this.msUntilOpening(workspaceId);
    if (wait === 0) return;
    const waiting = this.store
      .rows()
      .filter((row) => row.workspaceId === workspaceId && WAITING.has(row.state));
    for (const { id } of waiting) {
      this.heldByEarlier.set(id, { until: this.now() + wait, wallAhead: this.wallAhead });
    }
  }

  /** How long until the next of those goes that a person is asked about, ms; 0 where there are none. */
  get msUntilAsked(): number {
    const asked = this.store
      .rows()
      .flatMap(({ state, callingHold: hold }) => (state === 'queued' && hold?.question ? [hold.until] : []));
    return asked.length === 0 ? 0 : Math.max(0, Math.min(...asked) - this.now());
  }

  /** How long until somebody may be called, ms; 0 where that is now. */
  msUntilOpening(workspaceId: string): number {
    const { callingHours } = this.rulesOf(workspaceId);
    if (!callingHours.enabled) return 0;
    return (nextCallingMoment(callingHours, [TIME_ZONE], this.now()) ?? this.now()) - this.now();
  }

  violated(words: string): void {
    this.violations.push(words);
  }

  /** The process a person sits before. */
  get person(): Process | undefined {
    return this.processes.find(({ phase }) => phase === 'running');
  }

  start(): void {
    const store: StoreOfProcess = new StoreOfProcess(this.store, this.traffic, {
      random: this.random,
      asWriter: (work) => {
        this.writer = process;
        return work();
      },
      onDeath: () => this.kill(process),
    });
    const process: Process = new Process(this, store, WORKSPACES);
    this.processes.push(process);
    for (const { queue } of process.queues) {
      void queue.recover().then(
        () => queue.wake(),
        (error) => this.violated(`recover: ${String(error)}`),
      );
    }
  }

  kill(process: Process): void {
    process.phase = 'dead';
    process.store.die();
    this.pending = this.pending.filter(({ queue }) => queue.process !== process);
    this.givenUp = this.givenUp.filter(({ send }) => send.queue.process !== process);
    // What it had heard and not stored yet, nobody has heard.
    for (const [id, expected] of this.model) {
      const row = this.row(id);
      if (row && row.state !== 'accepted' && maySendAgain(row)) expected.knownAccepted = false;
    }
  }

  wakeAll(): void {
    for (const process of this.processes) {
      if (process.phase === 'running') for (const { queue } of process.queues) queue.wake();
    }
  }

  /** Waits until nothing more happens by itself: by turns of the event loop, never by a clock. */
  async settle(): Promise<void> {
    let seen = -1;
    for (let quiet = 0; quiet < QUIET_TURNS; ) {
      await (quiet % INNER_TURNS === INNER_TURNS - 1 ? setImmediate() : Promise.resolve());
      const { calls, underWay } = this.traffic;
      quiet = underWay === 0 && calls === seen ? quiet + 1 : 0;
      seen = calls;
    }
  }

  /** The waits as one process keeps them: what a dead one would keep is lost. */
  waitsOf(process: Process): QueueWaitStore {
    return {
      get: async (workspaceId) => this.waits.get(workspaceId)?.wait,
      keep: async (workspaceId, wait) => {
        if (process.phase === 'dead') return;
        const endsAt = this.monotonic + wait.until - this.now();
        this.waits.set(workspaceId, { wait, endsAt, wallAhead: this.wallAhead });
      },
    };
  }

  /** Until when a new run has to wait (monotonic): nobody can tell once the clock was set. */
  keptWaitOf(workspaceId: string): number {
    const kept = this.waits.get(workspaceId);
    return kept?.wallAhead === this.wallAhead ? kept.endsAt : 0;
  }

  /** The scripted sender: checks that this send may be, and holds it until a command ends it. */
  send(
    queue: QueueOfProcess,
    submission: Submission,
    token: string,
    markSending: PendingSend['markSending'],
  ): Promise<CreateOutcome> {
    this.mayBeSent(queue, submission, token);
    const { promise, resolve: end } = Promise.withResolvers<CreateOutcome>();
    this.pending.push({ submission, queue, markSending, end, marked: false });
    return promise;
  }

  /** The connection stands: the mark is stored and the bytes go out. False where the mark could not be stored. */
  async connect(send: PendingSend): Promise<boolean> {
    const { id } = send.submission;
    const marked = send
      .markSending(async () => undefined)
      .then(
        () => 'yes',
        () => 'no',
      );
    let answer: string | undefined;
    void marked.then((what) => {
      answer = what;
    });
    await this.settle();
    if (answer !== 'yes') {
      if (answer === 'no') this.end(send, { name: 'mark_not_stored' });
      return false;
    }
    send.marked = true;
    const row = this.row(id);
    const waived = this.monotonic < this.expectation(id).waivedUntil;
    if (!waived && this.msUntilOpening(send.submission.workspaceId) > 0) {
      this.violated(`${nameOf(send.submission)} went out outside the calling hours`);
    }
    const held = this.heldByEarlier.get(id);
    // By a clock that was set since, nobody knows when those hours begin.
    if (!waived && held && held.wallAhead === this.wallAhead && this.now() < held.until) {
      this.violated(`${nameOf(send.submission)} went out outside the hours that held it, unasked`);
    }
    if (this.monotonic < send.queue.waitUntil) {
      this.violated(`${nameOf(send.submission)} went out before the end of Retry-After`);
    }
    const { chosen } = this.expectation(id);
    if (chosen !== undefined && this.now() < chosen) {
      this.violated(`${nameOf(send.submission)} went out before the chosen time`);
    }
    if (this.paused) this.violated(`${nameOf(send.submission)} went out while paused`);
    if (this.expectation(id).knownAccepted) {
      this.violated(`${nameOf(send.submission)} went out though the service had said that it took it`);
    }
    if (row?.state !== 'sending') this.violated(`${nameOf(send.submission)} went out while ${row?.state}`);
    if (this.claimants.get(id) !== send.queue.process) {
      this.violated(`${nameOf(send.submission)} went out though another process had claimed it`);
    }
    return true;
  }

  /** The service has got all of it. */
  receive({ id }: Submission): void {
    const expected = this.expectation(id);
    expected.received += 1;
    expected.receivedAt = this.monotonic;
  }

  /** Ends a send; what its queue can know from then on, it is held to. */
  end(send: PendingSend, outcome: CreateOutcome): void {
    this.pending = this.pending.filter((each) => each !== send);
    this.heard(send, outcome);
    send.end(outcome);
  }

  heard({ queue, submission }: PendingSend, outcome: CreateOutcome): void {
    const { name, accepted, retryAfterMs = 0 } = outcome;
    queue.waitUntil = Math.max(queue.waitUntil, this.monotonic + retryAfterMs);
    const anothers = this.store
      .rows()
      .some((row) => row.requestId === accepted?.requestId && row.candidateName !== submission.candidateName);
    if (createOutcomes[name].certainty === 'accepted' && !anothers)
      this.expectation(submission.id).knownAccepted = true;
  }

  /** A 201; with an id of its own unless one is named. */
  acceptance(requestId?: string): CreateOutcome {
    this.requests += 1;
    return {
      name: 'accepted',
      httpStatus: 201,
      accepted: { requestId: requestId ?? `ir_${this.requests}`, status: 'PENDING' },
    };
  }

  expectation(id: string): Expectation {
    const found = this.model.get(id);
    if (!found) throw new Error(`Nobody submitted ${id}`);
    return found;
  }

  row(id: string): Submission | undefined {
    return this.store.row(id);
  }

  claimantOf(id: string): Process['phase'] | undefined {
    return this.claimants.get(id)?.phase;
  }

  /** Rows under way that no process works on any more, though the one that claimed them lives. */
  abandoned(): Submission[] {
    return this.store.rows().filter(({ id, state }) => {
      if (state !== 'connecting' && state !== 'sending') return false;
      const claimant = this.claimants.get(id);
      return (
        claimant?.phase !== 'dead' &&
        !this.pending.some(({ submission, queue }) => submission.id === id && queue.process === claimant)
      );
    });
  }

  private mayBeSent(queue: QueueOfProcess, submission: Submission, token: string): void {
    const name = nameOf(submission);
    const must = (rule: boolean, words: string): void => {
      if (!rule) this.violated(`${name} was sent ${words}`);
    };
    const { workspaceId } = queue;
    must(submission.workspaceId === workspaceId, `by the queue of ${workspaceId}`);
    must(token.startsWith(`${workspaceId}-`), `with the token ${token}`);
    must(this.signingOut || token === this.signIn(workspaceId).token, 'while signed out');
    must(!this.paused, 'while paused');
    must(queue.reachability.reachable, 'while the service was known to be out of reach');
    must(this.monotonic >= queue.waitUntil, 'before the end of Retry-After');
    const underWay = this.pending.filter((each) => each.queue === queue).length;
    must(underWay < this.concurrency, 'beside too many others');
  }

  private mayBeClaimed(submission: Submission): void {
    const expected = this.expectation(submission.id);
    const name = nameOf(submission);
    if (this.monotonic < expected.notWithin) this.violated(`${name} was claimed inside its undo window`);
    // By the clock when the queue decided it: the clock can be set back while that is being stored.
    if (expected.chosen !== undefined && submission.updatedAt < expected.chosen) {
      this.violated(`${name} was claimed before the chosen time`);
    }
    // Once it was tried, its undo window is over; a chosen time is waited for even then, by a clock put back.
    expected.notWithin = 0;
  }

  private rowChanged(before: Submission | undefined, after: Submission): void {
    if (!before) {
      this.model.set(after.id, {
        acknowledged: false,
        asked: 0,
        received: 0,
        receivedAt: undefined,
        root: after.id,
        notWithin: this.monotonic + this.undoSeconds * 1000,
        chosen: this.choosing,
        waivedUntil: 0,
        knownAccepted: false,
      });
    }
    const claims = after.state === 'connecting' || (after.state === 'sending' && before?.state === 'queued');
    if (claims && before?.state !== 'connecting') {
      if (before?.state !== 'queued') this.violated(`${nameOf(after)} was claimed while ${before?.state}`);
      if (this.writer) this.claimants.set(after.id, this.writer);
      this.mayBeClaimed(after);
    }
    // But for a note of the id that the service gave the second time it was sent.
    if (before?.state === 'accepted' && !isSameButNoted(before, after))
      this.violated(`${nameOf(after)} was changed after it was accepted`);
    if (before && after.revision !== before.revision + 1)
      this.violated(`${nameOf(after)} skipped a revision`);
  }
}

export function nameOf({ candidateName, workspaceId }: Submission): string {
  return `${candidateName} (${workspaceId})`;
}

function isSameButNoted(before: Submission, after: Submission): boolean {
  const { revision, updatedAt } = before;
  return isDeepStrictEqual(before, { ...after, revision, updatedAt });
}
