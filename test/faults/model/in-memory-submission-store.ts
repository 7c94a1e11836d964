import type { DuplicateQuery, SubmissionStore } from '../../../electron/submissions/ports.ts';
import type { SubmissionChange } from '../../../electron/submissions/transition.ts';
import { callKey } from '../../../shared/call-key.ts';
import { type Forbidding, isEntry } from '../../../shared/do-not-call.ts';
import { countsAsDuplicate, stillToAsk } from '../../../shared/duplicate-rules.ts';
import {
  type Duplicate,
  OUTBOX_PAGE,
  type Outbox,
  type OutboxPart,
  type OutboxQuestion,
  type OutboxRow,
  TAKEN_WITHOUT_ID,
} from '../../../shared/outbox.ts';
import { isSameScreening } from '../../../shared/same-screening.ts';
import { SUBMISSION_STATES, type Submission, type SubmissionState } from '../../../shared/submission.ts';
import { type Try, timesAt, triesUsed } from '../../../shared/tries.ts';

/** A snapshot of the tables. A write works on a copy, which becomes the next snapshot or is dropped. */
interface Tables {
  readonly submissions: Map<string, Submission>;
  /** By submission: what the service said about its request. A request of a workspace belongs to one submission. */
  readonly tracked: Map<
    string,
    { readonly requestId: string; readonly status: string; readonly acceptedAt: number }
  >;
}

/** Called with every row that a write has changed; `before` is undefined for a new one. */
export type RowListener = (before: Submission | undefined, after: Submission) => void;

/**
 * Submissions in maps, with the rules of the SQLite store: every write all or nothing, every change on top of its revision
 * (`submission-store-contract.ts` holds both to the same). Each call runs at once and resolves later.
 */
export class InMemorySubmissionStore implements SubmissionStore {
  private tables: Tables = { submissions: new Map(), tracked: new Map() };
  private readonly onRow: RowListener;
  /** What the do-not-call list says of a number (E.164). */
  private readonly listed: (phoneNumber: string) => Forbidding | null;

  constructor(
    onRow: RowListener = () => undefined,
    listed: (phoneNumber: string) => Forbidding | null = () => null,
  ) {
    this.onRow = onRow;
    this.listed = listed;
  }

  async add(submissions: readonly Submission[], replaced?: SubmissionChange): Promise<boolean> {
    return this.write((tables) => {
      if (replaced && !saveChange(tables, replaced)) return false;
      for (const submission of submissions) insert(tables, submission);
      return true;
    });
  }

  async addUnlessKnown(
    submissions: readonly Submission[],
    look: DuplicateQuery,
    replaced?: SubmissionChange,
  ): Promise<boolean | readonly Duplicate[]> {
    const found = this.findDuplicates(look.workspaceId, look.phoneNumbers, look.since);
    const asked = stillToAsk(found, look);
    return asked.length > 0 ? asked : this.add(submissions, replaced);
  }

  async get(id: string): Promise<Submission | undefined> {
    return this.tables.submissions.get(id);
  }

  async getAll(ids: readonly string[]): Promise<readonly Submission[]> {
    return ids.flatMap((id) => this.tables.submissions.get(id) ?? []);
  }

  async save(changes: readonly SubmissionChange[]): Promise<readonly boolean[]> {
    return this.write((tables) =>
      changes.map(
        (each) =>
          !this.isForbiddenSend(each) && !this.isTooManyTries(each, tables) && saveChange(tables, each),
      ),
    );
  }

  async forbidding(phoneNumbers: readonly string[]): Promise<readonly (Forbidding | null)[]> {
    return phoneNumbers.map(this.listed);
  }

  async tries(_workspaceId: string, phoneNumbers: readonly string[]): Promise<readonly (readonly Try[])[]> {
    return phoneNumbers.map((each) => triesIn(this.tables, each));
  }

  private isTooManyTries({ submission, judged }: SubmissionChange, tables: Tables): boolean {
    const rule = judged?.rules.tries;
    if (!rule) return false;
    const { steadyNow } = judged;
    return triesUsed(rule, timesAt(triesIn(tables, submission.phoneNumber), steadyNow), steadyNow) !== null;
  }

  async isMarked(id: string, revision: number): Promise<boolean> {
    const row = this.row(id);
    return row?.revision === revision && this.listed(row.phoneNumber) === null;
  }

  async forbiddenWaiting(
    workspaceId: string,
  ): Promise<{ readonly ids: readonly string[]; readonly last: number | null }> {
    const waiting = this.select(workspaceId, ['queued', 'held']);
    const forbidden = waiting.filter(({ phoneNumber }) => isEntry(this.listed(phoneNumber)));
    return { ids: forbidden.map(({ id }) => id), last: null };
  }

