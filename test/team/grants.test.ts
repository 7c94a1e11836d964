import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sqlFor } from '../../electron/team/join-team.ts';
import { SCHEMA_VERSION } from '../../electron/team/team-database.ts';
import { DATABASE, SCHEMA_FILE } from '../../practice/team/postgres-cluster.ts';
import {
  hasPostgres,
  NEEDS_POSTGRES,
  newTeam,
  ownCluster,
  type Recruiter,
  sharedCluster,
  type TestTeam,
} from '../postgres-cluster.ts';
import { temporaryFolder } from '../temp-folder.ts';

/** SQLSTATE. */
const NOT_ALLOWED = '42501';
const RAISED = 'P0001';

/** A recruiter of a team, with a computer that has joined. */
interface Colleague {
  readonly role: Recruiter;
  readonly computer: string;
  readonly team: TestTeam;
}

async function colleague(team: TestTeam, name: string): Promise<Colleague> {
  const joined = { role: await team.recruiter(name), computer: randomUUID(), team };
  await run(joined, `select from TEAM.hello('${joined.computer}', '${name}', 0, null, null)`);
  return joined;
}

/** What statements print that somebody runs; `TEAM` is their team's schema. */
function run({ role, team }: Pick<Colleague, 'role' | 'team'>, statements: string): Promise<string> {
  return team.cluster.psql(statements.replaceAll('TEAM', team.name), {
    as: role,
    variables: { VERBOSITY: 'sqlstate' },
  });
}

/** What the administrator reads. */
const truth = (team: TestTeam, statements: string) =>
  team.cluster.psql(statements.replaceAll('TEAM', team.name));

/** The SQLSTATE with which statements fail; the words `it worked` if they don't. */
async function refusal(who: Pick<Colleague, 'role' | 'team'>, statements: string): Promise<string> {
  try {
    await run(who, statements);
    return 'it worked';
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    return /(?:ERROR|FATAL):\s+(\w{5})\s*$/m.exec(said)?.[1] ?? String(error);
  }
}

const claimBy = ({ computer }: Colleague, number: string, seen = 0, submission = randomUUID()) =>
  `select answer from TEAM.claim('${computer}', 'https://api.test', '${number}', '{}', '${submission}', 'Ann', 'Engineer', 90, ${seen})`;

const tablesOf = (team: TestTeam) =>
  truth(team, `select relname from pg_class where relnamespace = 'TEAM'::regnamespace and relkind = 'r'`);

