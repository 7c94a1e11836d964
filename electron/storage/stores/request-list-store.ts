import type { DatabaseSync } from 'node:sqlite';
import type { RequestPage } from '../../../shared/ipc/calls/request-calls.ts';
import { NO_FILTER } from '../../../shared/no-filter.ts';
import { OUTCOMES } from '../../../shared/outcome.ts';
import { type RequestRow, type RequestSort, VERDICTS } from '../../../shared/request.ts';
import {
  type FilterValue,
  type FilterValues,
  type HiddenBy,
  type RequestFilter,
  type RequestFilterPart,
  requestFilter,
} from '../../../shared/request-filter.ts';
import { all, integer, oneOf, type Row, read, text, textOrNull } from '../operation.ts';
import type { FacetKind } from '../requests/facets.ts';
import { conditionsOf } from '../requests/filter-conditions.ts';
import { countRequests, findPage, positionOf } from '../requests/find-requests.ts';
import { requestOrder } from '../requests/request-order.ts';
import { requestRows } from '../requests/request-rows.ts';
import { rowOf, rowsOf } from '../requests/selected-rows.ts';
import { inReadTransaction } from '../savepoint.ts';

/** Requests of a workspace, in an order. */
export interface RequestOrderQuery {
  readonly workspaceId: string;
  readonly filter: RequestFilter;
  readonly sort: RequestSort;
  readonly descending: boolean;
}

/** A page of them. */
export interface RequestQuery extends RequestOrderQuery {
  readonly offset: number;
  readonly limit: number;
}

/** Queries over many tracked requests. */
export const requestListStore = {
  page: read((db, query: RequestQuery): RequestPage => inReadTransaction(db, () => pageOf(db, query))),

  /** These requests; skips those that the workspace doesn't track. */
  rows: read((db, workspaceId: string, requestIds: readonly string[]): RequestRow[] =>
    requestRows(db, workspaceId, rowsOf(db, workspaceId, requestIds)),
  ),

  /** The 0-based position of a request in an order; undefined if it doesn't match. */
  place: read((db, query: RequestOrderQuery, requestId: string): number | undefined => {
    const row = rowOf(db, query.workspaceId, requestId);
    if (row === undefined) return undefined;
    const conditions = conditionsOf(db, query.workspaceId, query.filter);
    const order = requestOrder(db, query.workspaceId, query.sort);
    return positionOf(db, { conditions, order, descending: query.descending }, row);
  }),

  filterValues: read(
    (db, workspaceId: string): FilterValues => ({
      outcomes: countedOutcomes(db, workspaceId),
      statuses: countedValues(db, workspaceId, 'status', 'status'),
      callStatuses: countedValues(db, workspaceId, 'call_status', 'call_status'),
      jobs: countedValues(db, workspaceId, 'job_description', 'job_description_id'),
      questionnaires: countedValues(db, workspaceId, 'questionnaire', 'questionnaire_template_id'),
      tags: countedTags(db, workspaceId),
      verdicts: countedVerdicts(db, workspaceId),
    }),
  ),

  /** For each part of a filter that is set, how many requests would match without it. */
  hiddenBy: read((db, workspaceId: string, filter: RequestFilter): HiddenBy[] => {
    return PARTS.filter((part) => isSet(filter, part)).map((part) => ({
      part,
      withoutIt: countRequests(db, conditionsOf(db, workspaceId, withoutPart(filter, part))),
    }));
  }),
};

function pageOf(db: DatabaseSync, query: RequestQuery): RequestPage {
  const { workspaceId, descending, offset, limit } = query;
  const conditions = conditionsOf(db, workspaceId, query.filter);
  const order = requestOrder(db, workspaceId, query.sort);
  const { rows, ...counts } = findPage(db, { conditions, order, descending, offset, limit });
  return { rows: requestRows(db, workspaceId, rows), ...counts };
}

const PARTS = requestFilter.keyof().options;

function isSet(filter: RequestFilter, part: RequestFilterPart): boolean {
  const value = filter[part];
  if (part === 'archived') return value !== 'any';
  if (typeof value === 'string') return value.trim() !== '';
  return Array.isArray(value) ? value.length > 0 : value !== null;
}

/** `archived` is `no` by default, so removing it means showing archived requests, too. */
function withoutPart(filter: RequestFilter, part: RequestFilterPart): RequestFilter {
  return part === 'archived' ? { ...filter, archived: 'any' } : { ...filter, [part]: NO_FILTER[part] };
}

function countedValues(
  db: DatabaseSync,
  workspaceId: string,
  kind: FacetKind,
  column: 'status' | 'call_status' | 'job_description_id' | 'questionnaire_template_id',
): FilterValue[] {
  return all(
    db,
    `SELECT facets.value, facets.name, counted.n
     FROM (SELECT ${column} AS value, sum(n) AS n FROM request_counts
           WHERE workspace_id = ?1 AND archived = 0 GROUP BY ${column}) AS counted
     JOIN facets ON facets.workspace_id = ?1 AND facets.kind = ?2 AND facets.value = counted.value
     ORDER BY counted.n DESC, facets.sort_key, facets.value`,
    workspaceId,
    kind,
  ).map(rowToValue);
}

/** Counts all requests in the index on tags, and subtracts the few archived ones. */
function countedTags(db: DatabaseSync, workspaceId: string): FilterValue[] {
  return all(
    db,
    `WITH hidden AS MATERIALIZED (
       SELECT request_tags.tag, count(*) AS n FROM requests INDEXED BY requests_archived
       CROSS JOIN request_tags ON request_tags.row = requests.row
       WHERE requests.workspace_id = ?1 AND requests.archived = 1 GROUP BY request_tags.tag)
     SELECT value, name, n FROM (
       SELECT facets.value, facets.name, facets.sort_key,
         (SELECT count(*) FROM request_tags WHERE workspace_id = ?1 AND tag = facets.value) - coalesce(hidden.n, 0) AS n
       FROM facets LEFT JOIN hidden ON hidden.tag = facets.value
       WHERE facets.workspace_id = ?1 AND facets.kind = 'tag')
     WHERE n > 0 ORDER BY n DESC, sort_key, value`,
    workspaceId,
  ).map(rowToValue);
}

function countedOutcomes(db: DatabaseSync, workspaceId: string): FilterValues['outcomes'] {
  return all(
    db,
    `SELECT outcomes.value, sum(n) AS n FROM request_counts JOIN outcomes ON outcomes.rank = request_counts.outcome
     WHERE workspace_id = ? AND archived = 0 GROUP BY outcomes.rank ORDER BY 2 DESC, outcomes.rank`,
    workspaceId,
  ).map((row) => ({ value: oneOf(row, 'value', OUTCOMES), count: integer(row, 'n') }));
}

function countedVerdicts(db: DatabaseSync, workspaceId: string): FilterValues['verdicts'] {
  return all(
    db,
    `SELECT verdict, sum(n) AS n FROM request_counts WHERE workspace_id = ? AND archived = 0
     GROUP BY verdict`,
    workspaceId,
  )
    .map((row) => ({ value: oneOf(row, 'verdict', VERDICTS), count: integer(row, 'n') }))
    .sort(
      (one, other) => other.count - one.count || VERDICTS.indexOf(one.value) - VERDICTS.indexOf(other.value),
    );
}

function rowToValue(row: Row): FilterValue {
  return { value: text(row, 'value'), name: textOrNull(row, 'name'), count: integer(row, 'n') };
}
