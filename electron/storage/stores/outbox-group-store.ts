import type { DatabaseSync } from 'node:sqlite';
import { MAX_LISTED_NUMBERS } from '../../../shared/do-not-call.ts';
import { DISCARDED_BY } from '../../../shared/history-event.ts';
import {
  type DiscardedRow,
  GROUP_PAGE,
  type GroupCause,
  type GroupedTab,
  type GroupPart,
  OUTBOX_PAGE,
  type OutboxGroup,
  type OutboxRow,
  PARTS_OF_TAB,
} from '../../../shared/outbox.ts';
import type { SubmissionState } from '../../../shared/submission.ts';
import { all, integer, one, read, text } from '../operation.ts';
import { HAS_CAUSE, IS_FOR_PERSON, ROWS_BY_CAUSE } from './cause.ts';
import { outboxRows, rowToOutboxRow, type Selection, selectRows } from './outbox-rows.ts';
import { IS_OPEN, OPEN_ROWS } from './submission-row.ts';

/** Causes with a group of their own; submissions with rarer ones are in one group. */
const MOST_CAUSES = 20;

interface Part {
  readonly states: readonly SubmissionState[];
  readonly order: string;
  /** A further condition, which implies a problem. */
  readonly condition?: string;
  /** Left out: no grouping. */
  readonly byCause?: true;
}

const OLDEST_FIRST = 'submissions.updated_at, submissions.row';
const NEWEST_FIRST = 'submissions.updated_at DESC, submissions.row';

const parts: Readonly<Record<GroupPart, Part>> = {
  decisions: { states: ['unconfirmed'], order: OLDEST_FIRST, byCause: true },
  held: { states: ['held'], order: OLDEST_FIRST, condition: IS_FOR_PERSON, byCause: true },
  waiting: {
    states: ['queued', 'connecting', 'sending', 'held'],
    order: 'submissions.send_after, submissions.created_at, submissions.row',
    byCause: true,
  },
  refused: { states: ['rejected'], order: NEWEST_FIRST, byCause: true },
  drafts: { states: ['draft'], order: NEWEST_FIRST },
};

export const outboxGroupStore = {
  outboxGroups: read((db, workspaceId: string, tab: GroupedTab): OutboxGroup[] =>
    PARTS_OF_TAB[tab].flatMap((part) => groupsOf(db, workspaceId, part)),
  ),

  outboxGroupPage: read(
    (db, workspaceId: string, part: GroupPart, cause: GroupCause, offset: number): OutboxRow[] =>
      outboxRows(db, selectionOf(workspaceId, part, cause), GROUP_PAGE, offset),
  ),

  /** The ids of a group's submissions that had not changed after `shownUntil` (UTC ms), in the group's order. */
  outboxGroupIds: read(
    (db, workspaceId: string, part: GroupPart, cause: GroupCause, shownUntil: number): string[] => {
      const { sql, params, order } = selectionOf(workspaceId, part, cause);
      return all(
        db,
        `SELECT id FROM ${sql} AND updated_at <= ? ORDER BY ${order}`,
        ...params,
        shownUntil,
      ).map((row) => text(row, 'id'));
    },
  ),

  /** The phone numbers (E.164) of these, each once. */
  outboxGroupPhones: read(
    (db, workspaceId: string, part: GroupPart, cause: GroupCause, shownUntil: number): string[] => {
      const { sql, params } = selectionOf(workspaceId, part, cause);
      return all(
        db,
        `SELECT DISTINCT phone_number FROM ${sql} AND updated_at <= ? LIMIT ${MAX_LISTED_NUMBERS}`,
        ...params,
        shownUntil,
      ).map((row) => text(row, 'phone_number'));
    },
  ),

  /** A page of the discarded submissions, the latest first. */
  discardedPage: read((db, workspaceId: string, offset: number): DiscardedRow[] => {
    const sql = "submissions INDEXED BY submissions_discarded WHERE state = 'discarded' AND workspace_id = ?";
    const selection = {
      sql,
      params: [workspaceId],
      order: 'submissions.updated_at DESC, submissions.row DESC',
    };
    return selectRows(db, selection, OUTBOX_PAGE, offset, DISCARDED_COLUMN).map((row) => ({
      ...rowToOutboxRow(row),
      discardedBy: DISCARDED_BY.find((known) => known === row['discarded_by']) ?? null,
    }));
  }),
};

