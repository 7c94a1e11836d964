import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sqlFor } from '../../../electron/team/join-team.ts';
import { WorkspaceTeam, type WorkspaceTeamOptions } from '../../../electron/team/workspace-team.ts';
import { DATABASE, SCHEMA_FILE } from '../../../practice/team/postgres-cluster.ts';
import type { TeamInput } from '../../../shared/team.ts';
import { until } from '../../poll.ts';
import {
  hasPostgres,
  NEEDS_POSTGRES,
  newTeam,
  type PostgresCluster,
  type Recruiter,
  sharedCluster,
  type TestTeam,
} from '../../postgres-cluster.ts';
import { MemorySecrets } from '../auth/memory-secrets.ts';
import { addRequests } from '../storage/add-requests.ts';
import { overridden } from '../storage/overridden.ts';
import { openTestStorage, temporaryStorage } from '../storage/temporary-storage.ts';

const inputOf = (
  cluster: PostgresCluster,
  schema: string,
  { login, password }: Recruiter,
  changes: Partial<TeamInput> = {},
): TeamInput => ({
  ...{ host: '127.0.0.1', port: cluster.port, database: DATABASE, user: login, schema, tls: 'off' },
  ...{ certificate: null, key: null, person: 'Mary', password, ...changes },
});

const inputTo = ({ cluster, name }: TestTeam, recruiter: Recruiter, changes?: Partial<TeamInput>) =>
  inputOf(cluster, name, recruiter, changes);

async function workspaceTeam(more: Partial<WorkspaceTeamOptions> = {}, path?: string) {
  const storage = path === undefined ? await temporaryStorage() : { ...(await openTestStorage(path)), path };
  const secrets = new MemorySecrets();
  const troubles: unknown[] = [];
  const options: WorkspaceTeamOptions = {
    workspaceId: 'workspace-1',
    store: storage.stores.teams,
    secrets,
    connectivity: { isOnline: () => true },
    onChange: () => undefined,
    onTrouble: (error) => troubles.push(error),
    ...more,
  };
  const open = () => {
    const team = new WorkspaceTeam(options);
    onTestFinished(() => team.close());
    return team;
  };
  return { storage, secrets, troubles, open, team: open() };
}

const notJoined = (code: string) =>
  expect.objectContaining({
    code: 'team_not_joined',
    failure: expect.objectContaining({
      error: expect.objectContaining({ values: { problem: expect.objectContaining({ code }) } }),
    }),
  });

test('a workspace without a team connects to nothing, and says so', async () => {
  const { team } = await workspaceTeam();
  await team.start();
  expect(team.state).toEqual({ phase: 'off' });
  expect(team.database).toBeUndefined();
  expect(await team.view()).toMatchObject({ connection: null, members: [], ofColleagues: 0, unsent: 0 });
});

