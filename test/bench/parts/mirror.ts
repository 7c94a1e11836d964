import {
  DATABASE,
  PostgresCluster,
  postgresPrograms,
  type Recruiter,
} from '../../../practice/team/postgres-cluster.ts';
import type { Workspace } from '../../../shared/workspace.ts';
import { loadApp } from '../built-app.ts';
import type { Part } from '../part.ts';
import { quantile } from '../statistics.ts';
import { openHistoryStorage, type Stores, timed, WORKSPACE } from '../storage/history-storage.ts';

const TEAM = 'callboard';
const SIZE = 100_000;
const WHAT = `the requests of a team, from empty: ${SIZE.toLocaleString('en')}`;
/** How often the list is asked for meanwhile, ms. */
const LOOK_EVERY_MS = 50;

/** A computer that joins a team, and reads all that it has, while its list is in use. */
export const mirror: Part = {
  name: 'mirror',
  budgets: ['F18'],
  about: 'uploading a history of 100,000 to a team database, and reading it from empty with the list in use',
  async run(bench) {
    const programs = postgresPrograms();
    if (programs === null) {
      return { figures: [], notRun: [{ budget: 'F18', what: WHAT, why: 'PostgreSQL is not installed' }] };
    }
    const cluster = await PostgresCluster.make(programs);
    const [full, empty] = [
      await openHistoryStorage(await bench.dataset(SIZE)),
      await openHistoryStorage(bench.temporaryFolder()),
    ];
    try {
      await cluster.createTeam(TEAM);
      const workspace = (await full.stores.workspaces.list()).find(({ id }) => id === WORKSPACE);
      if (!workspace) throw new Error('The data set has no workspace.');
      await empty.stores.workspaces.save(workspace, Date.now());
      const mary = await joined(full.stores, workspace, cluster, await cluster.createRecruiter(TEAM, 'mary'));
      bench.say(`uploading ${SIZE.toLocaleString('en')}`);
      const uploading = await timed(async () => {
        await mary.sync.upload();
        await mary.sync.settled();
      });
      await mary.close();
      bench.say(WHAT);
      const bob = await joined(empty.stores, workspace, cluster, await cluster.createRecruiter(TEAM, 'bob'));
      const looks: number[] = [];
      const receiving = await timed(async () => {
        bob.sync.connected();
        const done = bob.sync.settled().then(() => true);
        const soon = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), LOOK_EVERY_MS));
        while (!(await Promise.race([done, soon()])))
          looks.push(await timed(() => empty.stores.requests.count(WORKSPACE)));
      });
      await bob.close();
      const received = await empty.stores.requests.count(WORKSPACE);
      if (received !== SIZE) throw new Error(`${received} of ${SIZE} requests came.`);
      return {
        figures: [
          {
            budget: 'F18',
            what: WHAT,
            value: receiving / 1000,
            unit: 's',
            bound: { atMost: 60 },
            rounds: [receiving / 1000],
            size: SIZE,
            behind: {
              'upload s': uploading / 1000,
              'a look at the list meanwhile, p99 ms': quantile(looks, 0.99),
            },
          },
        ],
      };
    } finally {
      await full.close();
      await empty.close();
      await cluster.remove();
    }
  },
};

/** A workspace's exchange with the team, connected. */
async function joined(stores: Stores, workspace: Workspace, cluster: PostgresCluster, recruiter: Recruiter) {
  const { TeamClaims, TeamDatabase, TeamSync, teamInput } = await loadApp();
  const { password: _, ...connection } = teamInput.parse({
    ...{ host: '127.0.0.1', port: cluster.port, database: DATABASE, user: recruiter.login, schema: TEAM },
    ...{ tls: 'off', person: recruiter.login },
  });
  const { id: workspaceId, baseUrl: service } = workspace;
  await stores.teams.save(workspaceId, connection, Date.now());
  const onTrouble = (error: unknown): never => {
    throw error;
  };
  const claims = new TeamClaims({
    ...{ workspaceId, service, store: stores.teamClaims, onTrouble },
    team: () => ({ state: database.state, database, person: recruiter.login }),
    settings: () => ({ duplicateDays: 30 }),
    goesWithout: async () => false,
    onChange: () => undefined,
  });
  const database: InstanceType<typeof TeamDatabase> = new TeamDatabase({
    connection,
    password: async () => recruiter.password,
    greet: async (query) => void (await claims.greet(query)),
    connectivity: { isOnline: () => true },
    onTrouble,
  });
  const sync = new TeamSync({
    ...{ workspaceId, service, store: stores.teamRecords, query: database.queryBeside, onTrouble },
    isConnected: () => database.state.phase === 'connected',
    settle: (ids) => claims.settle(ids),
    rememberClaims: (found) => stores.teamClaims.remember(workspaceId, found),
    rememberConflict: async () => undefined,
    onChange: () => undefined,
    onLists: () => undefined,
    onCompleted: () => undefined,
    onProgress: () => undefined,
  });
  await database.tryNow();
  return {
    sync,
    close: async (): Promise<void> => {
      await sync.stop();
      await database.close();
    },
  };
}
