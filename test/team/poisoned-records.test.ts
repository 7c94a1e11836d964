import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { callKey } from '../../shared/call-key.ts';
import { NO_FILTER } from '../../shared/request-filter.ts';
import { VICTIM } from '../electron/privacy/busy-database.ts';
import { sampleSubmission } from '../electron/sample-submission.ts';
import { addTracked } from '../electron/storage/temporary-storage.ts';
import { computerOf, inStep, SERVICE, WORKSPACE } from '../electron/team/two-computers.ts';
import { until } from '../poll.ts';
import { hasPostgres, NEEDS_POSTGRES, newTeam, type TestTeam } from '../postgres-cluster.ts';
import { busyTeam, type Computer, erase, expectNothingLeft } from './erasing-team.ts';

/** PostgreSQL takes any version and variant. */
const ODD_UUID = '11111111-1111-1111-1111-111111111111';

const nested = (depth: number): string => `${'['.repeat(depth)}1${']'.repeat(depth)}`;

/** Whether a page of requests, each of them, and what they say can still be shown. */
async function expectShown({ stores }: Computer): Promise<void> {
  const { rows } = await stores.requests.page({
    ...{ workspaceId: WORKSPACE, sort: 'updated', descending: true, offset: 0, limit: 100 },
    filter: NO_FILTER,
  });
  await stores.requests.today(WORKSPACE, 0);
  for (const { requestId } of rows) {
    const detail = await stores.requests.detail(WORKSPACE, requestId);
    const times = [detail?.acceptedAt, detail?.changedAt, detail?.refreshedAt];
    const told = detail?.history.map(({ at }) => at) ?? [];
    for (const at of [...times, ...told]) if (at != null) new Date(at).toISOString();
  }
  await stores.doNotCall.page('', 0);
}

/** What runs a member's own statements, as eve: TEAM and COMPUTER in them are replaced. */
async function eveIn(team: TestTeam): Promise<(statements: string) => Promise<string>> {
  const [as, computer] = [await team.recruiter('eve'), randomUUID()];
  const run = (statements: string): Promise<string> =>
    team.cluster.psql(statements.replaceAll('TEAM', team.name).replaceAll('COMPUTER', computer), { as });
  await run(`select from TEAM.hello('COMPUTER', 'eve', 0, null, null)`);
  return run;
}

/** Erases the person, whatever else is reported; gives the receipt's id. */
async function eraseToTheEnd(computer: Computer): Promise<string> {
  const erasure = await erase(computer);
  await until('the end of the erasure', async () => {
    const receipt = await computer.stores.erasures.receipt(erasure);
    return receipt?.finishedAt != null;
  });
  return erasure;
}

