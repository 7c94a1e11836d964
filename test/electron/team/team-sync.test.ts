import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../shared/durations.ts';
import { NO_FILTER } from '../../../shared/request-filter.ts';
import { until } from '../../poll.ts';
import { hasPostgres, NEEDS_POSTGRES, newTeam, type TestTeam } from '../../postgres-cluster.ts';
import { sampleWorkspace } from '../sample-submission.ts';
import { answered } from '../storage/answered.ts';
import { overridden } from '../storage/overridden.ts';
import { addTracked, temporaryStorage } from '../storage/temporary-storage.ts';
import { computerOf, inStep, SERVICE, WORKSPACE } from './two-computers.ts';

type Computer = Awaited<ReturnType<typeof computerOf>>;

const COMPLETED = {
  status: 'COMPLETED',
  screening_calls: [
    { id: 'c1', timestamp: '2027-01-05T10:00:00Z', duration_minutes: 4, status: 'completed' },
  ],
  assessment_results: { score: 4, summary: 'Speaks fluent Czech.' },
};

async function twoComputers(
  options: Parameters<typeof computerOf>[2] = {},
): Promise<{ team: TestTeam; mary: Computer; bob: Computer }> {
  const team = await newTeam();
  const [mary, bob] = [await computerOf(team, 'mary', options), await computerOf(team, 'bob', options)];
  await mary.connect();
  await bob.connect();
  return { team, mary, bob };
}

/** What a computer has of a request, without what is its own affair. */
async function heldOf({ stores, sql }: Computer, requestId: string) {
  const detail = await stores.requests.detail(WORKSPACE, requestId);
  if (!detail) return undefined;
  const { nextRefreshAt: _, unseen: _unseen, by: _by, ...shown } = detail;
  const shared = {
    ...shown,
    previous: shown.previous && { ...shown.previous, by: null },
    history: shown.history.map(({ by: _name, ...event }) => event),
  };
  const [submission] = sql(
    `SELECT id, state, candidate_name, name_words, phone_number, resume_url, job_description_id, questionnaire_template_id,
       attempts, time_zone, consent_at, consent_wording, notice_on, request_id, previous_submission_id, may_have_reached_at,
       may_have_reached_times, created_at, updated_at FROM submissions WHERE request_id = ?`,
    requestId,
  );
  const [request] = sql(
    `SELECT status, call_status, outcome, tries, has_results, call_count, name_key, headline, headline_key, problem,
       accepted_at, refreshed_at, changed_at, completed_at FROM requests WHERE request_id = ?`,
    requestId,
  );
  const calls = sql(
    'SELECT ordinal, started_at, duration_minutes, status FROM screening_calls WHERE row IN (SELECT row FROM requests WHERE request_id = ?)',
    requestId,
  );
  return { shared, submission, request, calls };
}

const found = async ({ stores }: Computer, search: string) =>
  (
    await stores.requests.page({
      ...{ workspaceId: WORKSPACE, sort: 'updated', descending: true, offset: 0, limit: 50 },
      filter: { ...NO_FILTER, search },
    })
  ).rows.map(({ requestId }) => requestId);

