import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../../electron/storage/migrate.ts';
import { matchesOf } from '../../../electron/storage/requests/filter-conditions.ts';
import { findPage, pageSql, requestOrder } from '../../../electron/storage/requests/find-requests.ts';
import { stores } from '../../../electron/storage/stores/index.ts';
import { REQUEST_SORTS, type RequestSort } from '../../../shared/request.ts';
import { NO_FILTER, type RequestFilter } from '../../../shared/request-filter.ts';

/** A database with one request, so that plans depend only on the schema. */
function plannedDatabase(): PlannedDatabase {
  const db = new PlannedDatabase(':memory:');
  onTestFinished(() => db.close());
  migrate(db);
  db.exec(`INSERT INTO workspaces (id, name, kind, base_url, auth_url, client_id, redirect_uri, created_at)
      VALUES ('w1', 'Acme', 'service', 'a', 'b', 'c', 'd', 1);
    INSERT INTO facets (workspace_id, kind, value, sort_key, words) VALUES ('w1', 'status', 'COMPLETED', 'completed', ''),
      ('w1', 'call_status', 'BUSY', 'busy', ''), ('w1', 'job_description', 'j', 'j', ''),
      ('w1', 'questionnaire', 'q', 'q', '');
    INSERT INTO submissions (id, workspace_id, state, candidate_name, name_words, phone_number, resume_url, job_description_id,
      questionnaire_template_id, attempts, send_after, revision, created_at, updated_at, request_id)
      VALUES ('s1', 'w1', 'accepted', 'Ada', ' ada', '+1', 'u', 'j', 'q', 1, 1, 1, 1, 1, 'ir_1');
    INSERT INTO requests (row, workspace_id, request_id, status, call_status, job_description_id,
      questionnaire_template_id, name_key, accepted_at, changed_at)
      VALUES (1, 'w1', 'ir_1', 'COMPLETED', 'BUSY', 'j', 'q', 'ada', 1, 1);
    INSERT INTO pins VALUES (1, 'w1', '/score', 'Score', 'number', 'shown');
    INSERT INTO pinned_values VALUES (1, 1, 5, NULL, 5);`);
  return db;
}

/** The plans of all queries that an operation prepares. */
function planned(run: (db: DatabaseSync) => unknown): readonly string[] {
  const db = plannedDatabase();
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
      const plan = steps.map(({ detail }) => String(detail)).join('; ');
      const isCount = sql.includes('request_counts AS requests');
      this.plans.push(isCount ? plan.replaceAll(/\brequests\b/g, 'request_counts') : plan);
    }
    return super.prepare(sql);
  }
}

/** Whether a plan scans a large table. */
function readsWhole(plan: string): boolean {
  return plan
    .split('; ')
    .some((step) =>
      /^SCAN (requests|submissions|answers|history|notes|request_tags|pinned_values)$/.test(step),
    );
}

function list(sort: RequestSort, filter: Partial<RequestFilter> = {}, descending = true): readonly string[] {
  const query = { workspaceId: 'w1', sort, descending, offset: 0, limit: 100 };
  return planned((db) => stores.requests.page.run(db, { ...query, filter: { ...NO_FILTER, ...filter } }));
}

/** The plans for the first page of a list, by walking along its order and by sorting, and for all matches. */
function plansOf(
  db: PlannedDatabase,
  { sort, descending = true }: { readonly sort: RequestSort; readonly descending?: boolean },
  filter: Partial<RequestFilter>,
): { readonly walked: string; readonly sorted: string; readonly found: string } {
  const matches = matchesOf(db, 'w1', { ...NO_FILTER, ...filter });
  const query = { matches, order: requestOrder(db, 'w1', sort), descending };
  findPage(db, { ...query, offset: 0, limit: 100 });
  const planOf = (sql: string): string => {
    db.plans.length = 0;
    db.prepare(sql);
    return db.plans[0] ?? '';
  };
  return {
    walked: planOf(pageSql(query, true).sql),
    sorted: planOf(pageSql(query, false).sql),
    found: planOf(matches.rows.sql),
  };
}

