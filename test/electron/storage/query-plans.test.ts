import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../../electron/storage/migrate.ts';
import { operations } from '../../../electron/storage/operations/index.ts';
import type { RequestSort } from '../../../shared/request.ts';
import { NO_FILTER, type RequestFilter } from '../../../shared/request-filter.ts';

/** Every statement that an operation prepared, with its plan; the database is empty, so plans come from the schema. */
function planned(run: (db: DatabaseSync) => unknown): string[] {
  const db = new PlannedDatabase(':memory:');
  onTestFinished(() => db.close());
  migrate(db);
  db.exec(`INSERT INTO workspaces (id, name, kind, base_url, auth_url, client_id, redirect_uri, created_at)
      VALUES ('w1', 'Acme', 'service', 'a', 'b', 'c', 'd', 1);
    INSERT INTO facets (workspace, kind, value, sort_key, words) VALUES (1, 'status', 'COMPLETED', 'completed', '');
    INSERT INTO submissions (id, workspace_id, state, candidate_name, phone_number, resume_url, job_description_id,
      questionnaire_template_id, idempotency_key, attempts, send_after, revision, created_at, updated_at, request_id)
      VALUES ('s1', 'w1', 'accepted', 'Ada', '+1', 'u', 'j', 'q', 'k', 1, 1, 1, 1, 1, 'ir_1');
    INSERT INTO tracked (row, workspace, status, job, questionnaire, name_key, accepted_at, changed_at)
      VALUES (1, 1, 1, 1, 1, 'ada', 1, 1);
    INSERT INTO request_ids VALUES (1, 'ir_1', 1);
    INSERT INTO pins VALUES (1, 1, '/score', 'Score', 'number', NULL);
    INSERT INTO pinned_values VALUES (1, 1, 5, NULL);`);
  db.plans.length = 0;
  run(db);
  return db.plans;
}

class PlannedDatabase extends DatabaseSync {
  readonly plans: string[] = [];

  override prepare(sql: string): ReturnType<DatabaseSync['prepare']> {
    if (/^\s*(SELECT|WITH)/.test(sql)) {
      const marks: SQLInputValue[] = Array.from(
        { length: (sql.match(/\?(?!\d)/g) ?? []).length },
        () => null,
      );
      const steps = super.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...marks);
      this.plans.push(steps.map(({ detail }) => String(detail)).join('; '));
    }
    return super.prepare(sql);
  }
}

function list(sort: RequestSort, filter: Partial<RequestFilter> = {}, descending = true): string[] {
  const query = { workspaceId: 'w1', sort, descending, offset: 0, limit: 100 };
  return planned((db) => operations.requests.page.run(db, { ...query, filter: { ...NO_FILTER, ...filter } }));
}

test.each([
  ['name', 'tracked_by_name'],
  ['phone', 'submissions_by_phone'],
  ['job', 'tracked_by_job'],
  ['questionnaire', 'tracked_by_questionnaire'],
  ['status', 'tracked_by_status'],
  ['calls', 'tracked_by_calls'],
  ['headline', 'tracked_by_headline'],
  ['verdict', 'tracked_by_verdict'],
  ['accepted', 'tracked_by_accepted'],
  ['updated', 'tracked_by_changed'],
  ['pin:/score', 'pinned_values_in_order'],
] as const)('the order by %s is read from an index, both ways, and nothing is sorted', (sort, index) => {
  for (const descending of [true, false]) {
    const plans = list(sort, {}, descending);
    const ordered = plans.filter((plan) => plan.includes(`INDEX ${index}`));
    expect(ordered, plans.join('\n')).toHaveLength(1);
    // What was accepted in one and the same millisecond may be put in order by itself.
    expect(ordered[0]).not.toContain(sort === 'accepted' ? 'TEMP B-TREE FOR ORDER BY' : 'TEMP B-TREE');
  }
});

test.each([
  ['a status', { statuses: ['COMPLETED'] }],
  ['a verdict', { verdicts: ['none'] }],
  ['several marks', { unseen: false, hasResults: false, hasProblem: false }],
] as const)('what has %s is counted without looking at a request', (_what, filter) => {
  const counting = list('name', {
    ...filter,
    statuses: [...('statuses' in filter ? filter.statuses : [])],
    verdicts: [...('verdicts' in filter ? filter.verdicts : [])],
  }).filter((plan) => plan.includes('request_counts'));
  expect(counting.length).toBeGreaterThan(0);
  for (const plan of counting)
    expect(plan).not.toMatch(/(?:SCAN|SEARCH) tracked\b(?! USING COVERING INDEX tracked_by_facets)/);
});

test('a range of days is counted in its index alone', () => {
  const plans = list('name', { from: 1, until: 9 });
  expect(
    plans.some((plan) =>
      /tracked USING COVERING INDEX tracked_by_accepted \(workspace=\? AND accepted_at>\? AND accepted_at<\?\)/.test(
        plan,
      ),
    ),
  ).toBe(true);
});

test('no list, no page of a request and no count reads a whole table of requests', () => {
  const plans = [
    ...list('updated', {
      search: 'ada',
      tags: ['x'],
      pinned: [{ path: '/score', min: 1, max: 9, values: [] }],
    }),
    ...list('job', { statuses: ['COMPLETED'], from: 1 }),
    ...planned((db) => operations.requests.detail.run(db, 'w1', 'ir_1')),
    ...planned((db) => operations.requests.filterValues.run(db, 'w1')),
    ...planned((db) => operations.requests.due.run(db, 'w1', 9, 9, ['ir_1'])),
    ...planned((db) => operations.requests.nextDueAt.run(db, 'w1')),
    ...planned((db) => operations.requests.count.run(db, 'w1')),
    ...planned((db) => operations.notices.untold.run(db)),
    ...planned((db) => operations.notices.completedSince.run(db, 1)),
  ];
  // The columns of numbers are read as a whole, once.
  const whole = plans
    .filter((plan) => !plan.includes('CO-ROUTINE tracked'))
    .filter((plan) =>
      /SCAN (tracked|submissions|answers|history|notes|request_tags|pinned_values)\b/.test(plan),
    );
  expect(whole).toEqual(['SCAN tracked']);
});

test('what needs attention is counted among the open submissions alone', () => {
  const plans = planned((db) => operations.notices.attention.run(db));
  expect(plans).toHaveLength(1);
  expect(plans[0]).toContain('SCAN submissions USING INDEX submissions_open;');
});
