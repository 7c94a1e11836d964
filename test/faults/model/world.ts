import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { CreateOutcome } from '../../../electron/service/create-interview-request.ts';
import { createOutcomes } from '../../../electron/service/create-outcomes.ts';
import type { StoredWait } from '../../../electron/service/service-wait.ts';
import type { Stores } from '../../../electron/storage/stores/index.ts';
import { type CallingHours, nextCallingMoment } from '../../../shared/calling-hours.ts';
import type { ListedNumber } from '../../../shared/do-not-call.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { maySendAgain } from '../../../shared/outbox.ts';
import type { Submission } from '../../../shared/submission.ts';
import type { TriesRule } from '../../../shared/tries.ts';
import { defaultRules, type WorkspaceRules } from '../../../shared/workspace-rules.ts';
import { storesInMemory } from '../../electron/storage/stores-in-memory.ts';
import { seededRandom } from '../seeded-random.ts';
import { ListOnDisk } from './list-on-disk.ts';
import type { GivenUpCall, PendingSend } from './pending-send.ts';
import { Process, type QueueOfProcess, SignIn } from './queue-of-process.ts';
import { StoreOfProcess, type StoreTraffic } from './store-of-process.ts';
import { SubmissionRows } from './submission-rows.ts';

export const WORKSPACES = ['north', 'south'] as const;
export type WorkspaceId = (typeof WORKSPACES)[number];

/** A clock's first reading, far enough from 1970 to be set back by ten years. UTC ms. */
const START = Date.UTC(2026, 5, 1);

const FIRST_MONOTONIC = 1_000_000;

/** Where all candidates live. */
const TIME_ZONE = 'America/New_York';

/** After this many turns without activity, nothing more will happen on its own. */
const QUIET_TURNS = 40;

/** Microtask turns for each turn of the event loop. */
const INNER_TURNS = 10;

/** Submissions in one of these states keep the hours of that time. */
const WAITING: ReadonlySet<Submission['state']> = new Set(['queued', 'held', 'unconfirmed']);

/** The whole model: what must be known of a submission to judge what happens to it. */
export interface Expectation {
  acknowledged: boolean;
  /** Sends that a person asked for in addition to the first. */
  asked: number;
  /** How often the service received it completely. */
  received: number;
  /** When that last happened, by the monotonic clock. */
  receivedAt: number | undefined;
  /** The first submission of a chain of corrections: the chain counts as one call. */
  root: string;
  /** Until when the calling hours are waived, by the monotonic clock. */
  waivedUntil: number;
  /** The end of the undo window, by the monotonic clock. */
  notWithin: number;
  /** A time that a person chose, by the wall clock. */
  chosen: number | undefined;
  /** The app has learned that the service accepted it. */
  knownAccepted: boolean;
  /** A person has it open in the form, or lost the form after what it waited for had changed: only they let it go. */
  editing: boolean;
  /** How far the wall clock was ahead when it was submitted. */
  readonly wallAhead: number;
}

interface TryMade {
  /** The submission's. */
  readonly id: string;
  readonly phoneNumber: string;
  /** By the monotonic clock. */
  readonly at: number;
  /** How far the wall clock was ahead then. */
  readonly wallAhead: number;
}

interface KeptWait {
  readonly wait: StoredWait;
  /** By the monotonic clock. */
  readonly endsAt: number;
  /** How far the wall clock was ahead when it was stored. */
  readonly wallAhead: number;
}

/** Everything around the queues: clocks, network, sign-ins, the service, the one store, and the model. */
export class World {
  readonly model = new Map<string, Expectation>();
  readonly list: ListOnDisk;
  /** What the policy forbids, for every process. */
  policyNumbers: readonly ListedNumber[] = [];
  readonly store: SubmissionRows;
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
  /** How often one person may be tried, in every workspace; null: any number of times. */
  private triesRule: TriesRule | null = null;
  /** Sends that reached or may have reached the service. */
  private tries: TryMade[] = [];
  /** Until when submissions keep hours that have since changed. */
  private readonly heldByEarlier = new Map<string, { readonly until: number; readonly wallAhead: number }>();
  private writer: Process | undefined;
  private requests = 0;
  /** How often a person wanted a candidate called although they may have been, by workspace and name. */
  readonly confirmed = new Map<string, number>();
  /** The time that a person chooses for the current submit. */
  choosing: number | undefined;
  /** A sign-out that nobody waits for: a send may have got its token just before. */
  signingOut = false;

  constructor(seed: number) {
    this.random = seededRandom(seed);
    const inMemory = storesInMemory();
    this.list = new ListOnDisk(inMemory);
    this.store = new SubmissionRows(inMemory, WORKSPACES, (before, after) => this.rowChanged(before, after));
  }