test('the SQL file is the same for psql and for the app', () => {
  const sql = sqlFor('callboard_sales', readFileSync(SCHEMA_FILE, 'utf8'));
  expect(sql).toContain("set local callboard.team = 'callboard_sales';");
  expect(sql).not.toMatch(/^\\/m);
  // No variable of psql; [:space:] is none.
  expect(sql).not.toMatch(/(?<![:[]):['"a-z]/);
});

describe.runIf(hasPostgres)('the team of a workspace', NEEDS_POSTGRES, () => {
  test('is joined once its connection works, and again at the next start', async () => {
    const to = await newTeam();
    const mary = await to.recruiter('mary');
    const { team, open, secrets, storage, troubles } = await workspaceTeam();
    await team.start();
    await team.join(inputTo(to, mary));
    expect(team.state.phase).toBe('connected');
    expect(secrets.values.get('workspace-1/team_password')).toBe(mary.password);
    const stored = await storage.stores.teams.get('workspace-1');
    expect(JSON.stringify(stored)).not.toContain(mary.password);
    await team.close();
    const again = open();
    await again.start();
    await until('the connection', () => again.state.phase === 'connected');
    expect(await storage.stores.teams.get('workspace-1')).toEqual(stored);
    expect(troubles).toEqual([]);
  });

  test('says which colleagues are connected now', async () => {
    const to = await newTeam();
    const anna = await to.recruiter('anna');
    const [own, first, second] = [await workspaceTeam(), await workspaceTeam(), await workspaceTeam()];
    const greeted = async (team: WorkspaceTeam, person: string, recruiter: Recruiter): Promise<void> => {
      await team.start();
      await team.join(inputTo(to, recruiter));
      await team.database?.query('select hello($1, $2, 0, null, null)', [randomUUID(), person]);
    };
    await greeted(own.team, 'Mary', await to.recruiter('mary'));
    await greeted(first.team, 'Anna before', anna);
    await first.team.close();
    await greeted(second.team, 'Anna', anna);
    const connected = async () =>
      (await own.team.view()).members
        .flatMap(({ person, isConnected }) => (isConnected ? person : []))
        .sort();
    expect(await connected()).toEqual(['Anna', 'Mary']);
    await second.team.close();
    await until('her to be gone', async () => (await connected()).length === 1);
  });

  test('says what its database holds about a person, however the number is written, until it can’t be asked', async () => {
    const to = await newTeam();
    const { team } = await workspaceTeam();
    await team.start();
    await team.join(inputTo(to, await to.recruiter('mary')));
    const computer = randomUUID();
    await team.database?.query('select hello($1, $2, 0, null, null)', [computer, 'Mary Miller']);
    const number = '+525512345678';
    const values = [computer, 'https://api.example', '+5215512345678', randomUUID(), 'Ann', 'Job'];
    await team.database?.query(`select claim($1, $2, $3, '{}', $4, $5, $6, 90, 0)`, values);
    const shared = {
      kind: 'note',
      key: 'r',
      service: 's',
      request: 'ir_1',
      body: { text: 'Kind' },
      own: true,
    };
    const hold = { kind: 'hold', key: randomUUID(), body: { phoneNumber: number }, own: true };
    await team.database?.query('select share($1, $2)', [computer, JSON.stringify([shared, hold])]);
    // Mexico's mobiles had a 1 from abroad: an older spelling may be in the database.
    const held = await team.heldAbout([number], ['ir_1']);
    expect(held).toMatchObject([
      { kind: 'claim', person: 'Mary Miller', state: 'claimed' },
      { kind: 'hold', person: 'Mary Miller', state: '' },
      { kind: 'note', person: 'Mary Miller', state: '' },
    ]);
    expect(await team.heldAbout(['+15550199'], [])).toEqual([]);
    await team.close();
    expect(await team.heldAbout([number], [])).toBeNull();
  });

  test('is not joined with a wrong password, and nothing changes', async () => {
    const to = await newTeam();
    const mary = await to.recruiter('mary');
    const { team, secrets, storage } = await workspaceTeam();
    await team.start();
    await expect(team.join(inputTo(to, mary, { password: 'wrong' }))).rejects.toEqual(
      notJoined('wrong_password'),
    );
    expect(team.state.phase).toBe('off');
    expect([...secrets.values]).toEqual([]);
    expect(await storage.stores.teams.get('workspace-1')).toBeUndefined();
    await team.join(inputTo(to, mary));
    await expect(team.join(inputTo(to, mary, { password: 'wrong' }))).rejects.toEqual(
      notJoined('wrong_password'),
    );
    expect(team.state.phase).toBe('connected');
    expect(secrets.values.get('workspace-1/team_password')).toBe(mary.password);
  });

  test('keeps the stored password where none was typed', async () => {
    const to = await newTeam();
    const mary = await to.recruiter('mary');
    const { team, storage } = await workspaceTeam();
    await team.join(inputTo(to, mary));
    const before = await storage.stores.teams.get('workspace-1');
    await team.join(inputTo(to, mary, { password: '', person: 'Mary Miller' }));
    expect(team.state.phase).toBe('connected');
    const after = await storage.stores.teams.get('workspace-1');
    expect(after).toMatchObject({ connection: { person: 'Mary Miller' }, computerId: before?.computerId });
  });

  test('knows another place, or another login, as another computer that has read nothing', async () => {
    const one = await newTeam();
    const other = await newTeam();
    const mary = await one.recruiter('mary');
    const { team, storage } = await workspaceTeam();
    await team.join(inputTo(one, mary));
    const before = await storage.stores.teams.get('workspace-1');
    await team.database?.query('select from hello($1, $2, 0, null, null)', [before?.computerId, 'Mary']);
    await team.join({ ...inputTo(one, mary), person: 'Mary Miller' });
    const left = `select count(left_at) from ${one.name}.computers`;
    expect(await one.cluster.psql(left)).toBe('0');
    await team.join(inputTo(other, await other.recruiter('mary')));
    expect((await storage.stores.teams.get('workspace-1'))?.computerId).not.toBe(before?.computerId);
    // Or colleagues would wait for it to erase whom they erase.
    expect(await one.cluster.psql(left)).toBe('1');
  });

  test('is set up by a role that may, and only then', async () => {
    const cluster = await sharedCluster();
    const mary = await cluster.createRecruiter(null, 'mary_who_may_not');
    const administrator = { login: cluster.administrator, password: cluster.administratorPassword };
    const { team } = await workspaceTeam();
    const schema = 'set_up_by_the_app';
    await expect(team.join(inputOf(cluster, schema, mary))).rejects.toMatchObject({
      failure: {
        error: { values: { problem: { code: 'no_schema', values: { schema, maySetUp: false } } } },
      },
    });
    await expect(team.setUp(inputOf(cluster, schema, mary))).rejects.toMatchObject({
      code: 'team_not_joined',
    });
    await expect(team.join(inputOf(cluster, schema, administrator))).rejects.toMatchObject({
      failure: { error: { values: { problem: { code: 'no_schema', values: { schema, maySetUp: true } } } } },
    });
    await team.setUp(inputOf(cluster, schema, administrator));
    expect(team.state.phase).toBe('connected');
    // What psql made of the file, too.
    await cluster.createTeam('set_up_by_psql');
    const tables = (name: string) =>
      cluster.psql(`select relname, relkind, relacl::text from pg_class where relnamespace = '${name}'::regnamespace
        order by relname`);
    const byApp = await tables(schema);
    expect(byApp.replaceAll(schema, 'set_up_by_psql')).toBe(await tables('set_up_by_psql'));
    await cluster.psql(`update ${schema}.team set version = 0`);
    await expect(team.join(inputOf(cluster, schema, administrator))).rejects.toEqual(
      notJoined('schema_too_old'),
    );
    await team.setUp(inputOf(cluster, schema, administrator, { password: '' }));
    expect(await cluster.psql(`select version > 0 from ${schema}.team`)).toBe('t');
  });

  test('is left for good: its password, its place and what this computer knew of it are gone', async () => {
    const to = await newTeam();
    const mary = await to.recruiter('mary');
    const { team, open, secrets, storage } = await workspaceTeam();
    await team.join(inputTo(to, mary));
    await team.leave(false);
    expect(team.state).toEqual({ phase: 'off' });
    expect([...secrets.values]).toEqual([]);
    expect(await storage.stores.teams.get('workspace-1')).toBeUndefined();
    const again = open();
    await again.start();
    expect(again.state).toEqual({ phase: 'off' });
  });

  test('is shown while its database is busy with something else', async () => {
    const to = await newTeam();
    const mary = await to.recruiter('mary');
    const { team } = await workspaceTeam();
    await team.join(inputTo(to, mary));
    let isOver = false;
    const busy = Promise.allSettled([team.database?.queryBeside('select pg_sleep(30)')]).finally(() => {
      isOver = true;
    });
    expect(await team.view()).toMatchObject({ state: { phase: 'connected' } });
    expect(isOver).toBe(false);
    await to.cluster.psql(`select pg_cancel_backend(pid) from pg_stat_activity where query like '%pg_sleep(30)%'
      and usename = '${mary.login}'`);
    expect(await busy).toMatchObject([{ reason: { sqlState: '57014' } }]);
  });

  test('is still asked if it could not be left', async () => {
    const to = await newTeam();
    const mary = await to.recruiter('mary');
    const { storage } = await workspaceTeam();
    const remove = () => Promise.reject(new Error('The disk is full.'));
    const { team } = await workspaceTeam({ store: overridden(storage.stores.teams, { remove }) });
    await team.start();
    await team.join(inputTo(to, mary));
    await expect(team.leave(true)).rejects.toThrow('The disk is full.');
    expect(team.state.phase).not.toBe('off');
    await until('the connection', () => team.state.phase === 'connected');
  });

  test('removes requests of colleagues only where that was chosen, and never the own ones', async () => {
    const to = await newTeam();
    const mary = await to.recruiter('mary');
    for (const keeps of [true, false]) {
      const { team, storage } = await workspaceTeam();
      await addRequests(storage, 45);
      await team.join(inputTo(to, mary, { person: `Mary ${keeps}` }));
      const db = new DatabaseSync(storage.path);
      // Every third is the own.
      db.exec("UPDATE requests SET colleague = 'tom' WHERE row % 3 <> 0");
      expect(await team.view()).toMatchObject({ ofColleagues: 30 });
      await team.leave(keeps);
      expect(await team.view()).toMatchObject({ connection: null, ofColleagues: keeps ? 30 : 0, unsent: 0 });
      const left = db.prepare('SELECT count(*) AS n FROM requests').get();
      expect(left).toEqual({ n: keeps ? 45 : 15 });
      expect(db.prepare('SELECT count(*) AS n FROM submissions').get()).toEqual(left);
      db.close();
    }
  });

  test('waits for the key store, and connects once it is unlocked', async () => {
    const to = await newTeam();
    const mary = await to.recruiter('mary');
    const { team, open, secrets } = await workspaceTeam();
    await team.join(inputTo(to, mary));
    await team.close();
    const unlock = secrets.lock();
    const again = open();
    await again.start();
    await until('the locked key store', () => again.state.phase === 'unreachable');
    expect(again.state).toMatchObject({ reason: { code: 'key_store_waiting' } });
    unlock();
    await until('the connection', () => again.state.phase === 'connected');
  });

  test('that the policy sets can be neither left nor led elsewhere, and follows the policy', async () => {
    const one = await newTeam();
    const other = await newTeam();
    const mary = await one.recruiter('mary');
    await one.cluster.psql(`grant ${other.name} to ${mary.login}`);
    let schema = one.name;
    const { host, port, database, tls } = inputTo(one, mary);
    const { team, troubles } = await workspaceTeam({ fixed: () => ({ host, port, database, tls, schema }) });
    await team.start();
    expect(team.state).toMatchObject({ phase: 'refused', reason: { code: 'details_missing' } });
    await team.join(inputTo(one, mary, { host: 'elsewhere.example.com', schema: 'elsewhere' }));
    expect(team.state.phase).toBe('connected');
    await expect(team.leave(true)).rejects.toMatchObject({ code: 'setting_set_by_organisation' });
    schema = other.name;
    await team.policyChanged();
    await until('the other team', () => team.state.phase === 'connected');
    expect(await team.database?.query('select current_schema() as schema')).toEqual([{ schema: other.name }]);
    expect(troubles).toEqual([]);
  });
});