  private isForbiddenSend({ submission: { state, phoneNumber } }: SubmissionChange): boolean {
    return (state === 'connecting' || state === 'sending') && this.listed(phoneNumber) !== null;
  }

  async trackedAs(workspaceId: string, requestId: string): Promise<Submission | undefined> {
    return ownerOf(this.tables, workspaceId, requestId);
  }

  async due(workspaceId: string, now: number, limit: number): Promise<readonly Submission[]> {
    return this.select(workspaceId, ['queued'])
      .filter(({ sendAfter }) => sendAfter <= now)
      .sort(bySendAfter)
      .slice(0, limit);
  }

  async nextDueAt(workspaceId: string, except: readonly string[] = []): Promise<number | undefined> {
    const queued = this.select(workspaceId, ['queued']).filter(({ id }) => !except.includes(id));
    return queued.sort(bySendAfter)[0]?.sendAfter;
  }

  async inStates(workspaceId: string, states: readonly SubmissionState[]): Promise<readonly Submission[]> {
    return this.select(workspaceId, states).sort((a, b) => a.createdAt - b.createdAt);
  }

  async duplicates(
    workspaceId: string,
    phoneNumbers: readonly string[],
    since: number,
  ): Promise<readonly Duplicate[]> {
    return this.findDuplicates(workspaceId, phoneNumbers, since);
  }

  private findDuplicates(workspaceId: string, phoneNumbers: readonly string[], since: number): Duplicate[] {
    return this.select(workspaceId, SUBMISSION_STATES)
      .filter(({ phoneNumber }) => phoneNumbers.includes(phoneNumber))
      .filter((each) => countsAsDuplicate(each, this.reachedAt(each) ?? 0, since))
      .sort((a, b) => b.createdAt - a.createdAt)
      .map((each) => ({
        phoneNumber: each.phoneNumber,
        submissionId: each.id,
        candidateName: each.candidateName,
        state: each.state,
        status: this.tables.tracked.get(each.id)?.status ?? each.state,
        requestId: each.requestId,
        submittedAt: each.createdAt,
        reachedAt: this.reachedAt(each),
        taken: each.problem?.code === TAKEN_WITHOUT_ID,
        workspace: null,
        jobName: null,
        jobDescriptionId: each.jobDescriptionId,
      }));
  }

  private reachedAt({ id, state, createdAt, mayHaveReached }: Submission): number | null {
    const mayHave = mayHaveReached?.at ?? null;
    if (state !== 'accepted') return mayHave;
    return Math.max(createdAt, this.tables.tracked.get(id)?.acceptedAt ?? 0, mayHave ?? 0);
  }

  async correctClock(workspaceId: string, now: number): Promise<void> {
    this.write(({ submissions }) => {
      for (const each of this.select(workspaceId, ['queued'])) {
        const delay = each.sendAfter - each.updatedAt;
        const held = each.callingHold !== null;
        if (each.updatedAt <= now || (each.problem === null && !held && delay > 60_000)) continue;
        const chosen = each.notBefore ?? 0;
        const undo = each.attempts === 0 ? 60_000 : 0;
        const span = held ? undo : Math.max(0, delay);
        const sendAfter = !held && each.sendAfter <= chosen ? chosen : Math.max(now + span, chosen);
        const { callingHold: hold } = each;
        const settled =
          hold?.question?.about === 'clock'
            ? { callingHold: { until: hold.until, timeZone: hold.timeZone } }
            : {};
        submissions.set(each.id, {
          ...each,
          ...settled,
          sendAfter,
          updatedAt: now,
          revision: each.revision + 1,
        });
      }
    });
  }

  async outbox(workspaceId: string): Promise<Outbox> {
    const { waiting, needsDecision, drafts, refused } = this.outboxParts(workspaceId);
    const first = (rows: readonly OutboxRow[]) => rows.slice(0, OUTBOX_PAGE);
    const counts = { waiting: waiting.length, drafts: drafts.length, refused: refused.length };
    return {
      waiting: first(waiting),
      needsDecision,
      drafts: first(drafts),
      refused: first(refused),
      question: questionOf(this.select(workspaceId, ['queued'])),
      counts,
    };
  }

  async outboxPage(workspaceId: string, part: OutboxPart, offset: number): Promise<readonly OutboxRow[]> {
    return this.outboxParts(workspaceId)[part].slice(offset, offset + OUTBOX_PAGE);
  }

