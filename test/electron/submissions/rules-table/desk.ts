import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { ImportQueue } from '../../../../electron/imports/import-queue.ts';
import type { CreateOutcome } from '../../../../electron/service/create-interview-request.ts';
import type { StoredWait, WaitLane } from '../../../../electron/service/service-wait.ts';
import { unconfirm } from '../../../../electron/storage/copy-detection.ts';
import { setKeys } from '../../../../electron/storage/stores/forbidding.ts';
import { BulkChanges } from '../../../../electron/submissions/bulk-changes.ts';
import { OutboxDecisions } from '../../../../electron/submissions/outbox-decisions.ts';
import { SubmissionQueue } from '../../../../electron/submissions/submission-queue.ts';
import { Submitter } from '../../../../electron/submissions/submitter.ts';
import { keyedHash } from '../../../../electron/team/team-claims.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/durations.ts';
import type { Submission } from '../../../../shared/submission.ts';
import { sampleWorkspace } from '../../sample-submission.ts';
import { storesInMemory } from '../../storage/stores-in-memory.ts';
import { ReachabilityOfTest, TokensOfTest } from '../running-queue.ts';
import { KINDS, type Kind } from './kinds.ts';
import {
  daysSince,
  holidaysOf,
  MINUTE_MS,
  NO_RULES,
  NOW,
  newNumber,
  rulesOf,
  type Situation,
  storedIn,
} from './situations.ts';

/** Turns of the event loop that a poll with its sends takes at most, on a database that answers at once. */
const TURNS = 16;

const KEYS: ReadonlyMap<string, Uint8Array> = new Map([['key', Buffer.alloc(32, 1)]]);

const { db, stores } = storesInMemory();
prepareList();
let workspaces = 0;

/** A hashed entry of somebody else: while its key can't be read, no number is known to be free. */
function prepareList(): void {
  setKeys(db, KEYS);
  db.prepare('INSERT INTO do_not_call_keys VALUES (?, ?)').run('key', 0);
  db.prepare(
    `INSERT INTO do_not_call (id, source, hash, key_id, reason, added_at, added_by)
     VALUES ('hashed', 'person', ?, 'key', '', 0, 'bob')`,
  ).run(keyedHash(Buffer.alloc(32, 1), '+4915199999999'));
}

function list(phoneNumber: string): void {
  const entry = { id: randomUUID(), phoneNumber, reason: '', addedAt: NOW, addedBy: 'ada' };
  void stores.doNotCall.add([entry]);
}

/** When the rules of the situation come into force: while the first send connects, or once it was refused with a 401. */
type InForceFrom = 'connecting' | 'refusal';

/** One workspace in one situation: the app's own parts on the app's own statements, with clocks that stand. */
export class Desk {
  readonly workspaceId: string;
  readonly situation: Situation;
  readonly clock = { now: NOW, boot: 0 };
  readonly settings = { paused: false, concurrency: 4 };
  readonly submitter: Submitter;
  readonly decisions: OutboxDecisions;
  readonly bulk: BulkChanges;
  readonly queue: SubmissionQueue;
  readonly imports = new ImportQueue(stores.imports);
  readonly stores = stores;
  /** Whether the rules of the situation are in force already. */
  isInForce = true;
  private inForceFrom: InForceFrom | undefined;
  /** Numbers being put on the list. */
  private readonly listing = new Set<string>();

  static async in(situation: Situation): Promise<Desk> {
    const desk = new Desk(situation);
    const { workspaceId } = desk;
    const baseUrl = `https://${workspaceId}.example`;
    await stores.workspaces.save(sampleWorkspace({ id: workspaceId, baseUrl }), 1000);
    await stores.workspaces.save(
      sampleWorkspace({ id: desk.otherService, baseUrl: `${baseUrl}/other` }),
      1000,
    );
    setKeys(db, situation.list === 'unsure' ? new Map() : KEYS);
    return desk;
  }

  private constructor(situation: Situation) {
    workspaces += 1;
    this.workspaceId = `workspace-${workspaces}`;
    this.situation = situation;
    this.settings.paused = situation.queue === 'paused';
    const { workspaceId, settings } = this;
    const now = () => this.clock.now;
    const common = {
      workspaceId,
      store: stores.submissions,
      rules: () => Promise.resolve(this.isInForce ? rulesOf(situation) : NO_RULES),
      holidays: (...asked: Parameters<ReturnType<typeof holidaysOf>>) => holidaysOf(situation)(...asked),
      onChange: () => undefined,
      now,
    };
    const waits = this.waitsIn(situation);
    this.queue = new SubmissionQueue({
      ...common,
      waits,
      sender: { send: (submission, token, mark) => this.send(submission, token, mark) },
      tokens: Object.assign(new TokensOfTest(), { next: 'token-2' }),
      reachability: new ReachabilityOfTest(),
      settings: () => settings,
      isBeingListed: (phoneNumber) => this.isBeingListed(phoneNumber),
      onTrouble: (error) => {
        throw error;
      },
      random: () => 0,
      monotonic: () => this.clock.boot,
      sinceBoot: () => this.clock.boot,
    });
    const decided = {
      ...common,
      settings: () => ({ undoSeconds: 10, duplicateDays: 30 }),
      readRequest: () => Promise.resolve(undefined),
      queue: this.queue,
    };
    this.submitter = new Submitter(decided);
    this.decisions = new OutboxDecisions(decided);
    this.bulk = new BulkChanges({ ...decided, submitter: this.submitter, decisions: this.decisions });
  }