/** Counts more requests than are sorted. */
const MANY =
  "INSERT INTO request_counts SELECT 'w1', 'PENDING', 'BUSY', 'other', 'other', 'yes', 0, 0, 0, 0, 7, '', 100000";

const ORDERS = [
  ['name', 'requests_by_name'],
  ['phone', 'submissions_by_phone'],
  ['job', 'requests_by_job'],
  ['questionnaire', 'requests_by_questionnaire'],
  ['outcome', 'requests_by_outcome'],
  ['status', 'requests_by_status'],
  ['calls', 'requests_by_calls'],
  ['headline', 'requests_by_headline'],
  ['verdict', 'requests_by_verdict'],
  ['accepted', 'requests_by_accepted'],
  ['updated', 'requests_by_changed'],
  ['pin:/score', 'pinned_values_in_order'],
] as const satisfies readonly (readonly [RequestSort, string])[];

/** A value for each part of a filter that is checked in the rows themselves. */
const COMPARED: Partial<RequestFilter> = {
  outcomes: ['waiting'],
  statuses: ['COMPLETED'],
  callStatuses: ['BUSY'],
  jobs: ['j'],
  questionnaires: ['q'],
  verdicts: ['none', 'yes'],
  by: ['', 'mary'],
  from: 1,
  until: 9,
  hasResults: false,
  hasProblem: false,
  unseen: false,
  archived: 'any',
};

/** A value for each part with its own index, and that index. */
const SETS: readonly (readonly [Partial<RequestFilter>, string])[] = [
  [{ search: 'ada' }, 'VIRTUAL TABLE INDEX'],
  [{ tags: ['x', 'y'] }, 'request_tags'],
  [{ importId: 'i' }, 'import_rows USING PRIMARY KEY'],
  [{ among: ['r'] }, 'requests_by_id'],
  [{ submittedAgain: true }, 'submissions_by_previous'],
  [{ pinned: [{ path: '/score', min: 1, max: 9, values: [] }] }, 'pinned_values_by_value'],
];

test('these tests cover every order and every part of a filter', () => {
  expect(ORDERS.map(([sort]) => sort).filter((sort) => !sort.startsWith('pin:'))).toEqual([...REQUEST_SORTS]);
  const parts = [COMPARED, ...SETS.map(([filter]) => filter)].flatMap((filter) => Object.keys(filter));
  expect(parts.toSorted()).toEqual(Object.keys(NO_FILTER).toSorted());
});

test.each(ORDERS)(
  'the order by %s is read from an index without sorting, in both directions',
  (sort, index) => {
    for (const descending of [true, false]) {
      const query = { workspaceId: 'w1', filter: NO_FILTER, sort, descending, offset: 0, limit: 100 };
      const plans = planned((db) => {
        db.exec(MANY);
        return stores.requests.page.run(db, query);
      });
      const ordered = plans.filter((plan) => plan.includes(`INDEX ${index}`));
      expect(ordered, plans.join('\n')).toHaveLength(1);
      // Rows accepted in the same millisecond may be sorted.
      expect(ordered[0]).not.toContain(sort === 'accepted' ? 'TEMP B-TREE FOR ORDER BY' : 'TEMP B-TREE');
    }
  },
);

test.each(ORDERS)(
  'the order by %s with any filter walks along its index, without sorting and without scanning a table',
  (sort, index) => {
    const db = plannedDatabase();
    const parts = [...Object.entries(COMPARED).map(([part, value]) => ({ [part]: value })), COMPARED];
    for (const filter of [...parts, ...SETS.map(([set]) => set)]) {
      for (const descending of [true, false]) {
        const { walked } = plansOf(db, { sort, descending }, filter);
        const said = `${JSON.stringify(filter)}\n${walked}`;
        expect(walked, said).toContain(`INDEX ${index}`);
        // Rows with the same millisecond or number may be sorted.
        expect(walked, said).not.toMatch(/USE TEMP B-TREE FOR ORDER BY/);
        expect(readsWhole(walked), said).toBe(false);
      }
    }
  },
);

test.each(SETS)('matches of %j are found in its index', (filter, index) => {
  const db = plannedDatabase();
  for (const [sort] of ORDERS) {
    const { sorted, found } = plansOf(db, { sort }, filter);
    expect(found, sort).toContain(index);
    expect([found, sorted].filter(readsWhole), sort).toEqual([]);
  }
});

