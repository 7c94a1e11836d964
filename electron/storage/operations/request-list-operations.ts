import type { DatabaseSync } from 'node:sqlite';
import type { RequestPage } from '../../../shared/ipc/calls/request-calls.ts';
import { NO_FILTER } from '../../../shared/no-filter.ts';
import type { RequestRow, RequestSort } from '../../../shared/request.ts';
import {
  type FilterValue,
  type FilterValues,
  type HiddenBy,
  type RequestFilter,
  type RequestFilterPart,
  requestFilter,
} from '../../../shared/request-filter.ts';
import { all, integer, type Row, read, text, textOrNull } from '../operation.ts';
import { inOneRead } from '../savepoint.ts';
import { workspaceNumber } from '../tracked/facets.ts';
import { conditionsOf } from '../tracked/filter-conditions.ts';
import { countAll, countRequests, findPage, placeOf } from '../tracked/find-requests.ts';
import { requestOrder } from '../tracked/request-order.ts';
import { requestRows, verdictOf } from '../tracked/request-rows.ts';
import { rowOf } from '../tracked/row-numbers.ts';

/** Which requests of a workspace, in which order. */
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

const NO_VALUES: FilterValues = {
  statuses: [],
  callStatuses: [],
  jobs: [],
  questionnaires: [],
  tags: [],
  verdicts: [],
};

/** What is asked about many tracked requests at once. */
export const requestListOperations = {
  page: read((db, query: RequestQuery): RequestPage => inOneRead(db, () => pageOf(db, query))),

  /** The rows of these that are there. */
  rows: read((db, workspaceId: string, requestIds: readonly string[]): RequestRow[] => {
    const number = workspaceNumber(db, workspaceId);
    if (number === undefined) return [];
    const rows = new Set(requestIds.map((id) => rowOf(db, number, id)).filter((row) => row !== undefined));
    return requestRows(db, [...rows]);
  }),

  /** The place (0-based) of a request in an order; undefined where it does not match. */
  place: read((db, query: RequestOrderQuery, requestId: string): number | undefined => {
    const number = workspaceNumber(db, query.workspaceId);
    const row = number === undefined ? undefined : rowOf(db, number, requestId);
    if (number === undefined || row === undefined) return undefined;
    const conditions = conditionsOf(db, number, query.filter);
    const order = requestOrder(db, number, query.sort);
    return placeOf(db, { conditions, order, descending: query.descending }, row);
  }),

  filterValues: read((db, workspaceId: string): FilterValues => {
    const number = workspaceNumber(db, workspaceId);
    if (number === undefined) return NO_VALUES;
    return {
      statuses: countedValues(db, number, 'status'),
      callStatuses: countedValues(db, number, 'call_status'),
      jobs: countedValues(db, number, 'job'),
      questionnaires: countedValues(db, number, 'questionnaire'),
      tags: countedTags(db, number),
      verdicts: countedVerdicts(db, number),
    };
  }),

  /** How many would match without each part that is set. */
  hiddenBy: read((db, workspaceId: string, filter: RequestFilter): HiddenBy[] => {
    const number = workspaceNumber(db, workspaceId);
    if (number === undefined) return [];
    return PARTS.filter((part) => isSet(filter, part)).map((part) => ({
      part,
      withoutIt: countRequests(db, conditionsOf(db, number, withoutPart(filter, part))),
    }));
  }),
};

function pageOf(db: DatabaseSync, query: RequestQuery): RequestPage {
  const workspace = workspaceNumber(db, query.workspaceId);
  if (workspace === undefined) return { rows: [], total: 0, all: 0 };
  const conditions = conditionsOf(db, workspace, query.filter);
  const counts = { total: countRequests(db, conditions), all: countAll(db, workspace) };
  const { descending, offset, limit } = query;
  const order = requestOrder(db, workspace, query.sort);
  const page = findPage(db, { conditions, order, descending, offset, limit, ...counts });
  return { rows: requestRows(db, page), ...counts };
}

const PARTS = requestFilter.keyof().options;

function isSet(filter: RequestFilter, part: RequestFilterPart): boolean {
  const value = filter[part];
  if (part === 'archived') return value !== 'any';
  if (typeof value === 'string') return value.trim() !== '';
  return Array.isArray(value) ? value.length > 0 : value !== null;
}

/** Without the part that hides what is archived, that is shown, too. */
function withoutPart(filter: RequestFilter, part: RequestFilterPart): RequestFilter {
  return part === 'archived' ? { ...filter, archived: 'any' } : { ...filter, [part]: NO_FILTER[part] };
}

function countedValues(
  db: DatabaseSync,
  workspace: number,
  column: 'status' | 'call_status' | 'job' | 'questionnaire',
): FilterValue[] {
  return all(
    db,
    `SELECT facets.value, facets.name, counted.n
     FROM (SELECT ${column} AS code, sum(n) AS n FROM request_counts
           WHERE workspace = ? AND archived = 0 GROUP BY ${column}) AS counted
     JOIN facets ON facets.code = counted.code
     ORDER BY counted.n DESC, facets.sort_key, facets.value`,
    workspace,
  ).map(rowToValue);
}

/** Counted in the index of tags alone; what is archived, of which there is little, is taken off. */
function countedTags(db: DatabaseSync, workspace: number): FilterValue[] {
  return all(
    db,
    `WITH hidden AS MATERIALIZED (
       SELECT request_tags.tag, count(*) AS n FROM tracked INDEXED BY tracked_archived
       CROSS JOIN request_tags ON request_tags.row = tracked.row
       WHERE tracked.workspace = ?1 AND tracked.archived = 1 GROUP BY request_tags.tag)
     SELECT value, name, n FROM (
       SELECT facets.value, facets.name, facets.sort_key,
         (SELECT count(*) FROM request_tags WHERE request_tags.tag = facets.code) - coalesce(hidden.n, 0) AS n
       FROM facets LEFT JOIN hidden ON hidden.tag = facets.code
       WHERE facets.workspace = ?1 AND facets.kind = 'tag')
     WHERE n > 0 ORDER BY n DESC, sort_key, value`,
    workspace,
  ).map(rowToValue);
}

function countedVerdicts(db: DatabaseSync, workspace: number): FilterValues['verdicts'] {
  return all(
    db,
    `SELECT verdict, sum(n) AS n FROM request_counts WHERE workspace = ? AND archived = 0
     GROUP BY verdict ORDER BY n DESC, verdict`,
    workspace,
  ).map((row) => ({ value: verdictOf(integer(row, 'verdict')), count: integer(row, 'n') }));
}

function rowToValue(row: Row): FilterValue {
  return { value: text(row, 'value'), name: textOrNull(row, 'name'), count: integer(row, 'n') };
}
