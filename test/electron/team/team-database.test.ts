import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { TeamError } from '../../../electron/team/open-connection.ts';
import {
  SCHEMA_VERSION,
  TeamDatabase,
  type TeamDatabaseOptions,
} from '../../../electron/team/team-database.ts';
import { DATABASE, SCHEMA_FILE } from '../../../practice/team/postgres-cluster.ts';
import type { TeamConnection, TeamState } from '../../../shared/team.ts';
import { freePort } from '../../free-port.ts';
import { until } from '../../poll.ts';
import {
  hasPostgres,
  NEEDS_POSTGRES,
  newTeam,
  ownCluster,
  type Recruiter,
  type TestTeam,
  useTls,
} from '../../postgres-cluster.ts';
import { tcpProxy } from '../../tcp-proxy.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { privateAuthority } from '../network/private-authority.ts';

const connectionTo = (
  { cluster, name }: Pick<TestTeam, 'cluster' | 'name'>,
  { login }: Recruiter,
  changes: Partial<TeamConnection> = {},
): TeamConnection => ({
  ...{ host: '127.0.0.1', port: cluster.port, database: DATABASE, user: login, schema: name },
  ...{ tls: 'off', certificate: null, key: null, person: 'Mary', ...changes },
});

interface UnderTest {
  readonly database: TeamDatabase;
  readonly states: TeamState[];
  readonly troubles: unknown[];
}

function databaseOf(
  connection: TeamConnection,
  password: string,
  more: Partial<TeamDatabaseOptions> = {},
): UnderTest {
  const states: TeamState[] = [];
  const troubles: unknown[] = [];
  const database = new TeamDatabase({
    connection,
    password: async () => password,
    connectivity: { isOnline: () => true },
    onTrouble: (error) => troubles.push(error),
    ...more,
  });
  database.onChange(() => states.push(database.state));
  onTestFinished(() => database.close());
  return { database, states, troubles };
}

const phase = ({ database }: UnderTest) => database.state.phase;
const reasonOf = ({ database: { state } }: UnderTest) => ('reason' in state ? state.reason : undefined);

async function refusalOf(connection: TeamConnection, password: string) {
  const tried = databaseOf(connection, password);
  await tried.database.tryNow();
  expect(tried.troubles).toEqual([]);
  return { phase: phase(tried), ...reasonOf(tried) };
}

