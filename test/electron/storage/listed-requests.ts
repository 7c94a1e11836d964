import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { migrate } from '../../../electron/storage/migrate.ts';
import { operations } from '../../../electron/storage/operations/index.ts';
import type { RequestQuery } from '../../../electron/storage/operations/request-list-operations.ts';
import { unpackedPage } from '../../../electron/storage/tracked/packed-page.ts';
import type { RequestPage } from '../../../shared/ipc/calls/request-calls.ts';
import { NO_FILTER } from '../../../shared/no-filter.ts';
import type { RequestSort } from '../../../shared/request.ts';
import type { RequestFilter } from '../../../shared/request-filter.ts';

/** Of the workspace w1: statuses 1 and 2, job description 3, questionnaire 4, tag 5. */
const FACETS = `(1, 'status', 'COMPLETED', 'completed', ''), (1, 'status', 'PENDING', 'pending', ''),
  (1, 'job_description', 'j', 'j', ''), (1, 'questionnaire', 'q', 'q', ''), (1, 'tag', 'x', 'x', '')`;

/** A database in memory with the workspaces w1 (number 1, the pin 1 in /score) and w2 (number 2), yet without a request. */
export function withoutRequests(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => {
    if (db.isOpen) db.close();
  });
  migrate(db);
  db.exec(`
    INSERT INTO workspaces (id, name, kind, base_url, auth_url, client_id, redirect_uri, created_at)
      VALUES ('w1', 'Acme', 'service', 'a', 'b', 'c', 'd', 1), ('w2', 'Other', 'service', 'a', 'b', 'c', 'd', 1);
    INSERT INTO facets (workspace, kind, value, sort_key, words) VALUES ${FACETS};
    INSERT INTO pins VALUES (1, 1, '/score', 'Score', 'number')`);
  return db;
}

/** What each order sorts by in SQL. */
export const SORT_KEYS = {
  name: 'name_key',
  phone: 'phone_number',
  status: '(SELECT sort_key FROM facets WHERE code = status)',
  job: '(SELECT sort_key FROM facets WHERE code = job)',
  calls: 'call_count',
  headline: 'headline_key',
  verdict: 'verdict',
  accepted: 'accepted_at',
  updated: 'changed_at',
  'pin:/score': '(SELECT place FROM pinned_values WHERE pinned_values.row = tracked.row)',
} as const satisfies Partial<Record<RequestSort, string>>;

export const SORTS = Object.keys(SORT_KEYS).filter(
  (sort): sort is keyof typeof SORT_KEYS => sort in SORT_KEYS,
);

/** The ids of all requests of w1, as the database itself would sort them. */
export function idsInOrder(db: DatabaseSync, sort: keyof typeof SORT_KEYS, descending: boolean): string[] {
  const direction = descending ? 'DESC' : 'ASC';
  return db
    .prepare(
      `SELECT 'ir_' || tracked.row AS id FROM tracked JOIN submissions USING (row)
       WHERE workspace = 1 ORDER BY ${SORT_KEYS[sort]} ${direction} NULLS LAST, row ${direction}`,
    )
    .all()
    .map(({ id }) => String(id));
}

/** The ids of those that meet a condition in SQL. */
export function idsThat(db: DatabaseSync, where: string): Set<string> {
  const found = db.prepare(`SELECT 'ir_' || row AS id FROM tracked WHERE workspace = 1 AND ${where}`).all();
  return new Set(found.map(({ id }) => String(id)));
}

/** A page of w1 as storage finds it. */
export function pageOf(
  db: DatabaseSync,
  { filter, ...query }: Omit<RequestQuery, 'workspaceId' | 'filter'> & { filter: Partial<RequestFilter> },
): RequestPage {
  return unpackedPage(
    operations.requests.page.run(db, { workspaceId: 'w1', ...query, filter: { ...NO_FILTER, ...filter } }),
  );
}
