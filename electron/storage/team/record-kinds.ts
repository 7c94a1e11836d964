import type { DatabaseSync } from 'node:sqlite';
import type { SharedList } from '../../team/shared-records.ts';
import { scalar } from '../operation.ts';
import { holdKind, libraryKind, numberKind } from './shared-lists.ts';
import { IS_SHARED, noteKind, tagKind, verdictKind } from './shared-marks.ts';
import { requestKind } from './shared-requests.ts';
import type { TeamPlace } from './team-place.ts';

/** What the team database is to have of a row here: what `share()` takes (team/schema.sql). */
export interface ReadRecord {
  readonly key: string;
  /** The id of the request that it belongs to; null: none. */
  readonly request: string | null;
  readonly body: unknown;
  readonly removed: boolean;
  /** Whether the team gets it if it doesn't have it yet; false: only a change of what a colleague shared. */
  readonly own: boolean;
  /** The keys of requests' records, and the call keys, that are gone with it, if the team erased one. */
  readonly erasedWith: readonly string[];
}

/** A record of the team database. */
export interface TeamRecord {
  readonly kind: string;
  readonly key: string;
  readonly request: string | null;
  /** Who made it (a request) or changed it last. */
  readonly login: string;
  readonly person: string;
  /** JSON. */
  readonly body: string;
  readonly removed: boolean;
  /** When it was last changed by the server's clock, UTC ms. */
  readonly at: number;
}

/** What records of the team changed here. */
export interface Applied {
  /** Ids of the requests that changed. */
  readonly requestIds: string[];
  /** Requests made here that a colleague's computer found completed. */
  readonly completed: { readonly requestId: string; readonly submissionId: string }[];
  /** The lists that changed. */
  readonly lists: Set<SharedList>;
  /** Kinds and keys of records that can't be read, or don't fit what is here. */
  readonly unusable: string[];
  /** Those that colleagues took somebody out of, who was in them here. */
  readonly takenOut: string[];
}

/** Submissions with `from` <= row < `before`. */
export interface RowRange {
  readonly from: number;
  readonly before: number;
}

/** How a kind of records is read from the tables here, and stored in them. */
export interface RecordKind {
  /** What is here by a key of `team_pending`; undefined if it is gone, or isn't shared. */
  readonly read: (db: DatabaseSync, place: TeamPlace, key: string) => ReadRecord | undefined;
  /** Stores records in the caller's transaction; nothing that it changes is sent back. */
  readonly apply: (
    db: DatabaseSync,
    place: TeamPlace,
    records: readonly TeamRecord[],
    applied: Applied,
  ) => void;
  /** Marks as pending what belongs to these submissions, or (`first`: once for all) to none. */
  readonly mark: (db: DatabaseSync, place: TeamPlace, rows: RowRange, first: boolean) => void;
}

/** The kinds of `records` in the team database. Claims and the do-not-call list have tables of their own. */
export const RECORD_KINDS: Readonly<Record<string, RecordKind>> = {
  // First, as the next three are about requests.
  request: requestKind,
  verdict: verdictKind,
  note: noteKind,
  tag: tagKind,
  library: libraryKind,
  hold: holdKind,
  do_not_call: numberKind,
};

/** How many changes the team has yet to be told: what is marked, and of each request that has yet to be marked its claim and itself. */
export function untold(db: DatabaseSync, workspaceId: string): number {
  const marked = 'SELECT count(*) AS n FROM team_pending WHERE workspace_id = ?';
  const unmarked = `SELECT count(*) AS n FROM teams JOIN requests ON requests.row < mark_before
    WHERE teams.workspace_id = ? AND requests.workspace_id = teams.workspace_id AND colleague IS NULL
      AND ${IS_SHARED}`;
  return scalar(db, marked, workspaceId) + 2 * scalar(db, unmarked, workspaceId);
}
