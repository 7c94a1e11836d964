import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  DATABASE,
  PostgresCluster,
  postgresPrograms,
  type Recruiter,
} from '../../../practice/team/postgres-cluster.ts';
import type { Workspace } from '../../../shared/workspace.ts';
import { loadApp } from '../built-app.ts';
import type { Part } from '../part.ts';
import { cpuSecondsWithChildren, NO_PROC } from '../process-usage.ts';
import { quantile } from '../statistics.ts';
import { openHistoryStorage, type Stores, timed, WORKSPACE } from '../storage/history-storage.ts';

const TEAM = 'callboard';
const SIZE = 100_000;
const WHAT = `the requests of a team, from empty: ${SIZE.toLocaleString('en')}`;
const COMPUTERS = 10;
/** Of a team of ten, of whom each submits a hundred candidates an hour, whose requests change five times. */
const CHANGES_AN_HOUR = 6000;
const LOAD = `PostgreSQL with ${COMPUTERS} computers, ${SIZE.toLocaleString('en')} requests, ${CHANGES_AN_HOUR.toLocaleString('en')} changes an hour: of one core`;
/** So many changes are measured, one after the other. */
const CHANGES = 300;
/** How often the list is asked for meanwhile, ms. */
const LOOK_EVERY_MS = 50;

/** A computer that joins a team, and reads all that it has, while its list is in use. */
export const mirror: Part = {
  name: 'mirror',
  budgets: ['F18'],
  about: 'uploading a history of 100,000 to a team database, and reading it from empty with the list in use',
  async run(bench) {
    const programs = postgresPrograms();
    const why = programs === null ? 'PostgreSQL is not installed' : NO_PROC;
    if (programs === null || why !== undefined)
      return { figures: [], notRun: [WHAT, LOAD].map((what) => ({ budget: 'F18', what, why: why ?? '' })) };
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
      const alone = await secondsOfAChange(cluster, full.stores, mary.share);
      bench.say(WHAT);
      const login = await cluster.createRecruiter(TEAM, 'bob');
      const looks: number[] = [];
      const started = performance.now();
      const bob = await joined(empty.stores, workspace, cluster, login);
      const done = bob.sync.settled().then(() => true);
      const soon = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), LOOK_EVERY_MS));
      while (!(await Promise.race([done, soon()])))
        looks.push(await timed(() => empty.stores.requests.count(WORKSPACE)));
      const receiving = performance.now() - started;
      const received = await empty.stores.requests.count(WORKSPACE);
      if (received !== SIZE) throw new Error(`${received} of ${SIZE} requests came.`);
      bench.say(LOAD);
      const withBob = await secondsOfAChange(cluster, full.stores, async () => {
        const isHere = bob.nextChange();
        await mary.share();
        await isHere;
      });
      const ofOneMore = Math.max(0, withBob - alone);
      const ofTen = alone + (COMPUTERS - 1) * ofOneMore;
      await mary.close();
      await bob.close();
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
          {
            budget: 'F18',
            what: LOAD,
            value: (ofTen * CHANGES_AN_HOUR * 100) / 3600,
            unit: '%',
            bound: { atMost: 5 },
            rounds: [(ofTen * CHANGES_AN_HOUR * 100) / 3600],
            size: SIZE,
            behind: {
              'a change that is shared ms': alone * 1000,
              'and read by one computer ms': ofOneMore * 1000,
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

/** CPU time of the server for a note that is shared, s: the mean of many. */
async function secondsOfAChange(
  cluster: PostgresCluster,
  stores: Stores,
  share: () => Promise<void>,
): Promise<number> {
  const pid = Number(readFileSync(join(cluster.data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const ids = (await stores.requests.ids(WORKSPACE, undefined)).slice(0, CHANGES);
  const before = cpuSecondsWithChildren(pid);
  for (const id of ids) {
    await stores.annotations.setNotes(WORKSPACE, id, `Noted at ${performance.now()}`, Date.now());
    await share();
  }
  return (cpuSecondsWithChildren(pid) - before) / ids.length;
}

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
    place: () => stores.teams.place(workspaceId),
    team: () => ({ state: database.state, database, person: recruiter.login }),
    settings: () => ({ duplicateDays: 30 }),
    goesWithout: async () => false,
    onChange: () => undefined,
    onAlsoCalled: () => undefined,
  });
  const database: InstanceType<typeof TeamDatabase> = new TeamDatabase({
    connection,
    password: async () => recruiter.password,
    greet: async (query) => (await claims.greet(query)).channel,
    onNotify: () => sync.notified(),
    connectivity: { isOnline: () => true },
    onTrouble,
  });
  let whenChanged: (() => void) | undefined;
  const sync: InstanceType<typeof TeamSync> = new TeamSync({
    ...{ workspaceId, service, store: stores.teamRecords, query: database.queryBeside, onTrouble },
    place: () => stores.teams.place(workspaceId),
    isConnected: () => database.state.phase === 'connected',
    settle: (ids) => claims.settle(ids),
    rememberClaims: (found) => stores.teamClaims.remember(workspaceId, found),
    rememberConflicts: async () => undefined,
    onChange: () => whenChanged?.(),
    onLists: () => undefined,
    onCompleted: () => undefined,
    onProgress: () => undefined,
    collectMs: 0,
  });
  // At once, as the app does: told of a change before that, it would read everything first, and then tell all of it again.
  database.onChange(() => {
    if (database.state.phase === 'connected') sync.connected();
  });
  await database.tryNow();
  return {
    sync,
    /** Tells the team what changed here. */
    share: async (): Promise<void> => {
      sync.changed();
      await pause(1);
      await sync.settled();
    },
    /** Resolves when something of a colleague is stored here. */
    nextChange: (): Promise<void> =>
      new Promise((resolve) => {
        whenChanged = resolve;
      }),
    close: async (): Promise<void> => {
      await sync.stop();
      await database.close();
    },
  };
}
