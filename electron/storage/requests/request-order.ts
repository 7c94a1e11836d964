import type { DatabaseSync } from 'node:sqlite';
import { REQUEST_SORTS, type RequestSort } from '../../../shared/request.ts';
import { integer, one } from '../operation.ts';
import { coveringOf, isStaleIn, questionnairesOpenAt, questionnairesWithOpenHeadline } from './covering.ts';
import { NO_SQL, type Sql } from './filter-conditions.ts';

/** A sort order of the requests of a workspace, with ties in row order. */
export interface RequestOrder {
  /**
   * FROM and WHERE that walk along an index in this order; `join` adds `requests` if `from` doesn't have it. Null if no
   * index has this order.
   */
  readonly walk: { readonly from: string; readonly join: string; readonly where: Sql } | null;
  /** A join that adds the sort keys to `requests`. */
  readonly join: Sql;
  /** The sort keys, most important first. */
  readonly keys: readonly string[];
  /** Whether the first key may be null. */
  readonly nullable: boolean;
  /** The row column of the table that is walked along. */
  readonly row: string;
  /** The column of `requests` whose values the table `sorted` has as `value`, in this order. */
  readonly facet: string | undefined;
}

/** Orders by an indexed column of `requests`. */
const COLUMNS = {
  name: ['name_key', 'requests_by_name'],
  outcome: ['outcome', 'requests_by_outcome'],
  calls: ['call_count', 'requests_by_calls'],
  headline: ['headline_key', 'requests_by_headline'],
  accepted: ['accepted_at', 'requests_by_accepted'],
  updated: ['changed_at', 'requests_by_changed'],
} as const;

/** Orders by the names of facets. */
const FACETS = {
  status: ['status', 'status', 'requests_by_status'],
  job: ['job_description', 'job_description_id', 'requests_by_job'],
  questionnaire: ['questionnaire', 'questionnaire_template_id', 'requests_by_questionnaire'],
} as const;

export function requestOrder(db: DatabaseSync, workspaceId: string, sort: RequestSort): RequestOrder {
  const order = plainOrder(db, workspaceId, sort);
  const covering = coveringOf(db, workspaceId);
  if (!covering) return order;
  if (sort === 'headline') {
    const open = isStaleIn(db, workspaceId) ? '[]' : questionnairesWithOpenHeadline(covering);
    return coveredOrder(order, open);
  }
  return sort.startsWith('pin:') && order.facet === undefined && order.nullable
    ? coveredOrder(order, questionnairesOpenAt(covering, sort.replace(/^pin:/, '')))
    : order;
}

/** The order in which covered requests have no sort key, except those of the questionnaires `open` (JSON). */
function coveredOrder(order: RequestOrder, open: string): RequestOrder {
  return {
    ...order,
    walk: null,
    join: {
      sql: `${order.join.sql} LEFT JOIN first_verdicts AS judged ON judged.row = requests.row
        LEFT JOIN json_each(?) AS uncovered ON uncovered.value = requests.questionnaire_template_id`,
      params: [...order.join.params, open],
    },
    keys: order.keys.map((key) => `iif(judged.row IS NULL AND uncovered.value IS NULL, NULL, ${key})`),
    nullable: true,
  };
}

function plainOrder(db: DatabaseSync, workspaceId: string, sort: RequestSort): RequestOrder {
  const known = REQUEST_SORTS.find((each) => each === sort);
  if (known === undefined) return pinnedOrder(db, workspaceId, sort.replace(/^pin:/, ''));
  if (known === 'phone') return PHONE;
  if (known === 'verdict') return VERDICT;
  if (known === 'status' || known === 'job' || known === 'questionnaire') {
    const [kind, column, index] = FACETS[known];
    return facetOrder(workspaceId, kind, column, index);
  }
  const [column, index] = COLUMNS[known];
  return {
    walk: {
      from: `requests INDEXED BY ${index}`,
      join: '',
      // Only this index starts with the workspace.
      where: known === 'accepted' ? { sql: 'requests.workspace_id = ?', params: [workspaceId] } : EVERY,
    },
    join: NO_SQL,
    keys: [`requests.${column}`],
    nullable: known === 'headline',
    row: 'requests.row',
    facet: undefined,
  };
}

const EVERY: Sql = { sql: 'true', params: [] };

function facetOrder(workspaceId: string, kind: string, column: string, index: string): RequestOrder {
  return {
    walk: {
      from: `facets AS sorted INDEXED BY facets_in_order CROSS JOIN requests INDEXED BY ${index}
        ON requests.${column} = sorted.value`,
      join: '',
      where: { sql: 'sorted.workspace_id = ? AND sorted.kind = ?', params: [workspaceId, kind] },
    },
    join: {
      sql: `CROSS JOIN facets AS sorted ON sorted.workspace_id = requests.workspace_id AND sorted.kind = ?
        AND sorted.value = requests.${column}`,
      params: [kind],
    },
    keys: ['sorted.sort_key', 'sorted.value'],
    nullable: false,
    row: 'requests.row',
    facet: column,
  };
}

const VERDICT: RequestOrder = {
  walk: {
    from: `verdicts AS sorted CROSS JOIN requests INDEXED BY requests_by_verdict
      ON requests.verdict = sorted.value`,
    join: '',
    where: EVERY,
  },
  join: { sql: 'CROSS JOIN verdicts AS sorted ON sorted.value = requests.verdict', params: [] },
  keys: ['sorted.rank'],
  nullable: false,
  row: 'requests.row',
  facet: 'verdict',
};

/** Uses the index for finding duplicates. */
const PHONE: RequestOrder = {
  walk: {
    from: 'submissions AS sorted INDEXED BY submissions_by_phone',
    join: 'CROSS JOIN requests ON requests.row = sorted.row',
    where: EVERY,
  },
  join: { sql: 'CROSS JOIN submissions AS sorted ON sorted.row = requests.row', params: [] },
  keys: ['sorted.phone_number'],
  nullable: false,
  row: 'sorted.row',
  facet: undefined,
};

function pinnedOrder(db: DatabaseSync, workspaceId: string, path: string): RequestOrder {
  const shown = `SELECT pin FROM pins WHERE workspace_id = ? AND path = ? AND state = 'shown'`;
  const pin = one(db, shown, workspaceId, path);
  // A field that isn't pinned any more, or is still being filled, can't be sorted by.
  if (!pin) return plainOrder(db, workspaceId, 'accepted');
  const params = [integer(pin, 'pin')];
  return {
    walk: {
      from: 'pinned_values AS sorted INDEXED BY pinned_values_in_order',
      join: 'CROSS JOIN requests ON requests.row = sorted.row',
      where: { sql: 'sorted.pin = ?', params },
    },
    join: {
      sql: 'CROSS JOIN pinned_values AS sorted ON sorted.row = requests.row AND sorted.pin = ?',
      params,
    },
    keys: ['sorted.place'],
    nullable: true,
    row: 'sorted.row',
    facet: undefined,
  };
}

/** The ORDER BY list. Null comes last in both directions. */
export function orderBy({ keys, nullable, row }: RequestOrder, descending: boolean): string {
  const direction = descending ? 'DESC' : 'ASC';
  const nulls = nullable && !descending ? ' NULLS LAST' : '';
  return [...keys.map((key) => `${key} ${direction}${nulls}`), `${row} ${direction}`].join(', ');
}
