import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { columnLayouts, SettingsStore } from '../../../electron/desktop/settings-store.ts';
import { NumberKeys } from '../../../electron/do-not-call/number-keys.ts';
import { PrivacyManager } from '../../../electron/privacy/privacy-manager.ts';
import { keepDigestsOfTags } from '../../../electron/storage/team/shared-marks.ts';
import { type AlsoCalled, TeamClaims } from '../../../electron/team/team-claims.ts';
import { TeamDatabase } from '../../../electron/team/team-database.ts';
import { TeamErasures } from '../../../electron/team/team-erasures.ts';
import { type ReadClaim, TeamSync, type TeamSyncOptions } from '../../../electron/team/team-sync.ts';
import { DATABASE } from '../../../practice/team/postgres-cluster.ts';
import type { TeamConnection } from '../../../shared/team.ts';
import { until } from '../../poll.ts';
import type { TestTeam } from '../../postgres-cluster.ts';
import { MemorySecrets } from '../auth/memory-secrets.ts';
import { temporaryStorage } from '../storage/temporary-storage.ts';

export const SERVICE = 'https://api.acme.example';
export const WORKSPACE = 'workspace-1';

/** A computer of a recruiter with a data folder of its own, that takes part in a team. */
export async function computerOf(
  team: TestTeam,
  name: string,
  {
    joinedAt = 0,
    troubles = 'none',
    around = (store) => store,
    beside,
    storage: given = beside?.storage,
    secrets = beside?.secrets ?? new MemorySecrets(),
    workspaceId = WORKSPACE,
    country = null,
    ...changes
  }: Partial<TeamSyncOptions> & {
    readonly joinedAt?: number;
    /** Whether what goes wrong ends the test. */
    readonly troubles?: 'none' | 'expected';
    /** Its data folder, if it was started before. */
    readonly storage?: Awaited<ReturnType<typeof temporaryStorage>>;
    /** The computer of which it is another workspace. */
    readonly beside?: {
      readonly storage: Awaited<ReturnType<typeof temporaryStorage>>;
      readonly secrets: MemorySecrets;
      readonly privacy: PrivacyManager;
    };
    /** Its key store, if it was started before. */
    readonly secrets?: MemorySecrets;
    /** Whose numbers are written without a code (ISO 3166). */
    readonly country?: string | null;
    readonly around?: (store: TeamSyncOptions['store']) => TeamSyncOptions['store'];
  } = {},
) {
  const storage = given ?? (await temporaryStorage());
  const recruiter = await team.recruiter(name);
  const connection: TeamConnection = {
    ...{ host: '127.0.0.1', port: team.cluster.port, database: DATABASE, user: recruiter.login },
    ...{ schema: team.name, tls: 'off', certificate: null, key: null, person: name },
  };
  await storage.stores.teams.save(workspaceId, connection, joinedAt);
  const told = {
    claims: [] as ReadClaim[],
    alsoCalled: [] as AlsoCalled[],
    changed: [] as string[],
    lists: [] as string[],
    completed: [] as string[],
    troubles: [] as unknown[],
    statements: [] as string[],
  };
  const claims: TeamClaims = new TeamClaims({
    workspaceId,
    service: SERVICE,
    store: storage.stores.teamClaims,
    place: () => storage.stores.teams.place(workspaceId),
    team: () => ({ state: database.state, database, person: name }),
    settings: () => ({ duplicateDays: 30 }),
    goesWithout: async () => false,
    onChange: () => undefined,
    onAlsoCalled: (also) => told.alsoCalled.push(...also),
    onTrouble: (error) => told.troubles.push(error),
  });
  const database = new TeamDatabase({
    connection,
    password: async () => recruiter.password,
    greet: async (query) => {
      const { channel } = await claims.greet(query);
      await erasures.catchUp(query);
      return channel;
    },
    onNotify: () => sync.notified(),
    connectivity: { isOnline: () => true },
    onTrouble: (error) => told.troubles.push(error),
  });
  const folder = dirname(storage.path);
  const settings = new SettingsStore(folder);
  const onTrouble = (error: unknown): void => void told.troubles.push(error);
  const erasures: TeamErasures = new TeamErasures({
    workspaceId,
    service: SERVICE,
    store: storage.stores.erasures,
    place: () => storage.stores.teams.place(workspaceId),
    query: () =>
      database.state.phase === 'connected' ? (text, values) => database.queryBeside(text, values) : undefined,
    erasing: () => beside?.privacy ?? privacy,
    country: async () => country,
    stored: () => sync.settled(),
  });
  const { doNotCall } = storage.stores;
  const numberKeys = new NumberKeys({ store: doNotCall, secrets, onKeys: () => undefined, onTrouble });
  await numberKeys.load();
  const privacy = new PrivacyManager({
    ...{ folder, account: name, version: '1.0.0', layouts: columnLayouts(settings) },
    ...{ erasures: storage.stores.erasures, retention: storage.stores.retention, onTrouble },
    numberKeys,
    practice: { erase: async () => undefined },
    teams: { tell: (erasure) => erasures.tell(erasure) },
    deleteCrashDumps: async () => undefined,
    clockAheadMs: async () => 0,
    retentionDays: () => 30,
    floorDays: () => 0,
    personFloorDays: () => 0,
    onChange: () => undefined,
  });
  const sync = new TeamSync({
    workspaceId,
    service: SERVICE,
    store: around(storage.stores.teamRecords),
    place: () => storage.stores.teams.place(workspaceId),
    query: (text, values) => {
      told.statements.push(text);
      return database.queryBeside(text, values);
    },
    isConnected: () => database.state.phase === 'connected',
    evidenceHead: async () => (await storage.stores.evidence.state()).head,
    catchUp: () => erasures.catchUp(),
    onTakenOut: () => void (beside?.privacy ?? privacy).resume().catch(onTrouble),
    onHoldsTold: (ids) => erasures.holdsTold(ids),
    settle: (ids) => claims.settle(ids),
    rememberClaims: async (found) => {
      told.claims.push(...found);
      await storage.stores.teamClaims.remember(workspaceId, found);
    },
    rememberConflicts: (conflicts) => claims.alsoCalled(conflicts),
    onChange: (ids) => told.changed.push(...ids),
    onLists: (lists) => told.lists.push(...lists),
    onCompleted: ({ requestId }) => told.completed.push(requestId),
    onProgress: () => undefined,
    onTrouble: (error) => told.troubles.push(error),
    collectMs: 0,
    ...changes,
  });
  database.onChange(() => {
    if (database.state.phase === 'connected') sync.connected();
    else claims.parted();
  });
  const switchOff = async (): Promise<void> => {
    await sync.stop();
    await privacy.close();
    await database.close();
  };
  onTestFinished(switchOff);
  const sql = (text: string, ...values: (string | number)[]): Record<string, unknown>[] => {
    const db = new DatabaseSync(storage.path);
    try {
      return db.prepare(text).all(...values);
    } finally {
      db.close();
    }
  };
  return {
    workspaceId,
    storage,
    secrets,
    stores: storage.stores,
    ...{ database, claims, sync, erasures, privacy, folder, settings },
    told,
    troubles,
    login: recruiter.login,
    /** Queries its SQLite file beside the app. */
    sql,
    /** Writes to it, as another part of the app would. */
    write: sql,
    /** As an erasure does before tags go. */
    keepDigests: () => {
      using db = new DatabaseSync(storage.path);
      keepDigestsOfTags(db);
    },
    connect: () => database.tryNow(),
    /** It is switched off: nothing more is sent or received. */
    switchOff,
    /** The connection is lost, and made again. */
    reconnect: async () => {
      await team.cluster.psql(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${recruiter.login}'`,
      );
      await until('the loss to be noticed', () => database.state.phase !== 'connected');
      await database.tryNow();
    },
  };
}

/** Resolves when what each of these computers has is sent, and each has all that the team has. */
export async function inStep(
  team: TestTeam,
  ...computers: readonly Awaited<ReturnType<typeof computerOf>>[]
): Promise<void> {
  await until('the computers to be in step', async () => {
    for (const { sync, told, troubles } of computers) {
      sync.connected();
      await sync.settled();
      if (troubles === 'none' && told.troubles.length > 0) throw told.troubles[0];
    }
    const last = Number(await team.cluster.psql(`select last_change from ${team.name}.team`));
    const states = computers.map(async ({ stores, workspaceId }) => {
      const [counts, progress] = [stores.teamRecords.counts(workspaceId), stores.teams.place(workspaceId)];
      return (await counts).pending === 0 && (await progress)?.seen === last;
    });
    return (await Promise.all(states)).every(Boolean);
  });
}
