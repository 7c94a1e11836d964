import type { AnsweredFor } from '../../shared/duplicate-rules.ts';
import type { ImportedRows } from '../../shared/imports.ts';
import type { Duplicate, Outbox, OutboxPart, OutboxRow } from '../../shared/outbox.ts';
import type { Submission } from '../../shared/submission.ts';
import type { WorkspaceRules } from '../../shared/workspace-rules.ts';
import type { CreateOutcome } from '../service/create-interview-request.ts';
import type { SubmissionChange } from './transition.ts';

/** Which earlier submissions count as duplicates: see {@link SubmissionStore.duplicates}. */
export interface DuplicateLook extends AnsweredFor {
  readonly workspaceId: string;
  readonly phoneNumbers: readonly string[];
  /** UTC ms. */
  readonly since: number;
}

/** Where submissions are kept. Every promise resolves only when the change is on the disk. */
export interface SubmissionStore {
  /**
   * Stores new submissions with their first history entry and, with them, the change of the one they replace and the links
   * to the rows of a file they come `from`: all or none. Answers false, with nothing stored, where the replaced one has
   * moved on meanwhile; throws where a row is linked to a submission already, or its submission was erased.
   */
  add(submissions: readonly Submission[], replaced?: SubmissionChange, from?: ImportedRows): Promise<boolean>;
  /**
   * `add`, unless there are duplicates to ask about (`stillToAsk`): then nothing is stored, and they are the answer, the
   * newest first. Looked for and stored in one transaction.
   */
  addUnlessKnown(
    submissions: readonly Submission[],
    look: DuplicateLook,
    replaced?: SubmissionChange,
    from?: ImportedRows,
  ): Promise<boolean | readonly Duplicate[]>;
  /** One submission; undefined when there is none of that id. */
  get(id: string): Promise<Submission | undefined>;
  /**
   * Stores changes, each on top of the revision it was made from, all in one transaction. Answers, per change, false
   * where nothing was changed: the stored submission has moved on meanwhile, or the request it would track is tracked
   * for one that asks for something else (`isSameScreening`).
   */
  save(changes: readonly SubmissionChange[]): Promise<readonly boolean[]>;
  /** The submission for which a workspace tracks the request of this id; undefined when it tracks none. */
  trackedAs(workspaceId: string, requestId: string): Promise<Submission | undefined>;
  /** Queued submissions whose time has come, the longest due first. */
  due(workspaceId: string, now: number, limit: number): Promise<readonly Submission[]>;
  /** When the next queued submission but for `except` is due, UTC ms; undefined when none is queued. */
  nextDueAt(workspaceId: string, except?: readonly string[]): Promise<number | undefined>;
  /** Submissions of a workspace in one of these states, the oldest first. */
  inStates(workspaceId: string, states: readonly Submission['state'][]): Promise<readonly Submission[]>;
  /**
   * Submissions with one of these phone numbers that a person is asked about before another one, the newest first
   * (`duplicateRules`, `duplicateReach`): of this workspace, and of others of the same service. `since`: where the window
   * begins, UTC ms.
   */
  duplicates(
    workspaceId: string,
    phoneNumbers: readonly string[],
    since: number,
  ): Promise<readonly Duplicate[]>;
  /** The clock was set back: delays that ran by the old one begin anew by the new one. */
  correctClock(workspaceId: string, now: number): Promise<void>;
  /** What the Outbox shows first. */
  outbox(workspaceId: string): Promise<Outbox>;
  /** A page of a part of the Outbox: the rows from `offset` on, `OUTBOX_PAGE` at most. */
  outboxPage(workspaceId: string, part: OutboxPart, offset: number): Promise<readonly OutboxRow[]>;
}

/** A wait that the service asked the whole queue for, UTC ms. */
export interface QueueWait {
  readonly askedAt: number;
  readonly until: number;
}

/** Where the wait of a workspace's queue is kept over a restart. */
export interface QueueWaitStore {
  /** The wait that was kept last, over or not; undefined when there never was one. */
  get(workspaceId: string): Promise<QueueWait | undefined>;
  /** Keeps a wait in the place of the one before; resolves when it is on the disk. */
  keep(workspaceId: string, wait: QueueWait): Promise<void>;
}

/** Where a workspace's own rules for its submissions are kept. */
export interface WorkspaceRulesStore {
  /** Undefined until somebody has set them. Rejects where they cannot be read: they may forbid a call. */
  get(workspaceId: string): Promise<WorkspaceRules | undefined>;
  /** Resolves when they are on the disk. */
  save(workspaceId: string, rules: WorkspaceRules): Promise<void>;
}

/** Sends one submission to the service of its workspace. */
export interface SubmissionSender {
  /**
   * `markSending` must have resolved before the first byte is written; when it rejects, nothing is sent. `lastLook` is what
   * the sender wants to see between the mark and the byte.
   */
  send(
    submission: Submission,
    accessToken: string,
    markSending: (lastLook: () => Promise<void>) => Promise<void>,
  ): Promise<CreateOutcome>;
}

/** Access to the workspace's sign-in. */
export interface AccessTokens {
  /** False when only a person can help, by signing in; true also while a token cannot be renewed just now. */
  readonly signedIn: boolean;
  /** A token to use now, refreshed where needed; undefined when a person has to sign in or the network is gone. */
  current(): Promise<string | undefined>;
  /** Tells that the service refused this token; answers another one, or undefined when a person has to sign in. */
  replace(refused: string): Promise<string | undefined>;
  /** Tells that the service refused even the token that `replace` gave: a person has to sign in. */
  giveUp(refused: string): Promise<undefined>;
}

/** Whether the workspace's service can be reached, as far as anyone knows. */
export interface Reachability {
  readonly reachable: boolean;
  /** The service answered something. */
  seen(): void;
  /** No connection could be made. */
  missed(): void;
  /** Calls the listener when `reachable` changes; returns the function that stops it. */
  onChange(listener: () => void): () => void;
}
