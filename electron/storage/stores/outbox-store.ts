import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { MAX_LISTED_NUMBERS } from '../../../shared/do-not-call.ts';
import { DISCARDED_BY } from '../../../shared/history-event.ts';
import {
  GROUP_PAGE,
  type GroupCause,
  type GroupedTab,
  type GroupPart,
  type HistoryPart,
  type HistoryRow,
  OUTBOX_PAGE,
  type Outbox,
  type OutboxCounts,
  type OutboxGroup,
  type OutboxPart,
  type OutboxQuestion,
  type OutboxRow,
  PARTS_OF_TAB,
} from '../../../shared/outbox.ts';
import type { SubmissionState } from '../../../shared/submission.ts';
import { all, integer, one, type Row, read, scalar, text } from '../operation.ts';
import {
  IS_ASKED,
  IS_OPEN,
  LIBRARY_NAMES,
  NAME_COLUMNS,
  namesIn,
  OPEN_ROWS,
  rowToSubmission,
  SUBMISSION_COLUMNS,
} from './submission-row.ts';

function questionOf(db: DatabaseSync, workspaceId: string): OutboxQuestion | null {
  const sql = `SELECT hold_time_zone, hold_question, count(*) AS count, max(updated_at) AS last FROM submissions
    WHERE ${IS_ASKED} AND workspace_id = ? GROUP BY hold_time_zone, hold_question ORDER BY count DESC, hold_time_zone`;
  const rows = all(db, sql, workspaceId);
  if (rows.length === 0) return null;
  return {
    held: rows.map((row) => ({
      timeZone: text(row, 'hold_time_zone'),
      about: row['hold_question'] === 'clock' ? 'clock' : 'earlier_hours',
      count: integer(row, 'count'),
    })),
    shownUntil: Math.max(...rows.map((row) => integer(row, 'last'))),
  };
}

/** Rows of a part, without regard to their causes; limit -1: all of them. */
function pageOf(
  db: DatabaseSync,
  workspaceId: string,
  part: GroupPart,
  limit: number,
  offset: number,
): OutboxRow[] {
  return outboxRows(db, selectionOf(workspaceId, part, ALL_CAUSES), limit, offset);
}

const ALL_CAUSES: GroupCause = { isNot: [] };

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

/** A condition on held submissions: a person has to act, and neither paused it nor only has to sign in. */
export const IS_FOR_PERSON =
  "substr(cause, 1, 14) <> 'paused_by_you ' AND substr(cause, 1, 15) <> 'sign_in_needed '";

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

export const outboxStore = {
  /** The Outbox page's first view. */
  outbox: read((db, workspaceId: string): Outbox => {
    const firstPage = (part: OutboxPart) => pageOf(db, workspaceId, part, OUTBOX_PAGE, 0);
    const { waiting, drafts, refused } = outboxCounts(db, workspaceId);
    return {
      waiting: firstPage('waiting'),
      needsDecision: pageOf(db, workspaceId, 'decisions', -1, 0),
      drafts: firstPage('drafts'),
      refused: firstPage('refused'),
      question: questionOf(db, workspaceId),
      counts: { waiting, drafts, refused },
      history: historyCounts(db, workspaceId),
    };
  }),

  /** One page of a part of the Outbox: `OUTBOX_PAGE` rows at most, from `offset`. */
  outboxPage: read((db, workspaceId: string, part: OutboxPart, offset: number): OutboxRow[] =>
    pageOf(db, workspaceId, part, OUTBOX_PAGE, offset),
  ),

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

  historyPage: read((db, workspaceId: string, part: HistoryPart, offset: number): HistoryRow[] => {
    const selection = { ...historyParts[part], params: [workspaceId] };
    return selectRows(db, selection, OUTBOX_PAGE, offset, DISCARDED_COLUMN).map((row) => ({
      ...rowToOutboxRow(row),
      discardedBy: DISCARDED_BY.find((known) => known === row['discarded_by']) ?? null,
    }));
  }),
};

const IS_DISCARDED =
  "submissions INDEXED BY submissions_discarded WHERE state = 'discarded' AND workspace_id = ?";
const WAS_REFUSED = "substr(coalesce(cause, ''), 1, 17) = 'refused_as_it_is '";
const LAST_WITHDRAWN_FIRST = 'submissions.updated_at DESC, submissions.row DESC';

