import type { RequestChange, TrackedRequest } from './apply-answer.ts';

/** Where tracked requests are stored. Every promise resolves only when the change is on the disk. */
export interface RequestStore {
  /** Ids of requests whose refresh is due, the longest due first; those in `first` that are due come before all others. */
  due(workspaceId: string, now: number, limit: number, first: readonly string[]): Promise<readonly string[]>;
  /** When the next refresh is due, UTC ms; undefined if nothing is refreshed automatically. */
  nextDueAt(workspaceId: string): Promise<number | undefined>;
  /** Ids of the named requests that are tracked, or of all unfinished ones; each once. */
  ids(workspaceId: string, requestIds: readonly string[] | undefined): Promise<readonly string[]>;
  /** The named requests that are tracked. */
  find(workspaceId: string, requestIds: readonly string[]): Promise<readonly TrackedRequest[]>;
  /** Stores the results of refreshes in one transaction. */
  apply(changes: readonly RequestChange[]): Promise<void>;
}

/** Stored results that need to be read again. */
export interface ResultsBackfillStore {
  /** Reads the next few of a workspace, within 50 ms; false if there was nothing left to do. */
  readSome(workspaceId: string): Promise<boolean>;
}
