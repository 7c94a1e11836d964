import type { RequestChange, TrackedRequest } from './apply-answer.ts';

/** Where tracked requests are kept. Every promise resolves only when the change is on the disk. */
export interface RequestStore {
  /** Ids of requests whose refresh is due, the longest due first; those `first` that are due at all come before them. */
  due(workspaceId: string, now: number, limit: number, first: readonly string[]): Promise<readonly string[]>;
  /** When the next refresh is due, UTC ms; undefined when nothing is refreshed by itself. */
  nextDueAt(workspaceId: string): Promise<number | undefined>;
  /** Ids of the named requests, as far as they are tracked, or of all that are not finished; each once. */
  ids(workspaceId: string, requestIds: readonly string[] | undefined): Promise<readonly string[]>;
  /** The named requests, as far as they are tracked. */
  find(workspaceId: string, requestIds: readonly string[]): Promise<readonly TrackedRequest[]>;
  /** Stores what refreshes brought, in one transaction. */
  apply(changes: readonly RequestChange[]): Promise<void>;
}

/** Stored results that are to be read again. */
export interface ResultsBackfillStore {
  /** Reads the next few of a workspace, within 50 ms; false where there was nothing left to do. */
  readSome(workspaceId: string): Promise<boolean>;
}