describe.runIf(hasPostgres)('records that a hostile member stored', NEEDS_POSTGRES, () => {
  test('don’t keep colleagues from reading and sending the others', async () => {
    const team = await newTeam();
    const [tom, ann] = [
      await computerOf(team, 'tom', { troubles: 'expected' }),
      await computerOf(team, 'ann'),
    ];
    const run = await eveIn(team);
    const ofTom = randomUUID();
    await addTracked(tom.storage, ofTom);
    await tom.connect();
    await ann.connect();
    await inStep(team, tom, ann);
    const [stored] = JSON.parse(
      await team.cluster.psql(
        `select jsonb_agg(to_jsonb(r)) from ${team.name}.records r where kind = 'request'`,
      ),
    );
    const { body } = stored;
    const share = (record: object) =>
      run(`select TEAM.share('COMPUTER', '${JSON.stringify([record]).replaceAll("'", "''")}')`);
    const request = (changes: object, of: object = {}) => {
      const requestId = randomUUID();
      const submission = { ...body.submission, id: randomUUID(), ...of };
      return share({
        ...{ kind: 'request', key: `${SERVICE} ${requestId}`, service: SERVICE, request: requestId },
        body: { ...body, requestId, submission, ...changes },
      });
    };
    const ofRequest = (kind: string, said: unknown, suffix = '') =>
      share({ kind, key: `${stored.key}${suffix}`, service: SERVICE, request: ofTom, body: said });
    const forbid = (entry: object) =>
      run(
        `select TEAM.forbid('COMPUTER', '${JSON.stringify([{ id: randomUUID(), hash: '00'.repeat(32), reason: '', added_at: 1, ...entry }])}')`,
      );
    const claim = (number: string, candidate = 'Ann', submission: string = randomUUID()) =>
      run(
        `select TEAM.claim('COMPUTER', '${SERVICE}', '${number}', '{}', '${submission}', '${candidate}', '', 90, 0)`,
      );
    const label = { kind: 'job_description', serviceId: randomUUID(), name: 'x', note: '', fields: [] };
    const library = (said: object) =>
      share({ kind: 'library', key: randomUUID(), body: { service: SERVICE, label: { ...label, ...said } } });
    const answers = ['', 'null', '[]', 'not json', '{"screening_calls":5,"status":{}}', nested(3000)];
    const bodies = [null, 5, 'text', [], {}, [[]], { submission: null }, JSON.parse(nested(500))];
    const times = ['acceptedAt', 'changedAt', 'completedAt'];
    const event = { code: 'request_shared', values: null, by: 'x' };
    const poisons: (() => Promise<string>)[] = [
      ...bodies.flatMap((said) => [
        ...['verdict', 'note', 'tag', 'library', 'hold'].map((kind) => () => ofRequest(kind, said)),
        () => share({ kind: 'request', key: randomUUID(), service: SERVICE, request: ofTom, body: said }),
      ]),
      ...answers.map((answer) => () => request({ answer, refreshedAt: 5, status: 'COMPLETED' })),
      ...times.flatMap((time) => [8.9e15, -8.9e15, 1.5].map((at) => () => request({ [time]: at }))),
      ...[8.9e15, -1, 0.5].flatMap((at) => [
        () => request({ history: [{ ...event, at }] }),
        () => ofRequest('verdict', { verdict: 'no', at, reason: '', first: null }),
        () => ofRequest('note', { text: 'x', at }),
        () => request({}, { createdAt: at, consent: { at, wording: '' } }),
        () => request({}, { mayHaveReached: { at, times: 1 } }),
      ]),
      () => request({ history: [{ ...event, at: 1, values: JSON.parse(nested(500)) }] }),
      () =>
        request({
          history: [
            { ...event, at: 1, code: '__proto__' },
            { ...event, at: 1, code: 'constructor' },
          ],
        }),
      () => request({ status: '' }),
      () => request({ status: 'S'.repeat(100_000) }),
      () => request({ requestId: 'r'.repeat(5000) }),
      () => request({ requestId: '../../admin' }),
      () => request({ requestId: ofTom }),
      () => request({ problem: { code: 'no_such_code' } }),
      () => request({}, { candidateName: 'N'.repeat(100_000) }),
      () => request({}, { candidateName: '\u0001\u202e' }),
      () => request({}, { phoneNumber: '+000' }),
      () => request({}, { phoneNumber: '5' }),
      () => request({}, { timeZone: 'Mars/Olympus' }),
      () => request({}, { noticeOn: 'soon' }),
      () => request({}, { resumeUrl: 'javascript:alert(1)' }),
      () => request({}, { jobDescriptionId: '' }),
      () => request({}, { id: body.submission.id }),
      () => request({}, { attempts: -1 }),
      () => ofRequest('verdict', { verdict: 'perhaps', at: 1, reason: '', first: null }),
      () => ofRequest('tag', { tag: '' }, ' 1'),
      () => ofRequest('tag', { tag: 'x'.repeat(500) }, ' 2'),
      () => ofRequest('tag', { tag: '\u0001' }, ' 3'),
      () =>
        share({
          kind: 'hold',
          key: 'x',
          body: { phoneNumber: 'no number', name: '', reason: '', placedAt: 1 },
        }),
      () =>
        share({
          kind: 'hold',
          key: randomUUID(),
          body: { phoneNumber: '+12025550111', name: '', reason: '', placedAt: 8.9e15 },
        }),
      () => library({ serviceId: '' }),
      () => library({ kind: 'mine' }),
      () => library({ fields: [{ path: 5 }, null] }),
      () => library({ defaultQuestionnaireId: 'q'.repeat(10_000) }),
      () => forbid({ number: 'no number' }),
      () => forbid({ number: '' }),
      () => forbid({ number: null }),
      () => forbid({ number: '+12025550122', added_at: -200_000_000_000_000, lifted_reason: '' }),
      () => forbid({ number: '+12025550123', added_at: 8.9e15 }),
      () => forbid({ number: '+12025550124', id: ODD_UUID }),
      () => claim('no number'),
      () => claim('', 'x'.repeat(900)),
      () => claim('+12025550133', 'Ann', ODD_UUID),
    ];
    let refused = 0;
    for (const poison of poisons)
      await poison().catch((error) => {
        expect(String(error)).toContain('ERROR:');
        refused += 1;
      });
    expect(refused).toBeLessThan(poisons.length / 3);

    const ofAnn = randomUUID();
    await addTracked(ann.storage, ofAnn, { candidateName: 'After the poison' });
    ann.told.troubles.length = 0;
    const [late] = [await computerOf(team, 'late', { troubles: 'expected' })];
    await late.connect();
    const expected = { ...ann, troubles: 'expected' as const };
    await inStep(team, tom, expected, late);
    for (const computer of [tom, ann, late]) {
      expect(computer.sql('SELECT 1 FROM requests WHERE request_id = ?', ofAnn)).toHaveLength(1);
      const others = computer.told.troubles.filter(
        (each) => !/records of the team can't be used here/.test(String(each)),
      );
      expect(others).toEqual([]);
      await expectShown(computer);
    }
    const odd = `SELECT 1 FROM submissions WHERE length(candidate_name) > 4000 OR time_zone = 'Mars/Olympus' OR notice_on = 'soon'`;
    expect(tom.sql(odd)).toEqual([]);
    // Their claims are asked about as anybody's.
    expect(await tom.claims.claim(sampleSubmission({ phoneNumber: '+12025550133' }))).toBe(false);
    // Whose requests they are about can still be told.
    tom.write(`UPDATE requests SET verdict = 'yes' WHERE request_id = ?`, ofTom);
    await inStep(team, tom, late);
  }, 120_000);

  test('don’t keep a colleague from erasing, nor anybody from connecting after a restore', async () => {
    const { team, mary, bob } = await busyTeam();
    const run = await eveIn(team);
    const said = JSON.stringify(VICTIM.name);
    const deep = `${'['.repeat(5000)}${said}${']'.repeat(5000)}`;
    const histories = [
      `[{"history":[{"values":{"reason":${said}}}]}]`,
      `{"history":[[{"values":{"reason":${said}}}]]}`,
      `{"history":[{"values":[{"reason":${said}}]}]}`,
    ];
    const odd = `{"submission":{"id":"nobody","phoneNumber":"${VICTIM.phone}"}}`;
    const texts = [`[${said}]`, said, `{"text":${deep}}`, `{"text":[${said}]}`, `{"reason":[${said}]}`];
    for (const kind of ['request', 'note', 'verdict', 'library', 'hold', 'tag']) {
      for (const body of kind === 'request' ? [...histories, odd] : [...histories, ...texts]) {
        const key = `"key":"${randomUUID()}","service":"${SERVICE}","request":"${randomUUID()}"`;
        // Planned once for all values, the server looks at some of them only where it has to.
        const share = `set plan_cache_mode = force_generic_plan; select TEAM.share('COMPUTER', '[{"kind":"${kind}",${key},"body":${body}}]')`;
        await run(share).catch((error) => expect(String(error)).toContain('ERROR:'));
      }
    }
    await eraseToTheEnd(mary);
    for (const each of [mary, bob]) await inStep(team, { ...each, troubles: 'expected' });
    await expectNothingLeft(team, mary, bob);
    await team.cluster.psql(`select ${team.name}.restored()`);
    for (const each of [mary, bob]) await each.reconnect();
    expect([mary.database.state.phase, bob.database.state.phase]).toEqual(['connected', 'connected']);
    for (const { told } of [mary, bob]) {
      const others = told.troubles.filter((each) => !/records of the team can't be used/.test(String(each)));
      expect(others).toEqual([]);
    }
  }, 60_000);

  test('hold nobody who can’t see them', async () => {
    const { team, mary, bob } = await busyTeam();
    const run = await eveIn(team);
    const hold = { phoneNumber: callKey(VICTIM.phone), name: '', reason: '', placedAt: 1 };
    for (const body of [
      { ...hold, placedAt: 'soon' },
      { ...hold, reason: 5 },
      { ...hold, phoneNumber: 'no number', name: VICTIM.name },
    ]) {
      const record = { kind: 'hold', key: randomUUID(), body };
      await run(`select TEAM.share('COMPUTER', '${JSON.stringify([record])}')`);
    }
    const erasure = await eraseToTheEnd(mary);
    for (let time = 0; time < 2; time += 1)
      for (const each of [mary, bob]) await inStep(team, { ...each, troubles: 'expected' });
    expect(await mary.stores.erasures.receipt(erasure)).toMatchObject({ team: { told: 1, held: 0 } });
    await expectNothingLeft(team, mary, bob);
  }, 60_000);

  test.each([
    ['the same way', `repeat('NAME ', 200000)`],
    [
      'a thousand ways',
      `(select string_agg(replace('NAME', ' ', repeat(' ', n)), '. ') from generate_series(1, 4000) n)`,
    ],
  ])(
    'don’t keep an erasure busy that name them in %s',
    async (_way, text) => {
      const { team, mary, bob } = await busyTeam();
      const run = await eveIn(team);
      const said = text.replace('NAME', VICTIM.name);
      const event = `jsonb_build_object('at', 1, 'code', 'verdict_set', 'by', session_user,
      'values', jsonb_build_object('verdict', 'yes', 'seen', true, 'reason', ${said}))`;
      for (const [kind, body] of [
        ['note', `jsonb_build_object('text', ${said}, 'at', 1)`],
        ['request', `jsonb_build_object('history', jsonb_build_array(${event}))`],
        [
          'library',
          `jsonb_build_object('service', '${SERVICE}', 'label', jsonb_build_object('note', ${said}))`,
        ],
      ]) {
        const stored =
          run(`select TEAM.share('COMPUTER', jsonb_build_array(jsonb_build_object('kind', '${kind}',
        'key', '${randomUUID()}', 'service', '${SERVICE}', 'request', '${randomUUID()}', 'body', ${body})))`);
        await stored.catch((error) => expect(String(error)).toContain('records_shape'));
      }
      await eraseToTheEnd(mary);
      for (const each of [mary, bob]) await inStep(team, { ...each, troubles: 'expected' });
      await expectNothingLeft(team, mary, bob);
    },
    60_000,
  );

  test('have colleagues exchange nothing without end, as of two events at once one is without somebody', async () => {
    const team = await newTeam();
    const [tom, ann] = [await computerOf(team, 'tom'), await computerOf(team, 'ann')];
    await addTracked(tom.storage, randomUUID());
    await tom.connect();
    await ann.connect();
    await inStep(team, tom, ann);
    const run = await eveIn(team);
    const event = { at: 5000, code: 'verdict_set', by: 'eve' };
    const history = ['As [erased].', 'As nobody.'].map((reason) => ({
      ...event,
      values: { verdict: 'yes', seen: true, reason },
    }));
    await run(`select TEAM.share('COMPUTER', (select jsonb_agg(jsonb_build_object('kind', kind, 'key', key,
      'service', service, 'request', request, 'body', jsonb_set(body, '{history}', (body -> 'history') || '${JSON.stringify(history)}')))
      from TEAM.records where kind = 'request'))`);
    await inStep(team, tom, ann);
    // Whatever else happens, it is read again.
    for (const each of [tom, ann, tom]) {
      each.write(`UPDATE requests SET verdict = iif(verdict = 'yes', 'no', 'yes')`);
      await inStep(team, tom, ann);
      await run(`select TEAM.share('COMPUTER', (select jsonb_agg(jsonb_build_object('kind', kind, 'key', key,
        'service', service, 'request', request, 'body', body)) from TEAM.records where kind = 'request'))`);
      await inStep(team, tom, ann);
    }
    const reasons = `SELECT values_json ->> '$.reason' AS reason FROM history WHERE at = 5000 ORDER BY ordinal`;
    for (const { sql } of [tom, ann])
      expect(sql(reasons)).toEqual([{ reason: 'As [erased].' }, { reason: 'As nobody.' }]);
  });

  test('don’t take a colleague’s time by histories that are long', async () => {
    const team = await newTeam();
    const tom = await computerOf(team, 'tom');
    await addTracked(tom.storage, randomUUID());
    await tom.connect();
    await inStep(team, tom);
    const run = await eveIn(team);
    for (const code of ['request_shared', 'taken_back']) {
      const history = `select jsonb_agg(jsonb_build_object('at', n, 'code', '${code}', 'values', null, 'by', 'tom'))
        from generate_series(1, 60000) n`;
      const body = `jsonb_set(body, '{history}', (${history}))`;
      await run(`select TEAM.share('COMPUTER', (select jsonb_agg(jsonb_build_object('kind', kind, 'key', key,
        'service', service, 'request', request, 'body', ${body})) from TEAM.records where kind = 'request'))`);
      await inStep(team, tom);
    }
    expect(tom.sql('SELECT 1 FROM history').length).toBeGreaterThan(120_000);
  }, 60_000);
});