describe.runIf(hasPostgres)('the connection to a team database', NEEDS_POSTGRES, () => {
  test('is made, and answers with the rows of a statement', async () => {
    const team = await newTeam();
    const mary = await team.recruiter('mary');
    const { database, states } = databaseOf(connectionTo(team, mary), mary.password);
    await database.tryNow();
    expect(states.map((state) => state.phase)).toEqual(['connected']);
    expect(await database.query('select $1::bigint as n, session_user::text as who', [7])).toEqual([
      { n: 7, who: mary.login },
    ]);
    expect(await database.queryBeside('select version from team')).toEqual([{ version: SCHEMA_VERSION }]);
    expect(
      await team.cluster.psql(
        `select count(*) from pg_stat_activity where usename = '${mary.login}' and application_name = 'Callboard'`,
      ),
    ).toBe('2');
  });

  test('works with the version of the schema that comes with this Callboard', () => {
    const versions = [...readFileSync(SCHEMA_FILE, 'utf8').matchAll(/^-- Migration (\d+)\./gm)];
    expect(Math.max(...versions.map(([, version]) => Number(version)))).toBe(SCHEMA_VERSION);
  });

  test('says what is wrong with the name, the password, the database and the team', async () => {
    const team = await newTeam();
    const mary = await team.recruiter('mary');
    const outsider = await team.cluster.createRecruiter(null, `outsider_${team.name}`);
    const of = (changes: Partial<TeamConnection>, password = mary.password) =>
      refusalOf(connectionTo(team, mary, changes), password);
    expect(await of({}, 'wrong')).toEqual({
      ...{ phase: 'refused', code: 'wrong_password', values: { user: mary.login } },
    });
    expect(await of({}, '')).toMatchObject({ phase: 'refused', code: 'password_missing' });
    expect(await of({ user: 'nobody_here' })).toMatchObject({ phase: 'refused', code: 'wrong_password' });
    expect(await of({ database: 'nowhere' })).toMatchObject({ phase: 'refused', code: 'no_such_database' });
    expect(await of({ schema: 'elsewhere' })).toEqual({
      ...{ phase: 'refused', code: 'no_schema', values: { schema: 'elsewhere', maySetUp: false } },
    });
    expect(await of({ user: outsider.login }, outsider.password)).toMatchObject({ code: 'no_rights' });
    expect(await of({ tls: 'verify-full' })).toMatchObject({ phase: 'refused', code: 'tls_not_offered' });
    expect(await of({ port: await freePort() })).toMatchObject({
      ...{ phase: 'unreachable', code: 'connection_refused' },
    });
    expect(await of({ host: 'no-such-host.invalid' })).toMatchObject({
      phase: 'unreachable',
      code: 'host_not_found',
    });
  });

  test('refuses an older and a newer schema', async () => {
    const team = await newTeam();
    const mary = await team.recruiter('mary');
    const setVersion = (version: number) =>
      team.cluster.psql(`update ${team.name}.team set version = ${version}`);
    await setVersion(0);
    expect(await refusalOf(connectionTo(team, mary), mary.password)).toEqual({
      ...{ phase: 'refused', code: 'schema_too_old' },
      values: { found: 0, needed: SCHEMA_VERSION, maySetUp: false },
    });
    await setVersion(99);
    expect(await refusalOf(connectionTo(team, mary), mary.password)).toEqual({
      ...{ phase: 'refused', code: 'schema_too_new', values: { found: 99, known: SCHEMA_VERSION } },
    });
  });

  test('does not take the greeting of a refused computer for a connection', async () => {
    const team = await newTeam();
    const mary = await team.recruiter('mary');
    const tried = databaseOf(connectionTo(team, mary), mary.password, {
      greet: async (query) => {
        await query(
          `do $$ begin raise exception 'not_your_computer' using errcode = 'insufficient_privilege'; end $$`,
        );
        return 'news';
      },
    });
    await tried.database.tryNow();
    expect(tried.database.state).toMatchObject({ phase: 'refused', reason: { code: 'computer_of_another' } });
    await expect(tried.database.query('select 1')).rejects.toMatchObject({ mayHaveRun: false });
  });

  test('comes back by itself after the server was stopped and started again, and listens again', async () => {
    const cluster = await ownCluster();
    const team = await newTeam(cluster);
    const mary = await team.recruiter('mary');
    let news = 0;
    const onNotify = () => {
      news += 1;
    };
    const listening = { greet: async () => 'news', onNotify };
    const tried = databaseOf(connectionTo(team, mary), mary.password, listening);
    await tried.database.tryNow();
    await cluster.psql('notify news');
    await until('the notice', () => news === 1);
    await cluster.stop();
    await until('the loss', () => phase(tried) === 'unreachable');
    await expect(tried.database.query('select 1')).rejects.toBeInstanceOf(TeamError);
    await cluster.start();
    await until('the new connection', () => phase(tried) === 'connected');
    const before = news;
    await cluster.psql('notify news');
    await until('the notice after the restart', () => news > before);
    expect(tried.troubles).toEqual([]);
  });

  test('says of a statement that was cut off that it may have been carried out, and of a later one that it was not', async () => {
    const team = await newTeam();
    const mary = await team.recruiter('mary');
    const proxy = await tcpProxy(team.cluster.port);
    const tried = databaseOf(connectionTo(team, mary, { port: proxy.port }), mary.password);
    await tried.database.tryNow();
    const asked = tried.database.query('select pg_sleep(60)');
    const second = tried.database.query('select 1');
    const outcomes = Promise.allSettled([asked, second]);
    const sleeping = `select count(*) from pg_stat_activity where usename = '${mary.login}' and query like '%pg_sleep%'`;
    await until('the statement', async () => (await team.cluster.psql(sleeping)) === '1');
    proxy.cut();
    expect(await outcomes).toMatchObject([
      { reason: { mayHaveRun: true, problem: { code: 'connection_lost' } } },
      { reason: { mayHaveRun: false } },
    ]);
    expect(phase(tried)).toBe('unreachable');
    proxy.mend();
    await until('the new connection', () => phase(tried) === 'connected');
  });

  test('notices on waking that nothing answers any more', async () => {
    const team = await newTeam();
    const mary = await team.recruiter('mary');
    const proxy = await tcpProxy(team.cluster.port);
    const tried = databaseOf(connectionTo(team, mary, { port: proxy.port }), mary.password, {
      freshMs: 0,
      aliveTimeoutMs: 200,
    });
    await tried.database.tryNow();
    proxy.stall();
    tried.database.check();
    await until('the loss', () => phase(tried) === 'unreachable');
  });

  test('says nothing more once it is closed while it is being made', async () => {
    const team = await newTeam();
    const mary = await team.recruiter('mary');
    const proxy = await tcpProxy(team.cluster.port);
    proxy.stall();
    const tried = databaseOf(connectionTo(team, mary, { port: proxy.port }), mary.password);
    const attempt = tried.database.tryNow();
    await until('the connection that is kept back', () => proxy.connections === 1);
    await Promise.all([tried.database.close(), attempt]);
    expect({ states: tried.states, troubles: tried.troubles }).toEqual({ states: [], troubles: [] });
  });

  test('says of an error of the server that nothing was carried out', async () => {
    const team = await newTeam();
    const mary = await team.recruiter('mary');
    const { database } = databaseOf(connectionTo(team, mary), mary.password);
    await database.tryNow();
    await expect(database.query('select 1 / 0')).rejects.toMatchObject({
      mayHaveRun: false,
      sqlState: '22012',
    });
    await expect(database.query(`do $$ begin raise exception 'name_missing'; end $$`)).rejects.toMatchObject({
      ...{ mayHaveRun: false, sqlState: 'P0001' },
    });
    await expect(database.query('insert into claim_log default values')).rejects.toMatchObject({
      problem: { code: 'no_rights' },
    });
    expect(database.state.phase).toBe('connected');
  });

  test('learns from the next statement that its login left the team, or that the schema was renewed', async () => {
    const team = await newTeam();
    const mary = await team.recruiter('mary');
    const { database } = databaseOf(connectionTo(team, mary), mary.password);
    const ask = () => database.query('select version from team');
    await database.tryNow();
    await team.cluster.psql(`revoke ${team.name} from ${mary.login}`);
    await expect(ask()).rejects.toMatchObject({ problem: { code: 'no_rights' }, mayHaveRun: false });
    expect(database.state).toMatchObject({ phase: 'refused', reason: { code: 'no_rights' } });
    await team.cluster.psql(`grant ${team.name} to ${mary.login}`);
    await database.tryNow();
    expect(await ask()).toEqual([{ version: SCHEMA_VERSION }]);
    await team.cluster.psql(`update ${team.name}.team set version = version + 1`);
    await expect(database.query('select from renamed()')).rejects.toMatchObject({
      problem: { code: 'schema_too_new' },
    });
    expect(database.state.phase).toBe('refused');
  });

  test('tries a statement again that another transaction got in the way of', async () => {
    const team = await newTeam();
    const mary = await team.recruiter('mary');
    const { database } = databaseOf(connectionTo(team, mary), mary.password);
    await database.tryNow();
    await team.cluster.psql(
      `create sequence ${team.name}.tries; grant usage on sequence ${team.name}.tries to ${team.name}`,
    );
    // A sequence counts what is undone, too.
    const failing = (times: number) =>
      `do $$ begin if nextval('tries') < ${times} then raise exception 'again' using errcode = 'serialization_failure'; end if; end $$`;
    await database.query(failing(3));
    await expect(database.query(failing(100))).rejects.toMatchObject({
      mayHaveRun: false,
      sqlState: '40001',
    });
  });

  test('waits for nobody: what is asked without a connection is refused at once', async () => {
    const team = await newTeam();
    const mary = await team.recruiter('mary');
    const { database } = databaseOf(connectionTo(team, mary), mary.password);
    await expect(database.query('select 1')).rejects.toMatchObject({ mayHaveRun: false });
  });

  test('is not sent the password of the environment or of ~/.pgpass', async () => {
    const team = await newTeam();
    const mary = await team.recruiter('mary');
    process.env['PGPASSWORD'] = mary.password;
    onTestFinished(() => {
      delete process.env['PGPASSWORD'];
    });
    expect(await refusalOf(connectionTo(team, mary), '')).toMatchObject({ code: 'password_missing' });
  });
});