  /** Whether the wall clock was never set, so that days are days. */
  get clockIsRight(): boolean {
    return this.wallAhead === START - FIRST_MONOTONIC;
  }

  now(): number {
    return this.monotonic + this.wallAhead;
  }

  get daysPassed(): number {
    return (this.monotonic - FIRST_MONOTONIC) / DAY_MS;
  }

  confirm(who: string): void {
    const key = `${this.workspaceId} ${who}`;
    this.confirmed.set(key, (this.confirmed.get(key) ?? 0) + 1);
  }

  signIn(workspaceId: string): SignIn {
    const found = this.signIns.get(workspaceId);
    if (!found) throw new Error(`No sign-in of ${workspaceId}`);
    return found;
  }

  rulesOf(workspaceId: string): WorkspaceRules {
    return { ...(this.rules.get(workspaceId) ?? defaultRules(TIME_ZONE)), tries: this.triesRule };
  }

  /** Limits the tries of one person; every queue is told. */
  setTries(rule: TriesRule | null): void {
    this.triesRule = rule;
    for (const process of this.processes) {
      if (process.phase === 'dead') continue;
      for (const { queue } of process.queues) {
        queue.judgeAgain().catch((error: unknown) => {
          if (process.phase !== 'dead') this.violated(`limiting tries: ${String(error)}`);
        });
      }
    }
  }

  /** Sets the calling hours of a workspace; every queue is told. */
  setHours(workspaceId: string, hours: Partial<CallingHours>): void {
    const rules = defaultRules(TIME_ZONE);
    this.noteHeld(workspaceId);
    this.rules.set(workspaceId, { ...rules, callingHours: { ...rules.callingHours, ...hours } });
    for (const process of this.processes) {
      if (process.phase === 'dead') continue;
      const { queue } = process.of(workspaceId);
      queue.judgeAgain().catch((error: unknown) => {
        if (process.phase !== 'dead') this.violated(`changing the hours: ${String(error)}`);
      });
    }
  }

  /** Submissions waiting outside the current hours keep these hours, whatever they change to. */
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

  /** ms until the next submission with an open question is due; 0 if there is none. */
  get msUntilAsked(): number {
    const asked = this.store
      .rows()
      .flatMap(({ state, callingHold: hold }) => (state === 'queued' && hold?.question ? [hold.until] : []));
    return asked.length === 0 ? 0 : Math.max(0, Math.min(...asked) - this.now());
  }

  /** ms until somebody may be called; 0 if that is now. */
  msUntilOpening(workspaceId: string): number {
    const { callingHours } = this.rulesOf(workspaceId);
    if (!callingHours.enabled) return 0;
    return (nextCallingMoment(callingHours, [TIME_ZONE], this.now()) ?? this.now()) - this.now();
  }

  violated(words: string): void {
    this.violations.push(words);
  }

  /** The process that the person uses. */
  get person(): Process | undefined {
    return this.processes.find(({ phase }) => phase === 'running');
  }

