import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { callKey } from '../../shared/call-key.ts';
import { sampleSubmission } from '../electron/sample-submission.ts';
import { addTracked } from '../electron/storage/temporary-storage.ts';
import { computerOf, inStep, SERVICE } from '../electron/team/two-computers.ts';
import { until } from '../poll.ts';
import { hasPostgres, NEEDS_POSTGRES, newTeam, type Recruiter, type TestTeam } from '../postgres-cluster.ts';

/** What somebody tries who has a recruiter's role and `psql`. `COMPUTER` is theirs, `TEAM` the schema. */
interface Hostile {
  readonly role: Recruiter;
  readonly computer: string;
  readonly team: TestTeam;
}

async function hostileIn(team: TestTeam, name = 'eve'): Promise<Hostile> {
  const hostile = { role: await team.recruiter(name), computer: randomUUID(), team };
  await run(hostile, `select from TEAM.hello('COMPUTER', '${name}', 0, null, null)`);
  return hostile;
}

const run = ({ role, team, computer }: Hostile, statements: string): Promise<string> =>
  team.cluster.psql(statements.replaceAll('TEAM', team.name).replaceAll('COMPUTER', computer), { as: role });

const truth = (team: TestTeam, statements: string): Promise<string> =>
  team.cluster.psql(statements.replaceAll('TEAM', team.name));

/** The error with which statements fail; '' if they don't. */
async function refusal(who: Hostile, statements: string): Promise<string> {
  try {
    await run(who, statements);
    return '';
  } catch (error) {
    return error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  }
}

const quoted = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "''")}'`;
const shareSql = (...records: object[]): string => `select TEAM.share('COMPUTER', ${quoted(records)})`;
const claimSql = (number: string, more = "'{}'"): string =>
  `select answer from TEAM.claim('COMPUTER', '${SERVICE}', '${number}', ${more}, '${randomUUID()}', 'Ann', 'Engineer', 90, 0)`;
const settleSql = (number: string, more: object): string =>
  `select from TEAM.settle('COMPUTER', ${quoted([{ service: SERVICE, call_key: number, at: 1, candidate: 'Ann', job: 'Engineer', ...more }])})`;
const forbidSql = (entry: object): string =>
  `select TEAM.forbid('COMPUTER', ${quoted([{ id: randomUUID(), hash: '00'.repeat(32), reason: 'asked', added_at: 1, ...entry }])})`;
const eraseSql = (numbers: string, holds = "'{}'", forgotten = '{}'): string =>
  `select TEAM.erase('COMPUTER', '${SERVICE}', '${numbers}', '${numbers}', '[]', 'request', '{}', ${holds}, '${forgotten}')`;