describe.runIf(hasPostgres)('a recruiter’s role', NEEDS_POSTGRES, () => {
  test('can neither write to a table of its team nor read one of another team', async () => {
    const [team, other] = [await newTeam(), await newTeam()];
    const mary = await colleague(team, 'mary');
    const eve = { role: await other.recruiter('eve'), team };
    const tables = (await tablesOf(team)).split('\n');
    expect(tables).toEqual(expect.arrayContaining(['claims', 'records', 'do_not_call', 'tombstones']));
    for (const table of tables) {
      // Whatever a table holds, the rights are looked at first.
      const column = await truth(
        team,
        `select attname from pg_attribute where attrelid = 'TEAM.${table}'::regclass and attnum = 1`,
      );
      const writes = [
        `insert into TEAM.${table} default values`,
        `update TEAM.${table} set ${column} = ${column}`,
        `delete from TEAM.${table}`,
        `truncate TEAM.${table}`,
        `select from TEAM.${table} for update`,
        `do $$ begin lock table TEAM.${table} in share mode; end $$`,
        `alter table TEAM.${table} disable trigger all`,
        `alter table TEAM.${table} add column mine text`,
        `drop table TEAM.${table}`,
        `create trigger mine before insert on TEAM.${table} execute function suppress_redundant_updates_trigger()`,
        `create rule mine as on insert to TEAM.${table} do instead nothing`,
        `create policy mine on TEAM.${table}`,
        `create index mine on TEAM.${table} (${column})`,
      ];
      for (const statement of writes) {
        expect([statement, await refusal(mary, statement)]).toEqual([statement, NOT_ALLOWED]);
      }
      await run(mary, `select from TEAM.${table}`);
      // A warning is all that this gives.
      await run(mary, `grant all on TEAM.${table} to public`);
      expect([table, await refusal(eve, `select from TEAM.${table}`)]).toEqual([table, NOT_ALLOWED]);
      expect([table, await refusal(eve, `copy TEAM.${table} to stdout`)]).toEqual([table, NOT_ALLOWED]);
    }
  });

  test('can call none of another team’s functions, and of its own only those that know the caller', async () => {
    const [team, other] = [await newTeam(), await newTeam()];
    const [mary, eve] = [await colleague(team, 'mary'), { role: await other.recruiter('eve'), team }];
    const callable = `select string_agg(distinct proname, ' ' order by proname) from pg_proc
      where pronamespace = 'TEAM'::regnamespace and has_schema_privilege('TEAM', 'usage')
      and has_function_privilege(oid, 'execute')`;
    expect(await run(mary, callable)).toBe(
      'claim erase erased forbid hello leave note_evidence settle share take_turns told unmention',
    );
    expect(await run(eve, callable)).toBe('');
    expect(await refusal(eve, claimBy(mary, '+15550100'))).toBe(NOT_ALLOWED);
    // Every function that acts as the owner names where it looks, with what is temporary last.
    const looks = await truth(
      team,
      `select distinct array_to_string(proconfig, ',') from pg_proc where pronamespace = 'TEAM'::regnamespace and prosecdef`,
    );
    expect(looks).toBe(`search_path=${team.name}, pg_catalog, pg_temp`);
  });

  test('can’t act as a colleague’s computer, a computer that left, or one that never joined', async () => {
    const team = await newTeam();
    const [mary, tom] = [await colleague(team, 'mary'), await colleague(team, 'tom')];
    const asComputer = (id: string) => [
      claimBy({ ...mary, computer: id }, '+15550100'),
      `select TEAM.settle('${id}', '[]')`,
      `select TEAM.share('${id}', '[]')`,
      `select TEAM.forbid('${id}', '[]')`,
      `select TEAM.erase('${id}', 'https://api.test', '{}', '{}', '[]', 'request', '{}', '{}', '{}')`,
      `select TEAM.unmention('${id}', '[]')`,
      `select TEAM.erased('${id}', 1)`,
      `select TEAM.take_turns('${id}', 'https://api.test', '{a}', 60)`,
      `select TEAM.note_evidence('${id}', '${randomUUID()}', 1, 'x')`,
      `select TEAM.leave('${id}')`,
    ];
    for (const call of [...asComputer(tom.computer), ...asComputer(randomUUID())])
      expect([call, await refusal(mary, call)]).toEqual([call, NOT_ALLOWED]);
    expect(await refusal(mary, `select from TEAM.hello('${tom.computer}', 'Tom', 0, null, null)`)).toBe(
      NOT_ALLOWED,
    );
    await run(mary, `select TEAM.leave('${mary.computer}')`);
    for (const call of asComputer(mary.computer))
      expect([call, await refusal(mary, call)]).toEqual([call, NOT_ALLOWED]);
    expect(await truth(team, 'select count(*) from TEAM.claims')).toBe('0');
  });

  test('gets no rights of another role, of the server, or of its files', async () => {
    const team = await newTeam();
    const mary = await colleague(team, 'mary');
    const tom = await team.recruiter('tom');
    const refused = [
      `set role ${team.name}_owner`,
      'set role postgres',
      `set role "${tom.login}"`,
      `set session authorization "${tom.login}"`,
      `grant ${team.name} to "${tom.login}"`,
      `grant ${team.name}_owner to "${mary.role.login}"`,
      `alter role "${tom.login}" password 'mine'`,
      `alter role "${mary.role.login}" createrole`,
      'create role another login',
      'set session_replication_role = replica',
      `alter system set log_statement = 'all'`,
      `select pg_read_file('pg_hba.conf')`,
      `select pg_ls_dir('.')`,
      `select lo_import('/etc/passwd')`,
      `copy (select 1) to program 'true'`,
      `copy (select 1) to '/tmp/mine'`,
      `select * from pg_authid`,
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'postgres' limit 1`,
      `create table TEAM.mine (n int)`,
      `create function TEAM.mine() returns int language sql as 'select 1'`,
      `create operator TEAM.=== (leftarg = text, rightarg = text, function = texteq)`,
      `create type TEAM.mine as (n int)`,
      `alter function TEAM.own_computer(uuid) security definer`,
      `alter schema TEAM rename to mine`,
      'drop schema TEAM cascade',
      `alter default privileges for role ${team.name}_owner grant all on tables to public`,
      `select TEAM.next_change()`,
      `select TEAM.restored()`,
      `select TEAM.own_computer('${mary.computer}')`,
      `create publication mine for table TEAM.claims`,
      `comment on table TEAM.claims is 'mine'`,
      `security label on table TEAM.claims is 'mine'`,
    ];
    const allowed: string[] = [];
    for (const statement of refused) {
      const why = await refusal(mary, statement);
      // There is no provider of security labels here, which is said first.
      if (![NOT_ALLOWED, '22023'].includes(why)) allowed.push(`${statement}: ${why}`);
    }
    expect(allowed).toEqual([]);
  });

  test('can’t lead a function astray by tables, types or functions of its own', async () => {
    const team = await newTeam();
    const [mary, tom] = [await colleague(team, 'mary'), await colleague(team, 'tom')];
    await run(tom, claimBy(tom, '+15550100'));
    const traps = `
      create temp table claims as select * from TEAM.claims limit 0;
      create temp table computers as select * from TEAM.computers;
      create temp table team as select * from TEAM.team;
      create temp table do_not_call as select * from TEAM.do_not_call;
      update computers set login = session_user;
      create function pg_temp.now() returns timestamptz language sql as 'select ''2999-01-01''::timestamptz';
      create function pg_temp.own_computer(uuid) returns computers language sql as 'select * from computers limit 1';
      create function pg_temp.texteq(text, text) returns boolean language sql as 'select true';
      set search_path = pg_temp, TEAM, pg_catalog;`;
    expect(await run(mary, `${traps} ${claimBy(mary, '+15550100')}`)).toBe('taken');
    expect(await refusal(mary, `${traps} ${claimBy(tom, '+15550101')}`)).toBe(NOT_ALLOWED);
    expect(await truth(team, 'select person from TEAM.claims')).toBe('tom');
  });

  test('can’t rewrite what the team’s logs, notes, verdicts and claims say of a colleague', async () => {
    const team = await newTeam();
    const [mary, tom] = [await colleague(team, 'mary'), await colleague(team, 'tom')];
    const chain = randomUUID();
    const share = (who: Colleague, kind: string, key: string, text: string) =>
      run(
        who,
        `select TEAM.share('${who.computer}', '[{"kind":"${kind}","key":"${key}","service":"s","request":"r","body":{"text":"${text}"}}]')`,
      );
    await run(tom, claimBy(tom, '+15550100'));
    await share(tom, 'note', 'n1', 'as written');
    await share(tom, 'verdict', 'r', 'yes');
    await run(tom, `select TEAM.note_evidence('${tom.computer}', '${chain}', 7, 'theirs')`);
    const told = `select person, body ->> 'text' from TEAM.records order by kind;
      select person, state from TEAM.claims; select what from TEAM.claim_log where login like 'tom%'; select hash from TEAM.evidence_heads where login like 'tom%'`;
    const before = await truth(team, told);
    await share(mary, 'note', 'n1', 'rewritten');
    await share(mary, 'verdict', 'r', 'no');
    await run(mary, `select TEAM.note_evidence('${mary.computer}', '${chain}', 7, 'mine')`);
    for (const state of ['free', 'unclear', 'claimed'])
      await run(
        mary,
        `select TEAM.settle('${mary.computer}', '[{"service":"https://api.test","call_key":"+15550100","submission":"${randomUUID()}","state":"${state}","at":1,"candidate":"Ann","job":"Engineer","upload":true}]')`,
      );
    const marysVerdict = `delete from TEAM.records where login like 'mary%'`;
    expect(await refusal(mary, marysVerdict)).toBe(NOT_ALLOWED);
    // As the owner, what is Mary's own is taken away; all else is as it was.
    await truth(team, marysVerdict);
    expect(await truth(team, told)).toBe(before);
    for (const statement of [
      'update TEAM.claim_log set what = what',
      'delete from TEAM.claim_log',
      'truncate TEAM.evidence_heads',
    ])
      await expect(truth(team, statement)).rejects.toMatchObject({
        stderr: expect.stringContaining('is append-only'),
      });
  });

  test('can’t rewrite the verdict of a colleague whose login ends as theirs, nor tell an event as one with a similar login', async () => {
    const team = await newTeam();
    const [mary, tom] = [await colleague(team, 'mary o_r'), await colleague(team, 'mary')];
    const login = tom.role.login;
    await truth(team, `alter role "${mary.role.login}" rename to "mary ${login}"`);
    const renamed = { ...mary, computer: randomUUID(), role: { ...mary.role, login: `mary ${login}` } };
    await truth(team, `alter role "${renamed.role.login}" password '${renamed.role.password}'`);
    await run(renamed, `select from TEAM.hello('${renamed.computer}', 'ann', 0, null, null)`);
    const share = (who: Colleague, record: object) =>
      run(
        who,
        `select TEAM.share('${who.computer}', '${JSON.stringify([{ service: 's', request: 'r', ...record }])}')`,
      );
    await share(renamed, { kind: 'verdict', key: 's r', body: { verdict: 'yes' } });
    await share(tom, { kind: 'verdict', key: 's r mary', body: { verdict: 'no' } });
    const verdicts = `select login, body ->> 'verdict' from TEAM.records where kind = 'verdict' order by change`;
    expect(await truth(team, verdicts)).toBe(`mary ${login}|yes\n${login}|no`);
    // Each sign of a pattern in a login is only itself.
    const similar = login.replaceAll('_', '-');
    const history = [{ at: 1, code: 'verdict_set', by: `boss, told by ${similar}` }];
    await share(tom, { kind: 'request', key: 's r', body: { history } });
    expect(
      await truth(team, `select body -> 'history' -> 0 ->> 'by' from TEAM.records where kind = 'request'`),
    ).toBe(`boss, told by ${similar}, told by ${login}`);
  });

  test('can’t keep a colleague’s computer from noting its evidence', async () => {
    const team = await newTeam();
    const [mary, tom] = [await colleague(team, 'mary'), await colleague(team, 'tom')];
    const chain = randomUUID();
    const note = (who: Colleague, hash: string) =>
      run(who, `select TEAM.note_evidence('${who.computer}', '${chain}', 7, '${hash}')`);
    await note(mary, 'forged');
    await note(tom, 'true');
    await note(tom, 'changed my mind');
    expect(
      await truth(
        team,
        `select person, convert_from(hash, 'UTF8') from TEAM.evidence_heads join TEAM.computers c on c.id = computer order by person`,
      ),
    ).toBe('mary|forged\ntom|true');
  });

  test('can’t make the team’s numbers run out', async () => {
    const team = await newTeam();
    const [mary, tom] = [await colleague(team, 'mary'), await colleague(team, 'tom')];
    for (const seen of [2n ** 62n, 2n ** 63n - 2_000_000n, 2n ** 63n - 1n])
      expect(
        await refusal(mary, `select from TEAM.hello('${mary.computer}', 'mary', ${seen}, null, null)`),
      ).toBe(RAISED);
    // As far as it goes: the rest is beyond what a server's starts and a team's changes use up.
    await run(mary, `select from TEAM.hello('${mary.computer}', 'mary', 4000000000000000, null, null)`);
    await run(mary, `select from TEAM.hello('${mary.computer}', 'mary', 4000000000000000, null, null)`);
    await run(mary, `select TEAM.told('${mary.computer}', (select generation from TEAM.team))`);
    expect(await run(tom, claimBy(tom, '+15550100'))).toBe('granted');
    expect(Number(await truth(team, 'select last_change from TEAM.team'))).toBeLessThan(4.1e15);
  });

  test('hears of its own team alone that something changed, and nothing of what', async () => {
    const [team, other] = [await newTeam(), await newTeam()];
    const [mary, eve] = [await colleague(team, 'mary'), await colleague(other, 'eve')];
    const channel = (who: Colleague) =>
      run(who, `select channel from TEAM.hello('${who.computer}', 'x', 0, null, null)`);
    expect(await channel(mary)).not.toBe(await channel(eve));
    const file = join(team.cluster.folder, `${team.name}.sql`);
    const statements = `listen ${await channel(mary)};\n${claimBy(mary, '+15550100')};`;
    team.cluster.write(file, statements.replaceAll('TEAM', team.name));
    const heard = await team.cluster.psql({ file }, { as: mary.role });
    expect(heard).toMatch(
      /Asynchronous notification "team_\d+" received from server process with PID \d+\.$/,
    );
    expect(heard).not.toContain('+15550100');
  });

  test('without a team reads nothing and is told so', async () => {
    const team = await newTeam();
    const stranger = {
      role: await team.cluster.createRecruiter(null, `stranger_${team.name}`),
      team,
    };
    expect(await refusal(stranger, 'select from TEAM.claims')).toBe(NOT_ALLOWED);
    expect(await refusal(stranger, `select from TEAM.hello('${randomUUID()}', 'x', 0, null, null)`)).toBe(
      NOT_ALLOWED,
    );
  });

  test('works without the rights that everybody has by default', async () => {
    const cluster = await sharedCluster();
    const database = `apart_${randomUUID().slice(0, 8)}`;
    const team = { ...(await newTeam()), name: database };
    await cluster.psql(`create database ${database}`);
    await cluster.createTeam(team.name, database);
    // As docs/team.md says it.
    for (const statement of [
      `revoke connect, temporary on database ${database} from public`,
      `grant connect on database ${database} to ${team.name}`,
      'revoke create on schema public from public',
    ])
      await cluster.psql(statement, { database });
    const [mary, eve] = [
      await cluster.createRecruiter(team.name, `mary_${team.name}`),
      await cluster.createRecruiter(null, `eve_${team.name}`),
    ];
    const computer = randomUUID();
    const joined = { role: mary, computer, team };
    const as = (role: Recruiter, statement: string) =>
      cluster.psql(statement.replaceAll('TEAM', team.name), { as: role, database });
    await as(mary, `select from TEAM.hello('${computer}', 'mary', 0, null, null)`);
    expect(await as(mary, claimBy(joined, '+15550100'))).toBe('granted');
    await expect(as(mary, 'create temp table mine (n int)')).rejects.toThrow('permission denied');
    await expect(as(mary, 'create table public.mine (n int)')).rejects.toThrow('permission denied');
    await expect(as(eve, 'select 1')).rejects.toThrow('permission denied');
  });

  test('keeps its own rights only, when it is in two teams', async () => {
    const [team, other] = [await newTeam(), await newTeam()];
    const mary = await colleague(team, 'mary');
    await truth(other, `grant TEAM to "${mary.role.login}"`);
    const here = { ...mary, team: other };
    expect(await refusal(here, claimBy(here, '+15550100'))).toBe(NOT_ALLOWED);
    await run(here, `select from TEAM.hello('${mary.computer}', 'mary', 0, null, null)`);
    expect(await run(here, claimBy(here, '+15550100'))).toBe('granted');
    expect(await truth(team, 'select count(*) from TEAM.claims')).toBe('0');
  });
});

describe.runIf(hasPostgres)('team/schema.sql', NEEDS_POSTGRES, () => {
  test('can be run again and leaves everything as it is', async () => {
    const team = await newTeam();
    const mary = await colleague(team, 'mary');
    await run(mary, claimBy(mary, '+15550100'));
    const all = `select generation, version, last_change, hash_key from TEAM.team; select * from TEAM.claims; select * from TEAM.claim_log;
      select relname, relacl from pg_class where relnamespace = 'TEAM'::regnamespace order by 1;
      select proname, prosecdef, proconfig, proacl, md5(prosrc) from pg_proc where pronamespace = 'TEAM'::regnamespace order by 1;
      select tgname, tgenabled, tgrelid::regclass from pg_trigger where tgname = 'kept' order by 3`;
    const before = await truth(team, all);
    await team.cluster.createTeam(team.name);
    expect(await truth(team, all)).toBe(before);
    // As the app runs it.
    await truth(team, sqlFor(team.name, readFileSync(SCHEMA_FILE, 'utf8')));
    expect(await truth(team, all)).toBe(before);
    expect(await run(mary, claimBy(mary, '+15550101'))).toBe('granted');
  });

  test('runs nothing that a member put in the way of who runs it', async () => {
    const cluster = await ownCluster();
    await cluster.createTeam('callboard');
    const eve = await cluster.createRecruiter('callboard', 'eve');
    // As it is by default in PostgreSQL 14.
    await cluster.psql('grant create on schema public to public');
    const traps = ['format(text, text)', 'pg_has_role(name, text, text)', 'to_regclass(text)'].map(
      (name) => `create function public.${name} returns text language plpgsql as $$ begin
        if current_setting('is_superuser') = 'on' then alter role eve superuser; end if; return null; end $$`,
    );
    for (const trap of traps) await cluster.psql(trap, { as: eve });
    await cluster.createTeam('callboard');
    expect(await cluster.psql(`select rolsuper from pg_roles where rolname = 'eve'`)).toBe('f');
  });

  test('may be run by somebody who may make roles and schemas and is no superuser', async () => {
    const cluster = await sharedCluster();
    const team = { ...(await newTeam()), name: `plain_${randomUUID().slice(0, 8)}` };
    const admin = await cluster.createRecruiter(null, `admin_${team.name}`);
    await cluster.psql(
      `alter role "${admin.login}" createrole; grant create on database ${DATABASE} to "${admin.login}"`,
    );
    const options = { as: admin, variables: { team: team.name } };
    await cluster.psql({ file: SCHEMA_FILE }, options);
    await cluster.psql({ file: SCHEMA_FILE }, options);
    const mary = await cluster.createRecruiter(team.name, `mary_${team.name}`);
    const computer = randomUUID();
    await run({ role: mary, team }, `select from TEAM.hello('${computer}', 'mary', 0, null, null)`);
    expect(await run({ role: mary, team }, claimBy({ role: mary, team, computer }, '+15550100'))).toBe(
      'granted',
    );
  });

  test.each(['Callboard', 'a-team', '1st', 'x; drop', 'pg_catalog', 'public'])(
    'refuses the team name "%s" and makes nothing of it',
    async (name) => {
      const cluster = await sharedCluster();
      const made = `select count(*) from pg_roles where rolname in ('${name}', '${name}_owner')`;
      await expect(cluster.createTeam(name)).rejects.toThrow();
      expect(await cluster.psql(made)).toBe('0');
    },
  );

  test('refuses the name of a team in another database of the server, whose people could read it', async () => {
    const team = await newTeam();
    const database = `other_${randomUUID().slice(0, 8)}`;
    await team.cluster.psql(`create database ${database}`);
    await expect(team.cluster.createTeam(team.name, database)).rejects.toMatchObject({
      stderr: expect.stringContaining('in another database'),
    });
    expect(
      await team.cluster.psql(`select count(*) from pg_namespace where nspname = '${team.name}'`, {
        database,
      }),
    ).toBe('0');
    // Where that one is gone, or this one is a copy of it, nothing is in the way.
    await truth(team, 'drop schema TEAM cascade');
    await team.cluster.createTeam(team.name, database);
    await team.cluster.createTeam(team.name, database);
  });

  test.each(['LATIN1', 'SQL_ASCII'])(
    'refuses a database of the encoding %s, in which one name that it lacks would keep everybody waiting',
    async (encoding) => {
      const cluster = await sharedCluster();
      const database = `other_${randomUUID().slice(0, 8)}`;
      await cluster.psql(`create database ${database} encoding '${encoding}' template template0`);
      await expect(cluster.createTeam('callboard', database)).rejects.toMatchObject({
        stderr: expect.stringContaining(`encoding UTF8, and this one has ${encoding}`),
      });
    },
  );

  test('brings a database of version 1 up to date, with what is in it', async () => {
    const team = await newTeam();
    const mary = await colleague(team, 'mary');
    await run(mary, claimBy(mary, '+15550100'));
    const hold = randomUUID();
    // As version 1 made it.
    await truth(
      team,
      `insert into TEAM.records (kind, key, computer, login, person, writer, body, change)
         select 'library', 'l-1', id, login, person, id, '{"a": 1}', 1000000 from TEAM.computers;
       insert into TEAM.records (kind, key, computer, login, person, writer, body, removed, change)
         select 'hold', number, id, login, person, id, body::jsonb, body = '{}', change from TEAM.computers,
           (values ('+15550100', '{"id": "${hold}", "name": "Ann", "reason": "court", "placedAt": 1}', 1000001),
             ('+15550101', '{}', 1000002)) as holds (number, body, change);
       alter table TEAM.records drop column size, alter column writer set not null, drop constraint records_shape;
       insert into TEAM.records (kind, key, computer, login, person, writer, body, change)
         select 'library', 'l-2', id, login, person, id, '[1]', 1000003 from TEAM.computers;
       alter table TEAM.claims drop constraint claims_limits;
       alter table TEAM.do_not_call drop constraint do_not_call_limits;
       alter table TEAM.evidence_heads drop constraint evidence_heads_limits;
       drop function TEAM.erase;
       create function TEAM.erase(uuid, text, text[], text[], jsonb, text, text[], text[]) returns bigint language sql as 'select 1';
       drop trigger kept on TEAM.starts;
       drop view TEAM.unseen_tombstones;
       alter table TEAM.tombstones drop column at, drop constraint tombstones_kind_check,
         add constraint tombstones_kind_check check (kind in ('number', 'request', 'retained'));
       insert into TEAM.tombstones values ('\\x01', 'number', 1);
       alter table TEAM.records alter column body set statistics -1;
       alter table TEAM.claims alter column candidate set statistics -1;
       insert into TEAM.records (kind, key, computer, login, person, writer, body, change)
         select 'request', n, id, login, person, id, jsonb_build_object('submission', jsonb_build_object('phoneNumber', '+1555010' || n % 3)), n
           from TEAM.computers, generate_series(1000004, 1000009) n;
       alter index TEAM.records_by_phone alter column 1 set statistics -1;
       update TEAM.team set version = 1`,
    );
    await truth(team, 'analyze TEAM.records, TEAM.claims');
    const sampled = `select string_agg(concat(tablename, ' ', attname), ', ' order by tablename, attname) from pg_stats
      where schemaname = 'TEAM' and attname in ('body', 'candidate', 'expr')`;
    expect(await truth(team, sampled)).toBe('claims candidate, records body, records_by_phone expr');
    await team.cluster.createTeam(team.name);
    const all = `select version from TEAM.team; select size, octet_length(body::text) from TEAM.records where kind = 'library';
      select key, body ->> 'phoneNumber', removed from TEAM.records where kind = 'hold';
      select count(*) from TEAM.claims; select pronargs from pg_proc where pronamespace = 'TEAM'::regnamespace and proname = 'erase';
      select kind, at is not null from TEAM.unseen_tombstones`;
    expect(await truth(team, all)).toBe(`${SCHEMA_VERSION}\n8|8\n${hold}|+15550100|f\n1\n10\nnumber|t`);
    await truth(team, 'analyze TEAM.records, TEAM.claims');
    expect(await truth(team, sampled)).toBe('');
    expect(await run(mary, claimBy(mary, '+15550101'))).toBe('granted');
    const tooLong = `select TEAM.settle('${mary.computer}', jsonb_build_array(jsonb_build_object('service', 's', 'call_key', '+1',
      'submission', gen_random_uuid(), 'state', 'accepted', 'at', 1, 'candidate', repeat('x', 1001), 'job', 'j', 'upload', true)))`;
    expect(await refusal(mary, tooLong)).toContain('23514');
  });

  test('of an older version doesn’t undo a newer one', async () => {
    const team = await newTeam();
    await truth(team, 'update TEAM.team set version = 999');
    await expect(team.cluster.createTeam(team.name)).rejects.toMatchObject({
      stderr: expect.stringContaining('newer'),
    });
    expect(await truth(team, 'select version from TEAM.team')).toBe('999');
  });

  test('is all or nothing', async () => {
    const cluster = await ownCluster();
    const cut = join(temporaryFolder(), 'schema.sql');
    const text = readFileSync(SCHEMA_FILE, 'utf8').replace(/\ncommit;\s*$/, '\nselect 1 / 0;\ncommit;\n');
    expect(text).toContain('1 / 0');
    writeFileSync(cut, text);
    await expect(cluster.psql({ file: cut }, { variables: { team: 'callboard' } })).rejects.toThrow();
    expect(
      await cluster.psql(
        "select count(*) from pg_namespace where nspname = 'callboard'; select count(*) from pg_roles where rolname like 'callboard%'",
      ),
    ).toBe('0\n0');
  });
});
