import type { DatabaseSync } from 'node:sqlite';
import { REQUEST_SORTS, type RequestSort } from '../../../shared/request.ts';
import { integer, one } from '../operation.ts';
import type { Sql } from './filter-conditions.ts';

/** How the requests of a workspace stand in an order. What is equal stands in the order of `tracked.row`. */
export interface RequestOrder {
  /** FROM and WHERE that walk along an index in this order, with `tracked` among the tables. */
  readonly walk: { readonly from: string; readonly where: Sql };
  /** What joins the sort keys to a row of `tracked`. */
  readonly join: Sql;
  /** The sort keys, most important first. */
  readonly keys: readonly string[];
  /** Whether the (one) key may be null. */
  readonly nullable: boolean;
  /** The number of the row, of the table that is walked along. */
  readonly row: string;
  /** The column of codes whose order decides, if one does: then `sorted` is the facet. */
  readonly facet: string | undefined;
}

/** Orders by a column of `tracked` that has an index of its own. */
const COLUMNS = {
  name: ['name_key', 'tracked_by_name'],
  calls: ['call_count', 'tracked_by_calls'],
  headline: ['headline_key', 'tracked_by_headline'],
  verdict: ['verdict', 'tracked_by_verdict'],
  accepted: ['accepted_at', 'tracked_by_accepted'],
  updated: ['changed_at', 'tracked_by_changed'],
} as const;

/** Orders by the name of a facet. */
const FACETS = {
  status: ['status', 'status', 'tracked_by_status'],
  job: ['job_description', 'job', 'tracked_by_job'],
  questionnaire: ['questionnaire', 'questionnaire', 'tracked_by_questionnaire'],
} as const;

export function requestOrder(db: DatabaseSync, workspace: number, sort: RequestSort): RequestOrder {
  const known = REQUEST_SORTS.find((each) => each === sort);
  if (known === undefined) return pinnedOrder(db, workspace, sort.replace(/^pin:/, ''));
  if (known === 'phone') return phoneOrder(workspace);
  if (known === 'status' || known === 'job' || known === 'questionnaire') {
    const [kind, column, index] = FACETS[known];
    return facetOrder(workspace, kind, column, index);
  }
  const [column, index] = COLUMNS[known];
  return {
    walk: {
      from: `tracked INDEXED BY ${index}`,
      where: { sql: 'tracked.workspace = ?', params: [workspace] },
    },
    join: NO_JOIN,
    keys: [`tracked.${column}`],
    nullable: known === 'headline',
    row: 'tracked.row',
    facet: undefined,
  };
}

const NO_JOIN: Sql = { sql: '', params: [] };

function facetOrder(workspace: number, kind: string, column: string, index: string): RequestOrder {
  const from = `facets AS sorted INDEXED BY facets_in_order CROSS JOIN tracked INDEXED BY ${index}
    ON tracked.workspace = sorted.workspace AND tracked.${column} = sorted.code`;
  return {
    walk: {
      from,
      where: { sql: 'sorted.workspace = ? AND sorted.kind = ?', params: [workspace, kind] },
    },
    join: { sql: `JOIN facets AS sorted ON sorted.code = tracked.${column}`, params: [] },
    keys: ['sorted.sort_key', 'sorted.code'],
    nullable: false,
    row: 'tracked.row',
    facet: column,
  };
}

/** The index that finds duplicates is in the order of numbers, too. */
function phoneOrder(workspace: number): RequestOrder {
  return {
    walk: {
      from: `submissions AS sorted INDEXED BY submissions_by_phone
        CROSS JOIN tracked ON tracked.row = sorted.row`,
      where: { sql: 'tracked.workspace = ?', params: [workspace] },
    },
    join: { sql: 'JOIN submissions AS sorted ON sorted.row = tracked.row', params: [] },
    keys: ['sorted.phone_number'],
    nullable: false,
    row: 'sorted.row',
    facet: undefined,
  };
}

function pinnedOrder(db: DatabaseSync, workspace: number, path: string): RequestOrder {
  const pin = one(db, 'SELECT pin FROM pins WHERE workspace = ? AND path = ?', workspace, path);
  // A field that is pinned no more sorts nothing: what was added first comes first.
  if (!pin) return requestOrder(db, workspace, 'accepted');
  const params = [integer(pin, 'pin')];
  return {
    walk: {
      from: `pinned_values AS sorted INDEXED BY pinned_values_in_order
        CROSS JOIN tracked ON tracked.row = sorted.row`,
      where: { sql: 'sorted.pin = ?', params },
    },
    join: {
      sql: 'JOIN pinned_values AS sorted ON sorted.row = tracked.row AND sorted.pin = ?',
      params,
    },
    keys: ['sorted.place'],
    nullable: true,
    row: 'sorted.row',
    facet: undefined,
  };
}

/** ORDER BY: what has no value comes last both ways, as nobody looks for it. */
export function orderBy({ keys, nullable, row }: RequestOrder, descending: boolean): string {
  const direction = descending ? 'DESC' : 'ASC';
  const nulls = nullable && !descending ? ' NULLS LAST' : '';
  return [...keys.map((key) => `${key} ${direction}${nulls}`), `${row} ${direction}`].join(', ');
}