describe.runIf(hasPostgres)('a hostile member of a team', NEEDS_POSTGRES, () => {
  test('stores nothing that is longer, later or emptier than what the app writes', async () => {
    const team = await newTeam();
    const [eve, tom] = [await hostileIn(team), await hostileIn(team, 'tom')];
    await run(tom, claimSql('+15550100'));
    const note = { kind: 'note', key: 'k', service: SERVICE, request: 'r' };
    const big = (body: string): string =>
      `select TEAM.share('COMPUTER', jsonb_build_array('${JSON.stringify(note)}'::jsonb || jsonb_build_object('body', ${body})))`;
    const request = { kind: 'request', key: 'k', service: SERVICE, request: 'r' };
    const tries: Record<string, string> = {
      'a text of 30 MB': big(`jsonb_build_object('text', repeat('a', 30000000))`),
      'numbers of 130,000 digits each': big(`('[' || repeat('1e131071,', 300) || '0]')::jsonb`),
      'a long key': shareSql({ ...note, key: 'k'.repeat(2500), body: {} }),
      'a candidate of 1 MB': claimSql('+15550101').replace("'Ann'", "repeat('a', 1000000)"),
      'a long call key': claimSql('1'.repeat(200)),
      'a reason of 1 MB': forbidSql({ number: '+15550102' }).replace('asked', 'a'.repeat(100_000)),
      'a hash that is none': forbidSql({ number: '+15550102', hash: '00' }),
      'a head of 1 MB': `select TEAM.note_evidence('COMPUTER', '${randomUUID()}', 1, decode(repeat('00', 1000000), 'hex'))`,
      'a state of no time': shareSql({ ...request, body: { refreshedAt: 'soon' } }),
      'a state beyond all times': shareSql({ ...request, body: 'BODY' }).replace(
        '"BODY"',
        '{"refreshedAt":1e400}',
      ),
      'NaN in JSON': shareSql({ ...note, body: 'BODY' }).replace('"BODY"', 'NaN'),
      'NUL in JSON': shareSql({ ...note, body: '\0' }),
      'records that are no list': `select TEAM.share('COMPUTER', '{}')`,
      'a record that is none': `select TEAM.share('COMPUTER', '[5]')`,
      'a conflict of its own': shareSql({ kind: 'conflict', key: 'k', body: {} }),
      'a kind of its own': shareSql({ kind: 'mine', key: 'k', body: {} }),
      'a number beyond bigint': `select from TEAM.hello('COMPUTER', 'eve', 9223372036854775808, null, null)`,
      'a negative change': `select TEAM.erased('COMPUTER', -9223372036854775809)`,
      'a name of two lines': `select from TEAM.hello('COMPUTER', E'eve\\ntom', 0, null, null)`,
      'no name': `select from TEAM.hello('COMPUTER', null, 0, null, null)`,
      'what a colleague’s claim could not give back': settleSql('+15550100', {
        submission: null,
        state: 'unclear',
      }),
      'the same without a candidate': settleSql('+15550100', {
        submission: randomUUID(),
        state: 'unclear',
        candidate: null,
      }),
      'an array with a null': `select TEAM.take_turns('COMPUTER', '${SERVICE}', array['r', null], 60)`,
      'an erasure of null': eraseSql('{null}'),
    };
    const stored: string[] = [];
    for (const [what, statement] of Object.entries(tries))
      if ((await refusal(eve, statement)) === '') stored.push(what);
    expect(stored).toEqual([]);
    expect(await truth(team, 'select count(*) from TEAM.records; select person from TEAM.claims')).toBe(
      '0\ntom',
    );
  }, 120_000);

  test('can’t say of a colleague’s request whom it is about', async () => {
    const team = await newTeam();
    const [eve, tom] = [await hostileIn(team), await hostileIn(team, 'tom')];
    const request = { kind: 'request', key: 'k', service: SERVICE, request: 'r' };
    const about = (phoneNumber: string) => ({ submission: { id: randomUUID(), phoneNumber } });
    await run(tom, shareSql({ ...request, body: { ...about('+15550100'), status: 'PENDING' } }));
    await run(eve, shareSql({ ...request, body: { ...about('+15550199'), status: 'DONE' } }));
    expect(
      await truth(team, `select body #>> '{submission,phoneNumber}', body ->> 'status' from TEAM.records`),
    ).toBe('+15550100|DONE');
  });

  test('can’t keep the state of a request from being followed by a later one', async () => {
    const team = await newTeam();
    const [eve, tom] = [await hostileIn(team), await hostileIn(team, 'tom')];
    const request = { kind: 'request', key: 'k', service: SERVICE, request: 'r' };
    const stored = `select body ->> 'status' from TEAM.records`;
    const tell = (who: Hostile, status: string, refreshedAt: number): Promise<string> =>
      run(who, shareSql({ ...request, body: { refreshedAt, status } }));
    await tell(eve, 'forged', 8e15);
    // A computer that read it goes on from there.
    await tell(tom, 'true', 253402300800000);
    expect(await truth(team, stored)).toBe('true');
  });

  test('changes nothing of a colleague by leaving arguments out', async () => {
    const team = await newTeam();
    const [eve, tom] = [await hostileIn(team), await hostileIn(team, 'tom')];
    await run(tom, claimSql('+15550100'));
    await run(tom, forbidSql({ number: '+15550109' }));
    await run(
      tom,
      shareSql({
        kind: 'hold',
        key: randomUUID(),
        body: { phoneNumber: '+15550100', name: 'Ann', reason: 'court' },
      }),
    );
    const all = `select * from TEAM.claims where person = 'tom'; select id, number, lifted_at from TEAM.do_not_call; select * from TEAM.records;
      select * from TEAM.computers where login like 'tom%'; select * from TEAM.claim_log where login like 'tom%'`;
    const before = await truth(team, all);
    const functions = await truth(
      team,
      `select proname, array_to_string(array(select format_type(t, null) from unnest(proargtypes) with ordinality as a (t, n) order by n), ',')
       from pg_proc where pronamespace = 'TEAM'::regnamespace and has_function_privilege('TEAM', oid, 'execute')`,
    );
    const own: Readonly<Record<string, string>> = {
      uuid: `'COMPUTER'`,
      text: `'${SERVICE}'`,
      'text[]': `'{+15550100}'`,
      'bytea[]': `'{}'`,
      bytea: `'x'`,
      jsonb: `'[]'`,
      bigint: '0',
      integer: '-1',
    };
    for (const line of functions.split('\n')) {
      const [name = '', types = ''] = line.split('|');
      // Erasing is what a member may do, and every other function only with a computer of their own.
      if (name === 'erase' || name === 'leave') continue;
      const kinds = types.split(',');
      for (let missing = 0; missing < kinds.length; missing += 1) {
        const values = kinds.map((kind, index) => (index === missing ? 'null' : (own[kind] ?? 'null')));
        await refusal(
          eve,
          `select from TEAM.${name}(${values.map((value, index) => `${value}::${kinds[index]}`)})`,
        );
      }
    }
    // A hold isn't passed by without its id.
    await run(eve, eraseSql('{+15550100}', 'null'));
    expect(await truth(team, all)).toBe(before);
  }, 60_000);

  test('can’t have a number called that is on the list by keeping its hashes back', async () => {
    const team = await newTeam();
    const [eve, tom] = [await hostileIn(team), await computerOf(team, 'tom')];
    await tom.connect();
    await tom.stores.doNotCall.add([
      { id: randomUUID(), phoneNumber: '+15550100', reason: 'asked', addedBy: 'tom', addedAt: 5000 },
    ]);
    await inStep(team, tom);
    expect(await run(eve, claimSql(callKey('+15550100')))).toBe('do_not_call');
    expect(await run(eve, claimSql(callKey('+15550100'), 'null'))).toBe('do_not_call');
  });

  test('leaves a line in the log for whom they erase, unlist or take out of a text', async () => {
    const team = await newTeam();
    const [eve, tom] = [await hostileIn(team), await hostileIn(team, 'tom')];
    await run(tom, claimSql('+15550100'));
    const [listed, other] = [randomUUID(), randomUUID()];
    for (const id of [listed, other]) await run(tom, forbidSql({ id, number: '+15550100' }));
    await run(
      tom,
      shareSql({
        kind: 'verdict',
        key: 'k',
        service: SERVICE,
        request: 'r',
        body: { verdict: 'maybe', reason: 'text of reason' },
      }),
    );
    await run(eve, eraseSql('{+15550100}', "'{}'", `{${listed}}`));
    const key = await truth(team, `select key from TEAM.records where kind = 'verdict'`);
    const found = ['text', 'reason', 'maybe', 'verdict'];
    await run(eve, `select TEAM.unmention('COMPUTER', ${quoted([{ kind: 'verdict', key, found }])})`);
    const log = `select what, login like 'eve%', submission = '${eve.computer}' from TEAM.claim_log where login like 'eve%' order by change`;
    expect(await truth(team, log)).toBe('erased|t|t\nunlisted|t|t\nunmentioned|t|t');
    // What is said stays readable: only texts are rewritten.
    expect(await truth(team, `select body from TEAM.records where kind = 'verdict'`)).toBe(
      '{"reason": "[erased] of [erased]", "verdict": "maybe"}',
    );
    // Neither a colleague's log nor the tombstone goes.
    const undo = [
      `select TEAM.erased('COMPUTER', 9000000000000000)`,
      `select from TEAM.hello('COMPUTER', 'eve', 0, null, null)`,
      `select TEAM.leave('COMPUTER')`,
    ];
    for (const statement of undo) await run(eve, statement);
    expect(await truth(team, 'select kind from TEAM.tombstones order by change')).toBe('number\nmention');
  });

  test('leaves a line in the log for a number that they lift, whatever they call themselves meanwhile', async () => {
    const team = await newTeam();
    const [eve, tom] = [await hostileIn(team), await hostileIn(team, 'tom')];
    const entry = { id: randomUUID(), number: '+15550100' };
    await run(tom, forbidSql(entry));
    const named = (name: string): string => `select from TEAM.hello('COMPUTER', '${name}', 0, null, null)`;
    for (const statement of [named('Head office'), forbidSql({ ...entry, lifted_reason: '' }), named('eve')])
      await run(eve, statement);
    await run(eve, forbidSql({ ...entry, lifted_reason: 'again' }));
    expect(await truth(team, 'select lifted_by from TEAM.do_not_call')).toBe('Head office');
    const log = `select what, login, submission = computer, other from TEAM.claim_log where what = 'lifted'`;
    expect(await truth(team, log)).toBe(`lifted|${eve.role.login}|t|${entry.id}`);
  });

  test('can’t keep colleagues from what somebody shares by sharing it first, elsewhere', async () => {
    const team = await newTeam();
    const [eve, tom] = [await hostileIn(team), await hostileIn(team, 'tom')];
    const label = { kind: 'library', key: `${SERVICE} job_description j-1`, body: {} };
    const tag = { kind: 'tag', key: 'k 1', service: SERVICE, request: 'r', body: { tag: 'phone' } };
    for (const each of [label, tag]) {
      await run(eve, shareSql({ ...each, service: 'https://elsewhere.example', request: 'other' }));
      await run(tom, shareSql(each));
    }
    const stored = 'select kind, service, request from TEAM.records order by kind';
    expect(await truth(team, stored)).toBe(`library||\ntag|${SERVICE}|r`);
  });

  test('can’t bring back whom the team erased by keeping the hashes back', async () => {
    const team = await newTeam();
    const [eve, tom] = [await hostileIn(team), await computerOf(team, 'tom')];
    const requestId = randomUUID();
    await addTracked(tom.storage, requestId);
    await tom.connect();
    await inStep(team, tom);
    const stored = JSON.parse(
      await truth(team, `select to_jsonb(r) from TEAM.records r where kind = 'request'`),
    );
    const number = callKey(stored.body.submission.phoneNumber);
    await run(eve, eraseSql(`{${number}}`));
    await run(eve, shareSql({ ...stored, own: true }));
    await run(eve, shareSql({ ...stored, own: true, key: 'another', hashes: [] }));
    expect(await truth(team, 'select count(*) from TEAM.records')).toBe('0');
  });

  test('can’t keep somebody from being called by sharing a request of a submission that waits at a colleague’s', async () => {
    const team = await newTeam();
    const eve = await hostileIn(team);
    const tom = await computerOf(team, 'tom', { troubles: 'expected' });
    await addTracked(tom.storage, randomUUID());
    const waiting = sampleSubmission({ state: 'queued', phoneNumber: '+12025550188' });
    await tom.stores.submissions.add([waiting]);
    await tom.connect();
    await inStep(team, tom);
    // She reads its id where its number is claimed.
    const { key: _key, body } = JSON.parse(
      await truth(team, `select to_jsonb(r) from TEAM.records r where kind = 'request'`),
    );
    const requestId = randomUUID();
    const submission = { ...body.submission, id: waiting.id, phoneNumber: waiting.phoneNumber };
    const forged = { kind: 'request', key: `${SERVICE} ${requestId}`, service: SERVICE, request: requestId };
    await run(eve, shareSql({ ...forged, body: { ...body, requestId, submission }, own: true, hashes: [] }));
    await inStep(team, tom);
    expect((await tom.stores.submissions.get(waiting.id))?.state).toBe('queued');
  });

  test('can’t keep a colleague from erasing, nor undo a tombstone, by a request that is called as a number', async () => {
    const team = await newTeam();
    const [eve, mary] = [await hostileIn(team), await hostileIn(team, 'mary')];
    const [first, second] = ['+15550100', '+15550101'];
    const body = { submission: { phoneNumber: first } };
    await run(eve, shareSql({ kind: 'request', key: first, service: SERVICE, request: 'r', body }));
    for (const number of [first, second]) await run(mary, eraseSql(`{${number}}`));
    const [ofRequest, submission] = [`${SERVICE} one`, randomUUID()];
    const erase = (requests: object[], numbers = '{}'): string =>
      `select TEAM.erase('COMPUTER', '${SERVICE}', '${numbers}', '{}', ${quoted(requests)}, 'request', '{}', '{}', '{}')`;
    await run(mary, erase([{ id: 'one', key: ofRequest, submission }]));
    await run(eve, erase([{ id: 'r', key: second, submission }], `{${ofRequest}}`));
    const kinds = `select string_agg(kind, ' ' order by change) from TEAM.tombstones`;
    expect(await truth(team, kinds)).toBe('number number request');
  });

  test('stores no request that is none’s, which an erasure would leave', async () => {
    const team = await newTeam();
    const eve = await hostileIn(team);
    const body = { submission: { phoneNumber: '+15550100', candidateName: 'Ann' } };
    for (const place of [{ service: SERVICE }, { request: 'r' }])
      expect(await refusal(eve, shareSql({ kind: 'request', key: 'k', ...place, body }))).toContain(
        'records_shape',
      );
  });

  test('can’t keep a request from being erased by taking its number over without end', async () => {
    const team = await newTeam();
    const [eve, tom] = [await hostileIn(team), await hostileIn(team, 'tom')];
    await run(tom, claimSql('+15550100'));
    const submission = await truth(team, 'select submission from TEAM.claims');
    const again = `perform TEAM.claim('COMPUTER', '${SERVICE}', '+15550100', '{}', gen_random_uuid(), '', '', 90, 1000000000000000)`;
    await run(eve, `do $$ begin for i in 1 .. 1500 loop ${again}; end loop; end $$`);
    const requests = quoted([{ id: 'r', key: `${SERVICE} r`, submission }]);
    const ofTom = `select TEAM.erase('COMPUTER', '${SERVICE}', '{}', '{}', ${requests}, 'request', '{}', '{}', '{}')`;
    expect(await refusal(tom, ofTom)).toBe('');
    // Nor what she took over last.
    const last = quoted([
      { id: 'r', key: `${SERVICE} r`, submission: await truth(team, 'select submission from TEAM.claims') },
    ]);
    expect(await refusal(tom, ofTom.replace(requests, last))).toBe('');
  });

  test('can’t call themselves as a colleague, nor say what a colleague did', async () => {
    const team = await newTeam();
    const [tom, eve] = [await hostileIn(team, 'tom'), await hostileIn(team)];
    await hostileIn(team, 'jos\u00e9');
    const { login } = eve.role;
    for (const [typed, kept] of [
      ['tom', `tom (${login})`],
      [' T.o-m ', ` T.o-m  (${login})`],
      ['t\u200bom', `t\u200bom (${login})`],
      ['\uff54om', `\uff54om (${login})`],
      [`tom (${tom.role.login})`, `tom (${tom.role.login}) (${login})`],
      ['jose\u0301', `jose\u0301 (${login})`],
      ['Tomas', 'Tomas'],
    ]) {
      await run(eve, `select from TEAM.hello('COMPUTER', '${typed}', 0, null, null)`);
      expect(await truth(team, `select person from TEAM.computers where login = '${login}'`)).toBe(kept);
    }
    // However the session reads what is in the functions.
    await run(
      eve,
      `set standard_conforming_strings = off; select from TEAM.hello('COMPUTER', 'tom ', 0, null, null)`,
    );
    expect(await truth(team, `select person from TEAM.computers where login = '${login}'`)).toBe(
      `tom  (${login})`,
    );
    expect(await refusal(eve, `select from TEAM.hello('COMPUTER', '\u202emot', 0, null, null)`)).toContain(
      'name_missing',
    );
    // The person themselves has as many computers as they like.
    const second = { ...tom, computer: randomUUID() };
    await run(second, `select from TEAM.hello('COMPUTER', 'tom', 0, null, null)`);
    expect(await truth(team, `select distinct person from TEAM.computers where login like 'tom%'`)).toBe(
      'tom',
    );

    const event = { at: 5, code: 'verdict_set', values: null };
    const theirs = { ...event, by: tom.role.login };
    const told = (history: unknown[], refreshedAt: number): string =>
      shareSql({ kind: 'request', key: 'k', service: SERVICE, request: 'r', body: { refreshedAt, history } });
    const by = `select e ->> 'by' from TEAM.records, jsonb_array_elements(body -> 'history') e order by 1`;
    await run(tom, told([theirs], 1));
    await run(eve, told([theirs, { ...theirs, at: 6 }, { ...event, by: login }, { ...event, at: 7 }], 2));
    expect(await truth(team, by)).toBe(
      [`, told by ${login}`, login, theirs.by, `${theirs.by}, told by ${login}`].join('\n'),
    );
    // Told once more, it is the same; and its own teller's.
    await run(eve, told([{ ...theirs, at: 6, by: `${theirs.by}, told by ${login}` }], 3));
    expect(await truth(team, by)).toBe(`${theirs.by}, told by ${login}`);
    await run(tom, told([{ ...theirs, at: 6 }], 4));
    expect(await truth(team, by)).toBe(theirs.by);
  });

  test('who notifies without end has colleagues ask a few times, and nothing more', async () => {
    const team = await newTeam();
    const [eve, tom] = [await hostileIn(team), await computerOf(team, 'tom')];
    await tom.connect();
    await inStep(team, tom);
    const channel = await run(eve, `select channel from TEAM.hello('COMPUTER', 'eve', 0, null, null)`);
    const before = tom.told.statements.length;
    const spam = `do $$ begin for i in 1 .. 5000 loop perform pg_notify('${channel}', i::text); end loop; end $$`;
    await run(eve, spam);
    await run(eve, forbidSql({ number: '+15550100' }));
    await until('the number', () => tom.sql('SELECT 1 FROM do_not_call').length === 1);
    await tom.sync.settled();
    expect(tom.told.statements.length - before).toBeLessThan(200);
  });
});