test('matches of values are found by their job, or else in the index that has all other columns', () => {
  const db = plannedDatabase();
  const values: typeof SETS = [
    [{ statuses: ['COMPLETED'] }, 'requests_by_accepted'],
    [{ outcomes: ['waiting'], from: 1, until: 9 }, 'requests_by_accepted'],
    [{ jobs: ['j'], unseen: true }, 'requests_by_job'],
    [{ jobs: ['j'], from: 1, verdicts: ['none'] }, 'requests_by_job'],
    [{ questionnaires: ['q'], hasProblem: false }, 'requests_by_accepted'],
  ];
  for (const [filter, index] of values) {
    const { sorted, found } = plansOf(db, { sort: 'name' }, filter);
    expect(found).toContain(`INDEX ${index}`);
    // Those of a job in a range of days are found once, for their number and the page.
    if (filter.jobs === undefined || filter.from === undefined) expect(sorted).toContain(`INDEX ${index}`);
  }
});

test('all matches of a filter are found in an index', () => {
  const selecting: typeof SETS = [
    [{ statuses: ['COMPLETED'], verdicts: ['none'] }, 'requests_by_accepted'],
    [{ from: 1, until: 9, statuses: ['COMPLETED'] }, 'requests_by_accepted'],
    ...SETS,
  ];
  for (const [filter, index] of selecting) {
    const plans = planned((db) =>
      stores.exports.rows.run(db, 'w1', { filter: { ...NO_FILTER, ...filter }, except: [] }),
    );
    expect(
      plans.some((plan) => plan.includes(index)),
      plans.join('\n'),
    ).toBe(true);
    expect(plans.filter(readsWhole)).toEqual([]);
  }
});

test('the order of an export is read along its index, from the end of the last batch', () => {
  const plans = planned((db) => stores.exports.changedBefore.run(db, { changedAt: 5, row: 7 }));
  expect(plans).toEqual(['SEARCH requests USING COVERING INDEX requests_by_changed (changed_at<?)']);
});

test.each([
  ['a status', { statuses: ['COMPLETED'] }],
  ['an outcome', { outcomes: ['waiting'] }],
  ['a verdict', { verdicts: ['none'] }],
  ['several flags', { unseen: false, hasResults: false, hasProblem: false }],
] as const)('matches of %s are counted without reading requests', (_what, filter) => {
  const counting = list('name', {
    ...filter,
    statuses: [...('statuses' in filter ? filter.statuses : [])],
    outcomes: [...('outcomes' in filter ? filter.outcomes : [])],
    verdicts: [...('verdicts' in filter ? filter.verdicts : [])],
  }).filter((plan) => plan.includes('request_counts'));
  expect(counting.length).toBeGreaterThan(0);
  for (const plan of counting) expect(plan).not.toMatch(/(?:SCAN|SEARCH) requests\b/);
});

test('a range of days is counted in a covering index', () => {
  const filter = { ...NO_FILTER, from: 1, until: 9 };
  const plans = planned((db) => stores.requests.hiddenBy.run(db, 'w1', filter));
  const counting = 'COVERING INDEX requests_by_accepted (workspace_id=? AND accepted_at>? AND accepted_at<?)';
  expect(plans.filter((plan) => plan.includes(counting))).toHaveLength(1);
  expect(plans.filter(readsWhole)).toEqual([]);
});

test('lists, details, counts and due requests never scan a large table', () => {
  const plans = [
    ...list('updated', {
      search: 'ada',
      tags: ['x'],
      pinned: [{ path: '/score', min: 1, max: 9, values: [] }],
    }),
    ...list('job', { statuses: ['COMPLETED'], from: 1 }),
    ...planned((db) => stores.requests.detail.run(db, 'w1', 'ir_1')),
    ...planned((db) => stores.requests.filterValues.run(db, 'w1')),
    ...planned((db) => stores.requests.today.run(db, 'w1', 1)),
    ...planned((db) => stores.requests.due.run(db, 'w1', 9, 9, ['ir_1'])),
    ...planned((db) => stores.requests.nextDueAt.run(db, 'w1')),
    ...planned((db) => stores.requests.count.run(db, 'w1')),
    ...planned((db) => stores.notices.untold.run(db)),
    ...planned((db) => stores.notices.completedSince.run(db, 1)),
  ];
  expect(plans.filter(readsWhole)).toEqual([]);
});