const historyParts: Readonly<Record<HistoryPart, Omit<Selection, 'params'>>> = {
  refused: { sql: `${IS_DISCARDED} AND ${WAS_REFUSED}`, order: LAST_WITHDRAWN_FIRST },
  discarded: { sql: `${IS_DISCARDED} AND NOT ${WAS_REFUSED}`, order: LAST_WITHDRAWN_FIRST },
  // All that was accepted has a request. A row is as old as its submission.
  sent: {
    sql: 'requests JOIN submissions USING (row) WHERE requests.workspace_id = ?',
    order: 'submissions.row DESC',
  },
};

function historyCounts(db: DatabaseSync, workspaceId: string): Readonly<Record<HistoryPart, number>> {
  const sql = `SELECT count(*) AS n, count(*) FILTER (WHERE ${WAS_REFUSED}) AS refused FROM ${IS_DISCARDED}`;
  const discarded = one(db, sql, workspaceId);
  const refused = discarded ? integer(discarded, 'refused') : 0;
  return {
    refused,
    discarded: discarded ? integer(discarded, 'n') - refused : 0,
    sent: scalar(db, 'SELECT count(*) AS n FROM requests WHERE workspace_id = ?', workspaceId),
  };
}

const DISCARDED_COLUMN = `, (SELECT values_json ->> '$.by' FROM history
    WHERE history.row = submissions.row AND history.code = 'discarded' ORDER BY ordinal DESC LIMIT 1) AS discarded_by`;

function groupsOf(db: DatabaseSync, workspaceId: string, part: GroupPart): OutboxGroup[] {
  const causes = parts[part].byCause ? sharedCauses(db, workspaceId, part) : [];
  const own = causes.map((is): GroupCause => ({ is }));
  const rest: readonly GroupCause[] = parts[part].byCause
    ? [{ isNot: ['', ...causes] }, { is: '' }]
    : [ALL_CAUSES];
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

/** Which submissions, and in which order. */
interface Selection {
  /** What follows FROM: `submissions INDEXED BY ... WHERE ...`. */
  readonly sql: string;
  readonly params: readonly SQLInputValue[];
  /** Columns with the table's name before them. */
  readonly order: string;
}

/** A page of rows; limit -1: all of them. Sorts row numbers first, and then reads only the page. */
function outboxRows(db: DatabaseSync, selection: Selection, limit: number, offset: number): OutboxRow[] {
  return selectRows(db, selection, limit, offset).map(rowToOutboxRow);
}

/** Like {@link outboxRows}, with `columns` besides, not yet read. */
function selectRows(
  db: DatabaseSync,
  { sql, params, order }: Selection,
  limit: number,
  offset: number,
  columns = '',
): Row[] {
  return all(
    db,
    `SELECT ${SUBMISSION_COLUMNS}, ${NAME_COLUMNS} ${columns}
     FROM (SELECT row AS shown FROM ${sql} ORDER BY ${order} LIMIT ? OFFSET ?)
     CROSS JOIN submissions ON submissions.row = shown ${LIBRARY_NAMES}
     ORDER BY ${order}`,
    ...params,
    limit,
    offset,
  );
}

function rowToOutboxRow(row: Row): OutboxRow {
  return { ...rowToSubmission(row), ...namesIn(row) };
}

/** The numbers that navigation, workspace menu, header, badge, tray and the Outbox show. All of them come from here. */
export function outboxCounts(db: DatabaseSync, workspaceId: string): OutboxCounts {
  // Grouped, because SQLite takes twice as long for the same counts with a FILTER each.
  const counts = all(
    db,
    `SELECT state, count(*) AS n FROM ${OPEN_ROWS} WHERE ${IS_OPEN} AND workspace_id = ? GROUP BY state`,
    workspaceId,
  );
  const count = (part: GroupPart): number =>
    counts
      .filter(({ state }) => parts[part].states.some((each) => each === state))
      .reduce((sum, row) => sum + integer(row, 'n'), 0);
  return {
    waiting: count('waiting'),
    needsDecision: count('decisions'),
    refused: count('refused'),
    heldForPerson: scalar(
      db,
      `SELECT count(*) AS n FROM ${ROWS_BY_CAUSE}
       WHERE ${HAS_CAUSE} AND workspace_id = ? AND state = 'held' AND ${IS_FOR_PERSON}`,
      workspaceId,
    ),
    drafts: count('drafts'),
  };
}

/** Open submissions with a cause. SQLite uses the partial index only with exactly its condition. */
const ROWS_BY_CAUSE = 'submissions INDEXED BY submissions_by_cause';
const HAS_CAUSE = "cause IS NOT NULL AND state NOT IN ('accepted', 'discarded')";