  private outboxParts(workspaceId: string) {
    const rows = (...states: SubmissionState[]): OutboxRow[] =>
      this.select(workspaceId, states).map((each) => ({ ...each, jobName: null, questionnaireName: null }));
    return {
      waiting: rows('queued', 'connecting', 'sending', 'held').sort(bySendAfter),
      needsDecision: rows('unconfirmed').sort((a, b) => a.updatedAt - b.updatedAt),
      drafts: rows('draft').sort((a, b) => b.updatedAt - a.updatedAt),
      refused: rows('rejected').sort((a, b) => b.updatedAt - a.updatedAt),
    };
  }

  row(id: string): Submission | undefined {
    return this.tables.submissions.get(id);
  }

  /** Every row, in insertion order. */
  rows(): Submission[] {
    return [...this.tables.submissions.values()];
  }

  private select(workspaceId: string, states: readonly SubmissionState[]): Submission[] {
    return this.rows().filter((each) => each.workspaceId === workspaceId && states.includes(each.state));
  }

  /** One transaction: if it throws, nothing has changed. */
  private write<T>(change: (tables: Tables) => T): T {
    const before = this.tables;
    const after = { submissions: new Map(before.submissions), tracked: new Map(before.tracked) };
    const answer = change(after);
    this.tables = after;
    for (const [id, row] of after.submissions) {
      const earlier = before.submissions.get(id);
      if (earlier !== row) this.onRow(earlier, row);
    }
    return answer;
  }
}

function questionOf(queued: readonly Submission[]): OutboxQuestion | null {
  const asked = queued.filter(({ callingHold }) => callingHold?.question?.answer === null);
  const groups = Map.groupBy(asked, ({ callingHold: hold }) => `${hold?.timeZone} ${hold?.question?.about}`);
  const held = [...groups.values()].flatMap((same) => {
    const [{ callingHold: hold } = {}] = same;
    return hold?.question
      ? [{ timeZone: hold.timeZone, about: hold.question.about, count: same.length }]
      : [];
  });
  if (held.length === 0) return null;
  held.sort((a, b) => b.count - a.count || (a.timeZone < b.timeZone ? -1 : 1));
  return { held, shownUntil: Math.max(...asked.map(({ updatedAt }) => updatedAt)) };
}

function insert({ submissions }: Tables, submission: Submission): void {
  if (submissions.has(submission.id)) throw new Error('UNIQUE constraint failed');
  submissions.set(submission.id, submission);
}

/** Fields that a change never touches keep their stored values: name, number, workspace and so on. */
function saveChange(
  { submissions, tracked: requests }: Tables,
  { submission, tracked }: SubmissionChange,
): boolean {
  const stored = submissions.get(submission.id);
  if (stored?.revision !== submission.revision - 1) return false;
  const owner = tracked && ownerOf({ submissions, tracked: requests }, stored.workspaceId, tracked.requestId);
  if (owner && owner.id !== stored.id && !isSameScreening(owner, stored)) return false;
  const { state, attempts, sendAfter, notBefore, problem, requestId, revision, updatedAt } = submission;
  const { timeZone, hoursWaivedUntil, callingHold, hoursInForce, afterEdit, mayHaveReached } = submission;
  submissions.set(stored.id, {
    ...stored,
    state,
    attempts,
    sendAfter,
    notBefore,
    timeZone,
    hoursWaivedUntil,
    callingHold,
    hoursInForce,
    afterEdit,
    problem,
    requestId,
    mayHaveReached,
    revision,
    updatedAt,
  });
  if (!tracked || owner) return true;
  if (requests.has(stored.id)) throw new Error('UNIQUE constraint failed');
  requests.set(stored.id, { ...tracked, acceptedAt: updatedAt });
  return true;
}

function ownerOf({ submissions, tracked }: Tables, workspaceId: string, requestId: string) {
  const owners = [...tracked].filter(([, request]) => request.requestId === requestId);
  return owners.map(([id]) => submissions.get(id)).find((each) => each?.workspaceId === workspaceId);
}

function bySendAfter(a: Submission, b: Submission): number {
  return a.sendAfter - b.sendAfter || a.createdAt - b.createdAt;
}

function triesIn({ submissions }: Tables, phoneNumber: string): Try[] {
  return [...submissions.values()]
    .filter((each) => callKey(each.phoneNumber) === callKey(phoneNumber))
    .flatMap(({ state, mayHaveReached, updatedAt }) => {
      const reached = state === 'accepted' || state === 'unconfirmed' ? 1 : 0;
      const times = Math.max(reached, mayHaveReached?.times ?? 0);
      const at = state === 'sending' ? updatedAt : (mayHaveReached?.at ?? updatedAt);
      const earlier = Array.from({ length: times }, () => ({ at, sending: false }));
      return state === 'sending' ? [...earlier, { at, sending: true }] : earlier;
    });
}