describe.runIf(hasPostgres)('requests of a team', NEEDS_POSTGRES, () => {
  test('are the same on a colleague’s computer, in every field', async () => {
    const { team, mary, bob } = await twoComputers();
    const requestId = randomUUID();
    const earlier = await addTracked(mary.storage, randomUUID());
    const { id } = await addTracked(mary.storage, requestId, {
      ...{ candidateName: 'Zoë “O’Neil” Žižek', phoneNumber: '+12025550177', timeZone: 'America/New_York' },
      ...{ consent: { at: 500, wording: 'I agree.' }, noticeOn: '2027-01-04', createdAt: 900 },
      previousSubmissionId: earlier.id,
    });
    await answered(mary.storage, requestId, { request_id: requestId, ...COMPLETED });
    await inStep(team, mary, bob);
    const held = await heldOf(bob, requestId);
    expect(held).toEqual(await heldOf(mary, requestId));
    expect(held?.submission?.['id']).toBe(id);
    expect(held?.shared.previous?.submissionId).toBe(earlier.id);
    expect(held?.shared.history.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['submitted', 'accepted', 'status_changed', 'call_appeared', 'results_arrived']),
    );
    // Found by name, number, job and result, as one's own.
    for (const search of ['zoe', 'zizek', '0177', 'fluent'])
      expect(await found(bob, search)).toContain(requestId);
    expect(bob.sql('SELECT colleague FROM requests WHERE request_id = ?', requestId)).toEqual([
      { colleague: (await team.recruiter('mary')).login },
    ]);
    expect(bob.sql('SELECT person FROM team_colleagues ORDER BY person')).toEqual([
      { person: 'bob' },
      { person: 'mary' },
    ]);
    expect(mary.sql('SELECT count(*) AS n FROM team_pending')).toEqual([{ n: 0 }]);
    // Evidence is of what a computer did itself, and nothing of a colleague's is ever sent.
    expect(bob.sql('SELECT count(*) AS n FROM evidence')).toEqual([{ n: 0 }]);
    expect(await bob.stores.submissions.due(WORKSPACE, Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
  });

  test('follow what the other computer reads, and become news there', async () => {
    const { team, mary, bob } = await twoComputers();
    const requestId = randomUUID();
    await addTracked(mary.storage, requestId, {}, Date.now());
    await inStep(team, mary, bob);
    expect(bob.sql('SELECT unseen, status FROM requests')).toEqual([{ unseen: 1, status: 'PENDING' }]);
    await bob.stores.annotations.seen(WORKSPACE, [requestId]);
    // Whoever is signed in may read it: here the colleague who didn't make it.
    await answered(
      bob.storage,
      requestId,
      { request_id: requestId, ...COMPLETED },
      { now: Date.now() + 1000 },
    );
    await inStep(team, mary, bob);
    expect(await heldOf(mary, requestId)).toEqual(await heldOf(bob, requestId));
    expect(mary.sql('SELECT status, unseen, colleague FROM requests')).toEqual([
      { status: 'COMPLETED', unseen: 1, colleague: null },
    ]);
    // Its recruiter is notified of their own; a colleague of nothing.
    expect(mary.told.completed).toEqual([requestId]);
    expect(bob.told.completed).toEqual([]);
    // The team still says who made it.
    const person = await team.cluster.psql(`select person from ${team.name}.records`);
    expect(person).toBe('mary');
  });

  test('keep the later state and the events of both, when both read it while they were apart', async () => {
    const { team, mary, bob } = await twoComputers();
    const requestId = randomUUID();
    await addTracked(mary.storage, requestId);
    await inStep(team, mary, bob);
    const called = { ...COMPLETED, status: 'IN_PROGRESS', assessment_results: undefined };
    await answered(mary.storage, requestId, { request_id: requestId, ...called }, { now: 9000 });
    await answered(bob.storage, requestId, { request_id: requestId, ...COMPLETED }, { now: 12_000 });
    // The earlier state comes last.
    await inStep(team, bob);
    await inStep(team, mary, bob);
    for (const computer of [mary, bob]) {
      const { shared } = (await heldOf(computer, requestId)) ?? {};
      expect(shared?.status).toBe('COMPLETED');
      expect(shared?.refreshedAt).toBe(12_000);
      const codes = shared?.history.map(({ code }) => code).toSorted();
      // Each found out that there was a call: that is one event.
      expect(codes?.filter((code) => code === 'call_appeared')).toHaveLength(1);
      expect(codes?.filter((code) => code === 'status_changed')).toHaveLength(2);
      expect(codes).toContain('results_arrived');
    }
    expect(await heldOf(mary, requestId)).toMatchObject({
      request: (await heldOf(bob, requestId))?.request,
    });
  });

  test('are merged by their id, if two computers have tracked the same one before', async () => {
    const { team, mary, bob } = await twoComputers();
    const requestId = randomUUID();
    const [own, other] = [
      await addTracked(mary.storage, requestId),
      await addTracked(bob.storage, requestId.toUpperCase()),
    ];
    await answered(bob.storage, requestId.toUpperCase(), { request_id: requestId, ...COMPLETED });
    await inStep(team, mary, bob);
    await inStep(team, mary, bob);
    expect(mary.sql('SELECT id FROM submissions')).toEqual([{ id: own.id }]);
    expect(bob.sql('SELECT id FROM submissions')).toEqual([{ id: other.id }]);
    for (const { sql } of [mary, bob])
      expect(sql('SELECT status, colleague FROM requests')).toEqual([
        { status: 'COMPLETED', colleague: null },
      ]);
    expect(await team.cluster.psql(`select count(*) from ${team.name}.records where kind = 'request'`)).toBe(
      '1',
    );
  });

  test('are accepted here, too, if the same submission waits in a restored folder', async () => {
    const team = await newTeam();
    const [mary, restored] = [await computerOf(team, 'mary'), await computerOf(team, 'mary')];
    await mary.connect();
    await restored.connect();
    const requestId = randomUUID();
    const submission = await addTracked(mary.storage, requestId);
    await restored.stores.submissions.add([{ ...submission, state: 'queued', requestId: null, revision: 1 }]);
    await inStep(team, mary, restored);
    expect(restored.sql('SELECT state, request_id FROM submissions')).toEqual([
      { state: 'accepted', request_id: requestId },
    ]);
    expect(await restored.stores.submissions.due(WORKSPACE, Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
  });

  test('leave a submission alone that is being sent here', async () => {
    const team = await newTeam();
    const [mary, restored] = [
      await computerOf(team, 'mary'),
      await computerOf(team, 'mary', { troubles: 'expected' }),
    ];
    await mary.connect();
    await restored.connect();
    const submission = await addTracked(mary.storage, randomUUID());
    await addTracked(mary.storage, randomUUID(), { phoneNumber: '+12025550188' });
    await restored.stores.submissions.add([
      { ...submission, state: 'sending', requestId: null, revision: 1 },
    ]);
    await inStep(team, mary, restored);
    expect(restored.sql('SELECT state FROM submissions WHERE id = ?', submission.id)).toEqual([
      { state: 'sending' },
    ]);
    // Nothing else is kept back by it.
    expect(countOf(restored, 'requests')).toBe(1);
  });

  test('of two accounts of a service that counts its ids stay apart', async () => {
    const { team, mary, bob } = await twoComputers({ troubles: 'expected' });
    await addTracked(mary.storage, '17', { candidateName: 'Ann Lee', phoneNumber: '+12025550111' });
    await addTracked(bob.storage, '17', { candidateName: 'Tim Roe', phoneNumber: '+12025550112' });
    await addTracked(bob.storage, '18', { candidateName: 'Pat Fox', phoneNumber: '+12025550113' });
    await inStep(team, mary, bob);
    const names = 'SELECT candidate_name AS name FROM submissions ORDER BY phone_number';
    expect(mary.sql(names)).toEqual([{ name: 'Ann Lee' }, { name: 'Pat Fox' }]);
    expect(bob.sql(names)).toEqual([{ name: 'Tim Roe' }, { name: 'Pat Fox' }]);
  });
});

/** Ids of `count` requests that were made on a computer. */
async function requestsOf({ storage }: Pick<Computer, 'storage'>, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const id of ids) await addTracked(storage, id);
  return ids;
}

const countOf = ({ sql }: Computer, table: string) =>
  Number(sql(`SELECT count(*) AS n FROM ${table}`)[0]?.['n']);

describe.runIf(hasPostgres)('the exchange with a team', NEEDS_POSTGRES, () => {
  test('sends again what it had sent when it was ended before it noted so', async () => {
    const team = await newTeam();
    let attempts = 0;
    const ended = await computerOf(team, 'mary', {
      troubles: 'expected',
      around: (store) =>
        overridden(store, {
          sent: async () => {
            attempts += 1;
            throw new Error('The app was ended.');
          },
        }),
    });
    await ended.connect();
    const ids = await requestsOf(ended, 3);
    ended.sync.changed();
    await until('it to have sent and not noted', () => attempts > 0);
    await ended.switchOff();
    expect(countOf(ended, 'team_pending')).toBeGreaterThan(0);
    const mary = await computerOf(team, 'mary', { storage: ended.storage });
    await mary.connect();
    await inStep(team, mary);
    const bob = await computerOf(team, 'bob');
    await bob.connect();
    await inStep(team, bob);
    expect(countOf(bob, 'requests')).toBe(ids.length);
    expect(await team.cluster.psql(`select count(*) from ${team.name}.records`)).toBe('3');
  });

  test('keeps what changed while it was being sent', async () => {
    const team = await newTeam();
    let change: (() => Promise<void>) | undefined;
    const mary = await computerOf(team, 'mary', {
      around: (store) =>
        overridden(store, {
          sent: async (ids) => {
            const first = change;
            change = undefined;
            await first?.();
            return store.sent(ids);
          },
        }),
    });
    const bob = await computerOf(team, 'bob');
    await mary.connect();
    await bob.connect();
    const [requestId = ''] = await requestsOf(mary, 1);
    change = () => answered(mary.storage, requestId, { request_id: requestId, ...COMPLETED });
    await inStep(team, mary, bob);
    expect(await heldOf(bob, requestId)).toEqual(await heldOf(mary, requestId));
    expect(bob.sql('SELECT status FROM requests')).toEqual([{ status: 'COMPLETED' }]);
  });

  test('goes on where its reading was cut off, and moves on only with all that is before', async () => {
    const team = await newTeam();
    const mary = await computerOf(team, 'mary');
    await mary.connect();
    const ids = await requestsOf(mary, 150);
    await inStep(team, mary);
    let left = 1;
    const isCutOff = (): boolean => left < 0;
    const bob = await computerOf(team, 'bob', {
      troubles: 'expected',
      around: (store) =>
        overridden(store, {
          apply: async (...args) => {
            left -= 1;
            if (isCutOff()) throw new Error('The app was ended.');
            return store.apply(...args);
          },
        }),
    });
    await bob.connect();
    await until('it to be cut off', isCutOff);
    await bob.sync.settled();
    expect(countOf(bob, 'requests')).toBeGreaterThan(0);
    expect(countOf(bob, 'requests')).toBeLessThan(ids.length);
    expect((await bob.stores.teams.place(WORKSPACE))?.seen).toBe(0);
    left = Number.POSITIVE_INFINITY;
    await inStep(team, bob);
    expect(countOf(bob, 'requests')).toBe(ids.length);
    expect(bob.sql('SELECT DISTINCT applying FROM teams')).toEqual([{ applying: 0 }]);
  });

  test('lets the storage cache more while it reads much, until it ends or is cut off', async () => {
    const team = await newTeam();
    const mary = await computerOf(team, 'mary');
    await mary.connect();
    await team.cluster.psql(`set search_path = ${team.name};
      insert into records (kind, key, service, request, computer, login, person, writer, body, change)
        select 'tag', n::text, '${SERVICE}', 'ir_unknown', id, login, person, id, '{}', next_change() from generate_series(1, 500) n, computers`);
    const asked: boolean[] = [];
    let isCutOff = true;
    const bob = await computerOf(team, 'bob', {
      troubles: 'expected',
      around: (store) =>
        overridden(store, {
          storingMuch: async (isMuch) => {
            asked.push(isMuch);
            await store.storingMuch(isMuch);
          },
          apply: (...args) =>
            isCutOff ? Promise.reject(new Error('The disk is full.')) : store.apply(...args),
        }),
    });
    const eachEnded = () =>
      asked.every((isMuch, index) => isMuch === (index % 2 === 0)) && asked.length % 2 === 0;
    await bob.connect();
    await bob.sync.settled();
    const afterFailing = asked.length;
    expect([eachEnded(), afterFailing > 0]).toEqual([true, true]);
    isCutOff = false;
    await inStep(team, bob);
    expect([eachEnded(), asked.length > afterFailing]).toEqual([true, true]);
    const afterReading = asked.length;
    await addTracked(mary.storage, randomUUID());
    await inStep(team, mary, bob);
    expect(asked).toHaveLength(afterReading);
  });

  test('says how far a reading has come also where the server has left out numbers of changes', async () => {
    const team = await newTeam();
    const mary = await computerOf(team, 'mary');
    await mary.connect();
    await inStep(team, mary);
    await team.cluster.psql(`set search_path = ${team.name};
      insert into records (kind, key, service, request, computer, login, person, writer, body, change)
        select 'tag', n::text, '${SERVICE}', 'ir_unknown', id, login, person, id, '{}', next_change() from generate_series(1, 500) n, computers;
      update team set last_change = last_change + 2000000000`);
    const seen: unknown[] = [];
    const bob: Computer = await computerOf(team, 'bob', {
      around: (store) =>
        overridden(store, {
          apply: async (...args) => {
            seen.push((await bob.sync.view()).receiving);
            return store.apply(...args);
          },
        }),
    });
    await bob.connect();
    await inStep(team, bob);
    expect(seen).toContainEqual({ done: 288, of: 500 });
  });

  test('counts what is uploaded as missing from the team from the beginning', async () => {
    const team = await newTeam();
    const storage = await temporaryStorage();
    await requestsOf({ storage }, 3);
    const mary = await computerOf(team, 'mary', { storage, joinedAt: Date.now() });
    const { teams, teamRecords } = mary.stores;
    const missing = async () => [
      (await teams.counts(WORKSPACE)).unsent,
      (await teamRecords.counts(WORKSPACE)).pending,
    ];
    expect(await missing()).toEqual([0, 0]);
    await teamRecords.shareHistory(WORKSPACE);
    expect(await missing()).toEqual([6, 6]);
    await teamRecords.markSome(WORKSPACE);
    expect(await missing()).toEqual([6, 6]);
  });

  test('tells of a number that nobody may call before all else that waits, and while it reads much', async () => {
    const team = await newTeam();
    const mary = await computerOf(team, 'mary');
    const bob: Computer = await computerOf(team, 'bob', {
      around: (store) =>
        overridden(store, {
          apply: async (...args) => {
            await forbid(bob, '+12025550145');
            return store.apply(...args);
          },
        }),
    });
    const forbid = async ({ stores }: Computer, phoneNumber: string) =>
      stores.doNotCall.add([
        { id: randomUUID(), phoneNumber, reason: '', addedAt: 5000, addedBy: 'account' },
      ]);
    const statements = ({ told }: Computer, ...kinds: RegExp[]) =>
      told.statements.flatMap((text) => kinds.find((kind) => kind.test(text))?.source ?? []);
    await requestsOf(mary, 300);
    await forbid(mary, '+12025550144');
    await mary.connect();
    await inStep(team, mary);
    expect(statements(mary, /select forbid/, /select share/)[0]).toBe('select forbid');
    await bob.connect();
    await inStep(team, mary, bob);
    const asked = statements(bob, /select forbid/, /from claims where service/);
    expect(asked.slice(0, 3)).toEqual([
      ...['from claims where service', 'from claims where service'],
      'select forbid',
    ]);
    expect(await mary.stores.submissions.forbidding(['+12025550145'])).toMatchObject([{ source: 'person' }]);
  });

  test('tells a team that has another address now what it was not told before, and another team nothing of it', async () => {
    const [team, other] = await Promise.all([newTeam(), newTeam()]);
    const before = await computerOf(team, 'mary', { joinedAt: 1000 });
    await before.connect();
    await inStep(team, before);
    await before.switchOff();
    const id = randomUUID();
    await addTracked(before.storage, id);
    const { stores } = before;
    const { connection } = (await stores.teams.get(WORKSPACE)) ?? {};
    if (!connection) throw new Error('She left.');
    await stores.teams.save(WORKSPACE, { ...connection, host: 'elsewhere' }, 5000);
    const there = await computerOf(team, 'mary', { storage: before.storage, joinedAt: 6000 });
    await there.connect();
    await inStep(team, there);
    const called = (name: string) => team.cluster.psql(`select person, state from ${name}.claims`);
    const shared = (name: string) => team.cluster.psql(`select request from ${name}.records`);
    expect([await called(team.name), await shared(team.name)]).toEqual(['mary|accepted', id]);
    await there.switchOff();
    const elsewhere = await computerOf(other, 'mary', { storage: before.storage, joinedAt: 7000 });
    await elsewhere.connect();
    await inStep(other, elsewhere);
    expect([await called(other.name), await shared(other.name)]).toEqual(['', '']);
  });

  test('begins anew once the address of the service is corrected', async () => {
    const team = await newTeam();
    const [mary, mistaken] = [
      await computerOf(team, 'mary'),
      await computerOf(team, 'bob', { service: 'https://mistaken.example' }),
    ];
    await mistaken.stores.workspaces.save(sampleWorkspace({ baseUrl: 'https://mistaken.example' }), 1000);
    await mary.connect();
    await mistaken.connect();
    const [id = ''] = await requestsOf(mary, 1);
    await inStep(team, mary, mistaken);
    expect(countOf(mistaken, 'requests')).toBe(0);
    await mistaken.switchOff();
    await mistaken.stores.workspaces.save(sampleWorkspace({ baseUrl: SERVICE }), 1000);
    const bob = await computerOf(team, 'bob', { storage: mistaken.storage });
    await bob.connect();
    await inStep(team, bob);
    expect(await heldOf(bob, id)).toEqual(await heldOf(mary, id));
    expect(bob.told.claims).toMatchObject([{ person: 'mary', state: 'accepted' }]);
  });

  test('is woken by a colleague’s change, and asks nothing while nothing happens', async () => {
    let looked = 0;
    const { team, mary, bob } = await twoComputers({
      around: (store) =>
        overridden(store, {
          pending: (...args) => {
            looked += 1;
            return store.pending(...args);
          },
        }),
    });
    await inStep(team, mary, bob);
    const [requestId = ''] = await requestsOf(mary, 1);
    mary.sync.changed();
    await until('it to be here', () => bob.told.changed.includes(requestId));
    await inStep(team, mary, bob);
    const asked = [mary, bob].map(({ told }) => told.statements.length);
    // A notice of a change that is not the team's: the local database is asked, and nobody else.
    for (const { sync } of [mary, bob]) {
      const before = looked;
      sync.changed();
      await until('it to have looked for changes', () => looked > before);
      await sync.settled();
    }
    expect([mary, bob].map(({ told }) => told.statements.length)).toEqual(asked);
  });

  test('uploads what was here before only once a person wants it', async () => {
    const team = await newTeam();
    const storage = await temporaryStorage();
    const before = await requestsOf({ storage }, 3);
    // Its clock was three days ahead then.
    const mary = await computerOf(team, 'mary', { storage, joinedAt: Date.now() + 3 * DAY_MS });
    const after = randomUUID();
    await mary.connect();
    await addTracked(mary.storage, after, { phoneNumber: '+12025550155' }, Date.now());
    // An old one that is read again stays this computer's own.
    await answered(mary.storage, before[0] ?? '', { request_id: before[0], ...COMPLETED });
    await inStep(team, mary);
    expect(await mary.stores.teamRecords.counts(WORKSPACE)).toEqual({ pending: 0, unshared: 3 });
    expect(await team.cluster.psql(`select request from ${team.name}.records`)).toBe(after);
    await mary.sync.upload();
    await inStep(team, mary);
    expect(await mary.stores.teamRecords.counts(WORKSPACE)).toEqual({ pending: 0, unshared: 0 });
    expect(await team.cluster.psql(`select count(*) from ${team.name}.records`)).toBe('4');
    const bob = await computerOf(team, 'bob');
    await bob.connect();
    await inStep(team, bob);
    for (const id of [...before, after]) expect(await heldOf(bob, id)).toEqual(await heldOf(mary, id));
  });

  test('offers for upload, once its person is in the team again, only what the team lacks', async () => {
    const team = await newTeam();
    const mary = await computerOf(team, 'mary');
    await mary.connect();
    const [known = ''] = await requestsOf(mary, 1);
    await inStep(team, mary);
    await mary.switchOff();
    await mary.stores.teams.remove(WORKSPACE);
    await addTracked(mary.storage, randomUUID(), { phoneNumber: '+12025550155' });
    const again = await computerOf(team, 'mary', { storage: mary.storage, joinedAt: Date.now() });
    await again.connect();
    await inStep(team, again);
    expect(await again.stores.teamRecords.counts(WORKSPACE)).toEqual({ pending: 0, unshared: 1 });
    // What she says of the one that the team has is the team's, too.
    await again.stores.annotations.setNotes(WORKSPACE, known, 'Call in May.', 1);
    await inStep(team, again);
    expect(await team.cluster.psql(`select request from ${team.name}.records where kind = 'note'`)).toBe(
      known,
    );
  });

  test('tells everything once more to a database that was restored without it', async () => {
    const { team, mary, bob } = await twoComputers();
    const ids = await requestsOf(mary, 4);
    await inStep(team, mary, bob);
    await team.cluster.psql(
      `delete from ${team.name}.records; update ${team.name}.team set generation = gen_random_uuid(), last_change = last_change + 1000000`,
    );
    for (const computer of [bob, mary]) await computer.reconnect();
    await inStep(team, mary, bob);
    expect(await team.cluster.psql(`select count(*) from ${team.name}.records where person = 'mary'`)).toBe(
      '4',
    );
    expect(countOf(bob, 'requests')).toBe(ids.length);
  });

  test('says which record it can’t use, and stores the others', async () => {
    const team = await newTeam();
    const mary = await computerOf(team, 'mary');
    await mary.connect();
    const [first = ''] = await requestsOf(mary, 2);
    await inStep(team, mary);
    await team.cluster.psql(
      `update ${team.name}.records set body = body - 'status' where request = '${first}'`,
    );
    const bob = await computerOf(team, 'bob', { troubles: 'expected' });
    await bob.connect();
    await inStep(team, bob);
    expect(countOf(bob, 'requests')).toBe(1);
    expect(bob.told.troubles.map(String)).toEqual([expect.stringContaining('1 records of the team')]);
  });

  test('sends a text that PostgreSQL’s JSON has no room for', async () => {
    const { team, mary, bob } = await twoComputers();
    const requestId = randomUUID();
    await addTracked(mary.storage, requestId, { candidateName: 'Ann \u0000Lee \ud800' });
    await answered(mary.storage, requestId, {
      request_id: requestId,
      ...COMPLETED,
      status: 'ODD\u0000\udc00',
    });
    await inStep(team, mary, bob);
    await inStep(team, mary, bob);
    const [held] = bob.sql('SELECT candidate_name AS name FROM submissions');
    expect(held).toEqual({ name: 'Ann \uFFFDLee \uFFFD' });
    // The answer itself is verbatim.
    const detail = await bob.stores.requests.detail(WORKSPACE, requestId);
    expect(detail?.rawAnswer).toBe((await mary.stores.requests.detail(WORKSPACE, requestId))?.rawAnswer);
  });

  test('leaves the head of a computer’s evidence with the team, and another one on each connection', async () => {
    const team = await newTeam();
    const mary = await computerOf(team, 'mary');
    const kept = `select chain || ':' || seq || ':' || encode(hash, 'hex') from ${team.name}.evidence_heads order by seq`;
    const ownHead = async () => {
      const { head } = await mary.stores.evidence.state();
      return head && `${head.chain}:${head.seq}:${head.hash}`;
    };
    const heads: (string | null)[] = [];
    for (let connection = 0; connection < 2; connection += 1) {
      await addTracked(mary.storage, randomUUID());
      heads.push(await ownHead());
      if (connection === 0) await mary.connect();
      else await mary.reconnect();
      await inStep(team, mary);
    }
    expect((await team.cluster.psql(kept)).split('\n')).toEqual(heads);
    expect(new Set(heads).size).toBe(2);
  });
});