const DISCARDED_COLUMN = `, (SELECT values_json ->> '$.by' FROM history
    WHERE history.row = submissions.row AND history.code = 'discarded' ORDER BY ordinal DESC LIMIT 1) AS discarded_by`;

function groupsOf(db: DatabaseSync, workspaceId: string, part: GroupPart): OutboxGroup[] {
  const causes = parts[part].byCause ? sharedCauses(db, workspaceId, part) : [];
  const own = causes.map((is): GroupCause => ({ is }));
  const rest: readonly GroupCause[] = parts[part].byCause
    ? [{ isNot: ['', ...causes] }, { is: '' }]
    : [{ isNot: [] }];
  return [...own, ...rest].flatMap((cause) => {
    const group = groupOf(db, workspaceId, part, cause);
    return group ? [group] : [];
  });
}

/** Causes that several submissions share, the most frequent first. */
function sharedCauses(db: DatabaseSync, workspaceId: string, part: GroupPart): string[] {
  const { sql, params } = selectionOf(workspaceId, part, { isNot: [''] });
  return all(
    db,
    `SELECT cause, count(*) AS n FROM ${sql}
     GROUP BY cause HAVING n > 1 ORDER BY n DESC, cause LIMIT ${MOST_CAUSES}`,
    ...params,
  ).map((row) => text(row, 'cause'));
}

/** Undefined if it has no rows. */
function groupOf(
  db: DatabaseSync,
  workspaceId: string,
  part: GroupPart,
  cause: GroupCause,
): OutboxGroup | undefined {
  const selection = selectionOf(workspaceId, part, cause);
  const row = one(
    db,
    `SELECT count(*) AS n, max(updated_at) AS last FROM ${selection.sql}`,
    ...selection.params,
  );
  const count = row ? integer(row, 'n') : 0;
  if (!row || count === 0) return undefined;
  const rows = outboxRows(db, selection, GROUP_PAGE, 0);
  const problem = 'is' in cause ? (rows[0]?.problem ?? null) : null;
  return { part, cause, count, problem, shownUntil: integer(row, 'last'), rows };
}

function selectionOf(workspaceId: string, part: GroupPart, cause: GroupCause): Selection {
  const { states, order, condition = 'true' } = parts[part];
  const ofPart = 'workspace_id = ? AND state IN (SELECT value FROM json_each(?))';
  const params = [workspaceId, JSON.stringify(states)];
  const withCause = `${ROWS_BY_CAUSE} WHERE ${HAS_CAUSE} AND ${ofPart} AND ${condition}`;
  const open = `${OPEN_ROWS} WHERE ${IS_OPEN} AND ${ofPart}`;
  if ('isNot' in cause && cause.isNot.length === 0) return { sql: open, params, order };
  if ('isNot' in cause) {
    const sql = `${withCause} AND cause NOT IN (SELECT value FROM json_each(?))`;
    return { sql, params: [...params, JSON.stringify(cause.isNot)], order };
  }
  if (cause.is !== '') return { sql: `${withCause} AND cause = ?`, params: [...params, cause.is], order };
  const without = `${open} AND row NOT IN (SELECT row FROM ${ROWS_BY_CAUSE} WHERE ${HAS_CAUSE} AND ${ofPart})`;
  // Every submission held for a person has a cause.
  const sql = condition === 'true' ? without : `${without} AND false`;
  return { sql, params: [...params, ...params], order };
}