  /** Stores a submission of this kind, and what went before it; gives its id. */
  async put(kind: Kind): Promise<string> {
    const phoneNumber = await this.newPerson();
    const submission: Submission = {
      id: randomUUID(),
      workspaceId: this.workspaceId,
      ...storedIn(this.situation, phoneNumber),
      ...this.stillChosen(KINDS[kind]),
    };
    await stores.submissions.add([submission]);
    return submission.id;
  }

  /** The number of a person about whom everything is as the situation says. */
  async newPerson(): Promise<string> {
    const { situation, workspaceId } = this;
    const phoneNumber = newNumber(situation);
    const earlier = (changes: Partial<Submission>): Submission => ({
      id: randomUUID(),
      workspaceId,
      ...storedIn(situation, phoneNumber),
      state: 'accepted',
      requestId: randomUUID(),
      ...changes,
    });
    const days = daysSince(situation);
    if (days !== undefined) {
      const at = NOW - days * DAY_MS;
      await stores.submissions.add([earlier({ createdAt: at, updatedAt: at })]);
    }
    if (situation.tries === 'used' || situation.tries === 'sending') {
      const at = situation.tries === 'used' ? NOW - 2 * DAY_MS : NOW - MINUTE_MS;
      const state = situation.tries === 'used' ? 'accepted' : 'sending';
      const tried = { workspaceId: this.otherService, createdAt: at, updatedAt: at, state } as const;
      await stores.submissions.add([earlier(tried)]);
    }
    if (situation.list === 'listed') list(phoneNumber);
    if (situation.list === 'listing') this.listing.add(phoneNumber);
    return phoneNumber;
  }

  /** Lets the queue look for work and do it. */
  async poll(inForceFrom?: InForceFrom): Promise<void> {
    this.inForceFrom = inForceFrom;
    this.queue.wake();
    await this.settle();
  }

  async settle(): Promise<void> {
    for (let turns = 0; turns < TURNS; turns += 1) await turn();
  }

  async read(id: string): Promise<Submission> {
    const found = await stores.submissions.get(id);
    if (!found) throw new Error('The submission is not there.');
    return found;
  }

  /** How the submission stands, with times relative to the clock. */
  async standing(id: string): Promise<string> {
    const submission = await this.read(id);
    return standingOf(submission, this.clock.now);
  }

  /** Makes this submission what a restored backup makes of it. */
  restored(id: string): void {
    const row = db.prepare('SELECT row FROM submissions WHERE id = ?').get(id)?.['row'];
    unconfirm(db, [Number(row)], { code: 'from_a_backup', madeAt: NOW - DAY_MS }, this.clock.now);
  }

  async close(): Promise<void> {
    await this.queue.stop(0);
  }

  private get otherService(): string {
    return `${this.workspaceId}-other`;
  }

  /** A chosen time goes on counting whatever became of the submission. */
  private stillChosen(kind: Partial<Submission>): Partial<Submission> {
    const { notBefore } = storedIn(this.situation, '');
    if (notBefore === null || kind.sendAfter === undefined) return kind;
    return { ...kind, sendAfter: Math.max(kind.sendAfter, kind.notBefore ?? notBefore) };
  }

  /** Once it was asked about such a number, the entry is on the disk. */
  private isBeingListed(phoneNumber: string): boolean {
    if (!this.listing.delete(phoneNumber)) return false;
    list(phoneNumber);
    void this.queue.doNotCallChanged();
    return true;
  }

  private waitsIn({ queue }: Situation) {
    let stored: StoredWait | undefined =
      queue === 'waiting' ? { askedAt: NOW - MINUTE_MS, until: NOW + HOUR_MS / 2 } : undefined;
    return {
      get: () => Promise.resolve(stored),
      keep: (_workspaceId: string, _lane: WaitLane, wait: StoredWait) => {
        stored = wait;
        return Promise.resolve();
      },
    };
  }

  private async send(
    _submission: Submission,
    token: string,
    mark: (checkConnection: () => Promise<void>) => Promise<void>,
  ): Promise<CreateOutcome> {
    if (this.inForceFrom === 'connecting') this.isInForce = true;
    try {
      await mark(() => Promise.resolve());
    } catch {
      return { name: 'mark_not_stored' };
    }
    if (this.inForceFrom === 'refusal' && token === 'token-1') {
      this.isInForce = true;
      return { name: 'sign_in_needed', httpStatus: 401 };
    }
    return { name: 'accepted', httpStatus: 201, accepted: { requestId: randomUUID(), status: 'PENDING' } };
  }
}

/** A submission in a few words, such as `queued 120m hours 120m earlier_hours?`. */
export function standingOf(submission: Submission, now: number): string {
  const { state, sendAfter, problem, callingHold: hold, wantedAt, notBefore, timeZone } = submission;
  const parts: string[] = [state];
  if (state === 'queued') parts.push(sendAfter <= now ? 'due' : inMinutes(sendAfter, now));
  if (state === 'queued' && hold) {
    parts.push('hours', inMinutes(hold.until, now));
    if (hold.holiday !== undefined) parts.push(hold.holiday === null ? 'holidays?' : 'holiday');
    if (hold.question) parts.push(`${hold.question.about}:${hold.question.answer ?? '?'}`);
  }
  if (wantedAt !== undefined && notBefore !== null) parts.push('told', inMinutes(notBefore, now));
  if (problem) parts.push(problem.code);
  if (submission.afterEdit) parts.push(`edited:${submission.afterEdit}`);
  if (timeZone !== null) parts.push(timeZone);
  return parts.join(' ');
}

/** Minutes from now, to a tenth. */
export function inMinutes(at: number, now: number): string {
  return `${Math.round((at - now) / (MINUTE_MS / 10)) / 10}m`;
}