test('the parts of the Outbox are counted in indexes alone', () => {
  const plans = planned((db) => stores.submissions.counts.run(db, 'w1'));
  expect(plans).toHaveLength(2);
  expect(plans[0]).toMatch(/^SEARCH submissions USING COVERING INDEX submissions_open /);
  expect(plans[1]).toMatch(/^SEARCH submissions USING INDEX submissions_by_cause /);
});

test('groups of the Outbox are found in the index of causes, and discarded ones in theirs', () => {
  const cause = { is: 'refused_as_it_is 422 no' };
  const plans = [
    ...planned((db) => stores.submissions.outboxGroupPage.run(db, 'w1', 'refused', cause, 25)),
    ...planned((db) => stores.submissions.outboxGroupIds.run(db, 'w1', 'held', cause, 5)),
    ...planned((db) => stores.submissions.outboxGroupPhones.run(db, 'w1', 'held', cause, 5)),
  ];
  for (const plan of plans)
    expect(plan).toContain('INDEX submissions_by_cause (workspace_id=? AND state=? AND cause=?');
  for (const part of ['refused', 'discarded'] as const) {
    const [discarded] = planned((db) => stores.submissions.historyPage.run(db, 'w1', part, 100));
    expect(discarded).toContain('SEARCH submissions USING INDEX submissions_discarded (workspace_id=?)');
  }
  const sent = planned((db) => stores.submissions.historyPage.run(db, 'w1', 'sent', 100));
  expect(sent.filter(readsWhole)).toEqual([]);
});

test('submissions without a request are searched in an index that has all that is searched', () => {
  const plans = planned((db) => {
    db.exec("UPDATE submissions SET state = 'discarded'");
    return stores.submissions.search.run(db, 'w1', 'ada', 9);
  });
  const searching = plans.filter((plan) => plan.includes('submissions_unaccepted'));
  expect(searching).toHaveLength(2);
  for (const plan of searching) {
    expect(plan).toContain('SEARCH submissions USING COVERING INDEX submissions_unaccepted (workspace_id=?)');
  }
  expect(plans.filter(readsWhole)).toEqual([]);
});

test('duplicates are found in the index of phone numbers', () => {
  const plans = planned((db) => stores.submissions.duplicates.run(db, 'w1', ['+1'], 0));
  expect(plans.filter(readsWhole)).toEqual([]);
  expect(plans[0]).toContain('SEARCH submissions USING INDEX submissions_by_phone (phone_number=?)');
});

test('tries of a person are found in the index of phone numbers', () => {
  const plans = planned((db) => stores.submissions.tries.run(db, 'w1', ['+1']));
  expect(plans[0]).toContain('SEARCH submissions USING INDEX submissions_by_phone (phone_number=?)');
  expect(plans.filter(readsWhole)).toEqual([]);
});

/** Of what is open, and of what the tab History counts besides. */
const INDEX_OF_OUTBOX =
  /USING (COVERING )?INDEX (submissions_open|submissions_discarded|requests_by_accepted)/;

test('waiting submissions are counted, listed and found due in the index of open ones', () => {
  const plans = [
    ...planned((db) => stores.submissions.outbox.run(db, 'w1')).filter(
      (plan) => !/by_cause|discarded/.test(plan),
    ),
    ...planned((db) => stores.submissions.outboxPage.run(db, 'w1', 'waiting', 100)),
    ...planned((db) => stores.submissions.due.run(db, 'w1', 9, 9)),
    ...planned((db) => stores.submissions.nextDueAt.run(db, 'w1')),
    ...planned((db) => stores.submissions.inStates.run(db, 'w1', ['queued', 'sending'])),
  ];
  for (const plan of plans) expect(plan).toMatch(INDEX_OF_OUTBOX);
});