  start(): void {
    const store: StoreOfProcess = new StoreOfProcess(this.store.submissions, this.traffic, {
      random: this.random,
      asWriter: (work) => {
        this.writer = process;
        return work();
      },
      onDeath: () => this.kill(process),
    });
    const process: Process = new Process(this, store, WORKSPACES);
    this.processes.push(process);
    void process.policyList.apply().catch((error) => this.violated(`the policy: ${String(error)}`));
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
    // Nobody can know any more how these ended.
    for (const { queue, marked, submission } of this.pending) {
      if (queue.process === process && marked) this.noteTry(submission);
    }
    this.pending = this.pending.filter(({ queue }) => queue.process !== process);
    this.givenUp = this.givenUp.filter(({ send }) => send.queue.process !== process);
    // Whatever it had learned without storing it is lost.
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

  /** Waits until nothing more happens on its own: by turns of the event loop, never by a clock. */
  async settle(): Promise<void> {
    let seen = -1;
    for (let quiet = 0; quiet < QUIET_TURNS; ) {
      await (quiet % INNER_TURNS === INNER_TURNS - 1 ? setImmediate() : Promise.resolve());
      const { calls, underWay } = this.traffic;
      quiet = underWay === 0 && calls === seen ? quiet + 1 : 0;
      seen = calls;
    }
  }

  /** The stored waits as seen by one process: writes of a dead one are lost. */
  waitsOf(process: Process): Stores['serviceWaits'] {
    return {
      get: async (workspaceId) => this.waits.get(workspaceId)?.wait,
      keep: async (workspaceId, _lane, wait) => {
        if (process.phase === 'dead') return;
        const endsAt = this.monotonic + wait.until - this.now();
        this.waits.set(workspaceId, { wait, endsAt, wallAhead: this.wallAhead });
      },
    };
  }

  /** How long a new run has to wait (monotonic); unknown once the clock was set. */
  keptWaitOf(workspaceId: string): number {
    const kept = this.waits.get(workspaceId);
    return kept?.wallAhead === this.wallAhead ? kept.endsAt : 0;
  }

  /** The scripted sender: checks that this send is allowed, and holds it until a command ends it. */
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

  /** The connection is open, and the mark is stored; false, with the send's end, if it could not be. */
  async mark(send: PendingSend): Promise<boolean> {
    let answer: 'yes' | 'no' | undefined;
    void send
      .markSending(async () => undefined)
      .then(
        () => 'yes' as const,
        () => 'no' as const,
      )
      .then((what) => {
        answer = what;
      });
    await this.settle();
    if (answer === 'no') this.end(send, { name: 'mark_not_stored' });
    return answer === 'yes';
  }

  /** The connection is open: the mark is stored and the bytes are sent. False if the mark could not be stored. */
  async connect(send: PendingSend): Promise<boolean> {
    const { id } = send.submission;
    if (!(await this.mark(send))) return false;
    send.marked = true;
    const row = this.row(id);
    const waived = this.monotonic < this.expectation(id).waivedUntil;
    if (!waived && this.msUntilOpening(send.submission.workspaceId) > 0) {
      this.violated(`${nameOf(send.submission)} went out outside the calling hours`);
    }
    const held = this.heldByEarlier.get(id);
    // After the clock was set, it is unknown when those hours begin.
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
    if (this.list.mustNot(send.submission.phoneNumber)) {
      this.violated(`${nameOf(send.submission)} went out though the number is on the do-not-call list`);
    }
    if (this.triedTooOften(send)) {
      this.violated(`${nameOf(send.submission)} went out though they had been tried often enough`);
    }
    if (this.expectation(id).knownAccepted) {
      this.violated(`${nameOf(send.submission)} went out though the service had said that it took it`);
    }
    if (row?.state !== 'sending') this.violated(`${nameOf(send.submission)} went out while ${row?.state}`);
    if (this.claimants.get(id) !== send.queue.process) {
      this.violated(`${nameOf(send.submission)} went out though another process had claimed it`);
    }
    return true;
  }

  /** The service has the complete request. */
  receive({ id }: Submission): void {
    const expected = this.expectation(id);
    expected.received += 1;
    expected.receivedAt = this.monotonic;
  }

  /** Ends a send; from now on its queue is held to what it can know. */
  end(send: PendingSend, outcome: CreateOutcome): void {
    this.pending = this.pending.filter((each) => each !== send);
    this.heard(send, outcome);
    const { certainty } = createOutcomes[outcome.name];
    if (certainty === 'accepted' || certainty === 'unclear') this.noteTry(send.submission);
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

  private noteTry({ id, phoneNumber }: Submission): void {
    this.tries.push({ id, phoneNumber, at: this.monotonic, wallAhead: this.wallAhead });
  }

  /** A late answer refused that send: it reached nobody. */
  forgetTry(id: string): void {
    const index = this.tries.findIndex((each) => each.id === id);
    if (index >= 0) this.tries.splice(index, 1);
  }

  /**
   * Whether this send is one more than the rule allows. Tries from before the clock was set forward don't count here: an app
   * that was started since can't know of it.
   */
  private triedTooOften({ submission: { id, phoneNumber } }: PendingSend): boolean {
    if (!this.triesRule) return false;
    const { most, withinDays } = this.triesRule;
    const since = this.monotonic - withinDays * DAY_MS;
    const made = this.tries.filter(
      (each) => each.phoneNumber === phoneNumber && each.at > since && each.wallAhead >= this.wallAhead,
    );
    const underWay = this.pending.filter(
      ({ marked, submission }) => marked && submission.id !== id && submission.phoneNumber === phoneNumber,
    );
    return made.length + underWay.length >= most;
  }

  /** A 201, with a new id unless one is given. */
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

  /** Rows in progress that no process works on any more, although the one that claimed them lives. */
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
    if (expected.editing) this.violated(`${name} was claimed while a person was correcting it`);
    // By the clock when the queue decided: it can be set back while that is being stored.
    if (expected.chosen !== undefined && submission.updatedAt < expected.chosen) {
      this.violated(`${name} was claimed before the chosen time`);
    }
    // Once tried, its undo window is over; a chosen time still applies, even after the clock was set back.
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
        editing: false,
        wallAhead: this.wallAhead,
      });
    }
    const claims = after.state === 'connecting' || (after.state === 'sending' && before?.state === 'queued');
    if (claims && before?.state !== 'connecting') {
      if (before?.state !== 'queued') this.violated(`${nameOf(after)} was claimed while ${before?.state}`);
      if (this.writer) this.claimants.set(after.id, this.writer);
      this.mayBeClaimed(after);
    }
    // Except for a note of the id that the service gave when it was sent again.
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
