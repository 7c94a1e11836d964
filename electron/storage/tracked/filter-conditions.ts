import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { VERDICTS } from '../../../shared/request.ts';
import type { PinnedFilter, RequestFilter } from '../../../shared/request-filter.ts';
import { sortKey } from '../search/folded.ts';
import { type FacetKind, knownCodes } from './facets.ts';
import { pinsOf } from './pinned-values.ts';
import { searchSets } from './search-sets.ts';

/** A piece of SQL with what its question marks stand for. */
export interface Sql {
  readonly sql: string;
  readonly params: readonly SQLInputValue[];
}

/** Rows of which a request must be one. */
export interface RowSet {
  /** A query for the numbers of all of them (a column `row`, none twice). */
  readonly rows: Sql;
  /** A condition on one `tracked.row`, where that is sooner asked than all of them are found. */
  readonly holds?: Sql;
}

/** A column that `tracked` and `request_counts` have alike, and which numbers it may hold. */
export interface CountedCondition {
  readonly column: string;
  readonly codes: readonly number[];
}

/** A filter as storage looks for it. */
export interface Conditions {
  readonly workspace: number;
  readonly counted: readonly CountedCondition[];
  /** Accepted at or after, and before: UTC ms. */
  readonly from: number | null;
  readonly until: number | null;
  /** A request must be in all of them. */
  readonly sets: readonly RowSet[];
}

/** What a filter asks for. */
export function conditionsOf(db: DatabaseSync, workspace: number, filter: RequestFilter): Conditions {
  const coded = (column: string, kind: FacetKind, values: readonly string[]): CountedCondition[] =>
    values.length === 0 ? [] : [{ column, codes: knownCodes(db, workspace, kind, values) }];
  const marked = (column: string, wanted: boolean | null): CountedCondition[] =>
    wanted === null ? [] : [{ column, codes: [Number(wanted)] }];
  const verdicts = filter.verdicts.map((verdict) => VERDICTS.indexOf(verdict));
  return {
    workspace,
    counted: [
      ...coded('status', 'status', filter.statuses),
      ...coded('call_status', 'call_status', filter.callStatuses),
      ...coded('job', 'job_description', filter.jobs),
      ...coded('questionnaire', 'questionnaire', filter.questionnaires),
      ...(verdicts.length === 0 ? [] : [{ column: 'verdict', codes: verdicts }]),
      ...marked('has_results', filter.hasResults),
      ...marked('has_problem', filter.hasProblem),
      ...marked('unseen', filter.unseen),
      ...marked('archived', filter.archived === 'any' ? null : filter.archived === 'yes'),
    ],
    from: filter.from,
    until: filter.until,
    sets: [
      ...searchSets(db, workspace, filter.search).map((rows) => ({ rows })),
      ...(filter.tags.length === 0 ? [] : [taggedSet(knownCodes(db, workspace, 'tag', filter.tags))]),
      ...pinnedSets(db, workspace, filter.pinned),
    ],
  };
}

/** The counted conditions on a table or alias, each with AND in front. `plus` keeps SQLite from an index on them. */
export function countedSql(counted: readonly CountedCondition[], of: string, plus = ''): Sql {
  return {
    sql: counted
      .map(({ column, codes }) => ` AND ${plus}${of}.${column} IN (${codes.map(() => '?').join(', ')})`)
      .join(''),
    params: counted.flatMap(({ codes }) => codes),
  };
}

/** The range of days on `tracked`, with AND in front. */
export function acceptedSql({ from, until }: Conditions, plus = ''): Sql {
  return {
    sql: `${from === null ? '' : ` AND ${plus}tracked.accepted_at >= ?`}${
      until === null ? '' : ` AND ${plus}tracked.accepted_at < ?`
    }`,
    params: [from, until].filter((bound) => bound !== null),
  };
}

function taggedSet(known: readonly number[]): RowSet {
  // A tag that nothing ever had finds nothing.
  const tags = known.length === 0 ? [0] : known;
  const marks = tags.map(() => '?').join(', ');
  return {
    rows: {
      sql: `SELECT ${tags.length > 1 ? 'DISTINCT' : ''} row FROM request_tags WHERE tag IN (${marks})`,
      params: tags,
    },
    holds: {
      sql: `EXISTS (SELECT 1 FROM request_tags WHERE request_tags.row = tracked.row AND tag IN (${marks}))`,
      params: tags,
    },
  };
}

function pinnedSets(db: DatabaseSync, workspace: number, filters: readonly PinnedFilter[]): RowSet[] {
  if (filters.length === 0) return [];
  const pins = pinsOf(db, workspace);
  return filters
    .filter(({ min, max, values }) => min !== null || max !== null || values.length > 0)
    .map(({ path, min, max, values }) => {
      // A field that is pinned no more has no values: nothing is found, and the filter says why.
      const pin = pins.find((each) => each.path === path)?.pin ?? -1;
      const parts: Sql[] = [{ sql: 'pin = ?', params: [pin] }];
      if (min !== null) parts.push({ sql: 'value >= ?', params: [min] });
      // Texts come after all numbers.
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
      return {
        rows: { sql: `SELECT row FROM pinned_values WHERE ${where}`, params },
        holds: {
          // Not by the index of values, which says nothing of the row.
          sql: `EXISTS (SELECT 1 FROM pinned_values WHERE pinned_values.row = tracked.row
            AND ${where.replaceAll('value ', '+value ')})`,
          params,
        },
      };
    });
}