describe.runIf(hasPostgres)('a team database with TLS', NEEDS_POSTGRES, () => {
  test('is verified by authority and name, knows a person by a certificate, and is taken unverified only where that was chosen', async () => {
    const cluster = await ownCluster();
    const team = await newTeam(cluster);
    const folder = temporaryFolder();
    const authority = privateAuthority(folder);
    const clients = privateAuthority(cluster.folder, 'Example Corp People');
    await useTls(cluster, authority.sign('localhost'), {
      clientAuthority: clients.certificate,
      onlyTls: true,
    });
    const mary = await team.recruiter('mary');
    const to = (changes: Partial<TeamConnection>) =>
      refusalOf(
        connectionTo(team, mary, { tls: 'verify-full', host: 'localhost', ...changes }),
        mary.password,
      );
    expect(await to({})).toMatchObject({ phase: 'refused', code: 'certificate_not_trusted' });
    expect(await to({ tls: 'off' })).toEqual({
      ...{ phase: 'refused', code: 'not_let_in', values: { user: mary.login, tls: false } },
    });
    expect(await to({ tls: 'require' })).toEqual({ phase: 'connected' });
    trust(authority.certificate);
    expect(await to({})).toEqual({ phase: 'connected' });
    expect(await to({ host: '127.0.0.1' })).toEqual({ phase: 'connected' });
    await cluster.psql(`grant by_certificate to ${mary.login}`);
    expect(await to({})).toMatchObject({ phase: 'refused' });
    const own = clients.sign(mary.login);
    const certificate = join(cluster.folder, `${mary.login}.pem`);
    const key = join(cluster.folder, `${mary.login}-key.pem`);
    expect([readFileSync(certificate, 'utf8'), readFileSync(key, 'utf8')]).toEqual([own.cert, own.key]);
    expect(await to({ certificate, key })).toEqual({ phase: 'connected' });
    expect(await to({ certificate: join(folder, 'missing.pem') })).toMatchObject({
      ...{ phase: 'refused', code: 'client_certificate_unreadable', values: { reason: 'ENOENT' } },
    });
    expect(await to({ certificate, key: certificate })).toMatchObject({
      code: 'client_certificate_unusable',
    });
  });

  test('is refused with the certificate of another server', async () => {
    const cluster = await ownCluster();
    const team = await newTeam(cluster);
    const authority = privateAuthority(temporaryFolder());
    trust(authority.certificate);
    await useTls(cluster, authority.sign('db.example.com'));
    const mary = await team.recruiter('mary');
    const connection = connectionTo(team, mary, { tls: 'verify-full', host: 'localhost' });
    expect(await refusalOf(connection, mary.password)).toMatchObject({
      ...{ phase: 'refused', code: 'certificate_of_another' },
    });
  });

  test('that falls silent is given up', async () => {
    const cluster = await ownCluster();
    const team = await newTeam(cluster);
    await useTls(cluster, privateAuthority(temporaryFolder()).sign('localhost'));
    const mary = await team.recruiter('mary');
    const proxy = await tcpProxy(cluster.port);
    const connection = connectionTo(team, mary, { tls: 'require', port: proxy.port });
    const tried = databaseOf(connection, mary.password, { freshMs: 0, aliveTimeoutMs: 200 });
    await tried.database.tryNow();
    proxy.stall();
    tried.database.check();
    await until('the loss', () => phase(tried) === 'unreachable');
  });
});

test('what answers but is no PostgreSQL is named so', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
  });
  const address = await new Promise<number>((resolve) => {
    server.once('listening', () => {
      const at = server.address();
      if (at !== null && typeof at === 'object') resolve(at.port);
    });
  });
  const connection: TeamConnection = {
    ...{ host: '127.0.0.1', port: address, database: 'd', user: 'u', schema: 'callboard' },
    ...{ tls: 'verify-full', certificate: null, key: null, person: 'Mary' },
  };
  expect(await refusalOf(connection, 'x')).toMatchObject({ code: 'not_postgresql' });
});

/** Adds an authority as Settings > Network does, until the test ends. */
function trust(certificate: string): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, certificate]);
  onTestFinished(() => setDefaultCACertificates(before));
}
