import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { OUTCOMES } from '../../../shared/outcome.ts';
import type { PinnedFilter, RequestFilter } from '../../../shared/request-filter.ts';
import { type Covering, coveringOf, questionnairesOpenAt } from './covering.ts';
import { sortKey } from './folded.ts';
import { pinsOf } from './pinned-values.ts';
import { searchSets } from './search-sets.ts';

/** A fragment of SQL with its parameters. */
export interface Sql {
  readonly sql: string;
  readonly params: readonly SQLInputValue[];
}

export const NO_SQL: Sql = { sql: '', params: [] };

/** A set of rows that must contain a matching request. */
export interface RowSet {
  /** A query for all its rows (a column `row`, without duplicates). */
  readonly rows: Sql;
  /** A condition on whether it contains `requests.row`. */
  readonly contains: Sql;
  /** A query for its approximate size, if that is faster than finding the rows. */
  readonly size?: Sql;
}

/** The allowed values of a column that both `requests` and `request_counts` have. */
export interface CountedCondition {
  readonly column: string;
  readonly values: readonly SQLInputValue[];
}

/** A filter in terms of the database. */
export interface Conditions {
  readonly workspaceId: string;
  readonly counted: readonly CountedCondition[];
  /** The range of `accepted_at`, without `until`: UTC ms. */
  readonly from: number | null;
  readonly until: number | null;
  /** A match must be in all of them. */
  readonly sets: readonly RowSet[];
}

export function conditionsOf(db: DatabaseSync, workspaceId: string, filter: RequestFilter): Conditions {
  const flag = (wanted: boolean | null): number[] => (wanted === null ? [] : [Number(wanted)]);
  const counted: CountedCondition[] = [
    { column: 'outcome', values: filter.outcomes.map((outcome) => OUTCOMES.indexOf(outcome)) },
    { column: 'status', values: filter.statuses },
    { column: 'call_status', values: filter.callStatuses },
    { column: 'job_description_id', values: filter.jobs },
    { column: 'questionnaire_template_id', values: filter.questionnaires },
    { column: 'verdict', values: filter.verdicts },
    { column: 'has_results', values: flag(filter.hasResults) },
    { column: 'has_problem', values: flag(filter.hasProblem) },
    { column: 'unseen', values: flag(filter.unseen) },
    { column: 'archived', values: flag(filter.archived === 'any' ? null : filter.archived === 'yes') },
  ];
  const covering = coveringOf(db, workspaceId);
  return {
    workspaceId,
    counted: counted.filter(({ values }) => values.length > 0),
    from: filter.from,
    until: filter.until,
    sets: [
      ...searchSets(db, workspaceId, filter.search, covering).map(searchedSet),
      ...(filter.tags.length === 0 ? [] : [taggedSet(workspaceId, filter.tags)]),
      ...pinnedSets(db, workspaceId, filter.pinned, covering),
    ],
  };
}

/** The counted conditions on a table or alias, each preceded by AND. `plus` prevents SQLite from using an index. */
export function countedSql(counted: readonly CountedCondition[], of: string, plus = ''): Sql {
  return {
    sql: counted
      .map(({ column, values }) => ` AND ${plus}${of}.${column} IN (${values.map(() => '?').join(', ')})`)
      .join(''),
    params: counted.flatMap(({ values }) => values),
  };
}

/** The range of days on `requests`, preceded by AND. */
export function acceptedSql({ from, until }: Conditions, plus = ''): Sql {
  return {
    sql: `${from === null ? '' : ` AND ${plus}requests.accepted_at >= ?`}${
      until === null ? '' : ` AND ${plus}requests.accepted_at < ?`
    }`,
    params: [from, until].filter((bound) => bound !== null),
  };
}

function searchedSet(rows: Sql): RowSet {
  return { rows, contains: { sql: `requests.row IN (${rows.sql})`, params: rows.params } };
}

function taggedSet(workspaceId: string, tags: readonly string[]): RowSet {
  const marks = tags.map(() => '?').join(', ');
  const from = `FROM request_tags WHERE workspace_id = ? AND tag IN (${marks})`;
  return {
    size: { sql: `SELECT count(*) AS n ${from}`, params: [workspaceId, ...tags] },
    rows: {
      sql: `SELECT ${tags.length > 1 ? 'DISTINCT' : ''} row ${from}`,
      params: [workspaceId, ...tags],
    },
    contains: {
      sql: `EXISTS (SELECT 1 FROM request_tags WHERE request_tags.row = requests.row AND +tag IN (${marks}))`,
      params: tags,
    },
  };
}

function pinnedSets(
  db: DatabaseSync,
  workspaceId: string,
  filters: readonly PinnedFilter[],
  covering: Covering | undefined,
): RowSet[] {
  if (filters.length === 0) return [];
  const pins = pinsOf(db, workspaceId);
  return filters
    .filter(({ min, max, values }) => min !== null || max !== null || values.length > 0)
    .map(({ path, min, max, values }) => {
      // A field that is no longer pinned matches nothing, and the filter shows why.
      const pin = pins.find((each) => each.path === path)?.pin ?? -1;
      const parts: Sql[] = [{ sql: 'pin = ?', params: [pin] }];
      if (min !== null) parts.push({ sql: 'value >= ?', params: [min] });
      // In SQLite's order, texts come after all numbers.
      if (max !== null) parts.push({ sql: 'value <= ?', params: [max] });
      else if (min !== null) parts.push({ sql: "value < ''", params: [] });
      if (values.length > 0) {
        parts.push({
          sql: `value IN (${values.map(() => '?').join(', ')})`,
          params: values.flatMap((value) => sortKey(value)),
        });
      }
      const where = parts.map(({ sql }) => sql).join(' AND ');
      const params = parts.flatMap((part) => part.params);
      const seen = covering ? seenPinSql(covering, path) : NO_SQL;
      return {
        size: { sql: `SELECT count(*) AS n FROM pinned_values WHERE ${where}`, params },
        rows: {
          sql: `SELECT row FROM pinned_values WHERE ${where}${seen.sql}`,
          params: [...params, ...seen.params],
        },
        contains: {
          // By the primary key: `+` excludes the index on values, which would find too many rows.
          sql: `EXISTS (SELECT 1 FROM pinned_values WHERE pinned_values.row = requests.row
            AND ${where.replaceAll('value ', '+value ')}${seen.sql})`,
          params: [...params, ...seen.params],
        },
      };
    });
}

/** A condition on a row of `pinned_values`, preceded by AND: its value isn't covered. */
export function seenPinSql(covering: Covering, path: string): Sql {
  return {
    sql: ` AND (EXISTS (SELECT 1 FROM first_verdicts WHERE first_verdicts.row = pinned_values.row)
      OR EXISTS (SELECT 1 FROM requests AS own WHERE own.row = pinned_values.row
        AND own.questionnaire_template_id IN (SELECT value FROM json_each(?))))`,
    params: [questionnairesOpenAt(covering, path)],
  };
}
