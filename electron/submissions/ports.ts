import type { Forbidding } from '../../shared/do-not-call.ts';
import type { AnsweredFor } from '../../shared/duplicate-rules.ts';
import type { ImportedRows } from '../../shared/imports.ts';
import type { Duplicate, GroupCause, GroupPart, Outbox, OutboxPart, OutboxRow } from '../../shared/outbox.ts';
import type { Submission } from '../../shared/submission.ts';
import type { Try } from '../../shared/tries.ts';
import type { WorkspaceRules } from '../../shared/workspace-rules.ts';
import type { CreateOutcome } from '../service/create-interview-request.ts';
import type { SubmissionChange } from './transition.ts';

/** Which earlier submissions count as duplicates: see {@link SubmissionStore.duplicates}. */
export interface DuplicateQuery extends AnsweredFor {
  readonly workspaceId: string;
  readonly phoneNumbers: readonly string[];
  /** UTC ms. */
  readonly since: number;
}

/** Where submissions are stored. Every promise resolves only when the change is on the disk. */
export interface SubmissionStore {
  /**
   * Stores new submissions with their first history entry, together with the change of the one they replace and the
   * links to the file rows they come `from`: all or none. Returns false, with nothing stored, if the replaced
   * submission has changed in the meantime; rejects if a row is linked to a submission already, or its submission was
   * erased.
   */
  add(submissions: readonly Submission[], replaced?: SubmissionChange, from?: ImportedRows): Promise<boolean>;
  /**
   * `add`, unless there are duplicates to ask about (`stillToAsk`): then nothing is stored, and they are returned,
   * newest first. Queries and stores in one transaction.
   */
  addUnlessKnown(
    submissions: readonly Submission[],
    query: DuplicateQuery,
    replaced?: SubmissionChange,
    from?: ImportedRows,
  ): Promise<boolean | readonly Duplicate[]>;
  get(id: string): Promise<Submission | undefined>;
  /** What forbids calling each of these numbers (E.164), in their order; null if nothing does. */
  forbidding(phoneNumbers: readonly string[]): Promise<readonly (Forbidding | null)[]>;
  /** For each of these numbers (E.164), the tries of its person that count in this workspace. */
  tries(workspaceId: string, phoneNumbers: readonly string[]): Promise<readonly (readonly Try[])[]>;
  /** Whether the mark of this revision still holds: it is unchanged, and its number may be called. */
  isMarked(id: string, revision: number): Promise<boolean>;
  /**
   * The submissions of a workspace with row > `after` that wait for being sent to a number that may not be called: of the
   * next `limit` that wait; `last`: the row to continue after, null if there are no more.
   */
  forbiddenWaiting(
    workspaceId: string,
    after: number,
    limit: number,
  ): Promise<{ readonly ids: readonly string[]; readonly last: number | null }>;
  /** Those of these ids that are stored, in the order of the ids. */
  getAll(ids: readonly string[]): Promise<readonly Submission[]>;
  /**
   * Stores changes, each on top of the revision it was made from, all in one transaction. Returns false for each change
   * that was not stored: the stored submission has changed in the meantime, the request it would track is tracked for a
   * submission that asks for something else (`isSameScreening`), or it would be one of more `tries` than allowed.
   */
  save(changes: readonly SubmissionChange[]): Promise<readonly boolean[]>;
  /** The submission for which a workspace tracks the request with this id; undefined if it tracks none. */
  trackedAs(workspaceId: string, requestId: string): Promise<Submission | undefined>;
  /** Queued submissions that are due, the longest due first. */
  due(workspaceId: string, now: number, limit: number): Promise<readonly Submission[]>;
  /** When the next queued submission other than `except` is due, UTC ms; undefined if none is queued. */
  nextDueAt(workspaceId: string, except?: readonly string[]): Promise<number | undefined>;
  /** A workspace's submissions in one of these states, oldest first. */
  inStates(workspaceId: string, states: readonly Submission['state'][]): Promise<readonly Submission[]>;
  /**
   * Submissions with one of these phone numbers that a person is asked about before another is made, newest first
   * (`duplicateRules`, `duplicateReach`): of this workspace, and of others of the same service. `since`: where the
   * window begins, UTC ms.
   */
  duplicates(
    workspaceId: string,
    phoneNumbers: readonly string[],
    since: number,
  ): Promise<readonly Duplicate[]>;
  /** The clock was set back: delays that ran by the old clock start over by the new one. */
  correctClock(workspaceId: string, now: number): Promise<void>;
  /** The Outbox page's first view. */
  outbox(workspaceId: string): Promise<Outbox>;
  /** One page of a part of the Outbox: `OUTBOX_PAGE` rows at most, from `offset`. */
  outboxPage(workspaceId: string, part: OutboxPart, offset: number): Promise<readonly OutboxRow[]>;
}

/** Where the groups of the Outbox are read. */
export interface OutboxGroupStore {
  /** The ids of a group's submissions that had not changed after `shownUntil` (UTC ms), in the group's order. */
  outboxGroupIds(
    workspaceId: string,
    part: GroupPart,
    cause: GroupCause,
    shownUntil: number,
  ): Promise<readonly string[]>;
}

/** Where a workspace's own rules for its submissions are stored. */
export interface WorkspaceRulesStore {
  /** Undefined until someone has set them. Rejects if they cannot be read: they may forbid a call. */
  get(workspaceId: string): Promise<WorkspaceRules | undefined>;
  /** Resolves when they are on the disk. */
  save(workspaceId: string, rules: WorkspaceRules): Promise<void>;
}

/** Sends one submission to the service of its workspace. */
export interface SubmissionSender {
  /**
   * `markSending` must have resolved before the first byte is written; if it rejects, nothing is sent.
   * `checkConnection` is called between the mark and the first byte.
   */
  send(
    submission: Submission,
    accessToken: string,
    markSending: (checkConnection: () => Promise<void>) => Promise<void>,
  ): Promise<CreateOutcome>;
}

export interface AccessTokens {
  /** False if only a person can help, by signing in; also true while a token cannot be renewed just now. */
  readonly signedIn: boolean;
  /** A token to use now, refreshed if needed; undefined if a person has to sign in or the network is down. */
  current(): Promise<string | undefined>;
  /** Reports that the service refused this token; resolves to another, or undefined if a person has to sign in. */
  replace(refused: string): Promise<string | undefined>;
  /** Reports that the service refused even the token that `replace` gave: a person has to sign in. */
  giveUp(refused: string): Promise<undefined>;
}

export interface Reachability {
  readonly reachable: boolean;
  /** The service gave an answer. */
  seen(): void;
  /** No connection could be made. */
  missed(): void;
  /** Calls the listener when `reachable` changes; returns the function that stops it. */
  onChange(listener: () => void): () => void;
}
