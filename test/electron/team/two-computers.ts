import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { TeamDatabase } from '../../../electron/team/team-database.ts';
import {
  type ReadClaim,
  type ReadConflict,
  TeamSync,
  type TeamSyncOptions,
  type Tombstone,
} from '../../../electron/team/team-sync.ts';
import { DATABASE } from '../../../practice/team/postgres-cluster.ts';
import type { TeamConnection } from '../../../shared/team.ts';
import { until } from '../../poll.ts';
import type { TestTeam } from '../../postgres-cluster.ts';
import { temporaryStorage } from '../storage/temporary-storage.ts';

export const SERVICE = 'https://api.acme.example';
export const WORKSPACE = 'workspace-1';

/** A computer of a recruiter with a data folder of its own, that takes part in a team. */
export async function computerOf(
  team: TestTeam,
  name: string,
  { joinedAt = 0, port, ...changes }: Partial<TeamSyncOptions> & { joinedAt?: number; port?: number } = {},
) {
  const storage = await temporaryStorage();
  const recruiter = await team.recruiter(name);
  const connection: TeamConnection = {
    ...{ host: '127.0.0.1', port: port ?? team.cluster.port, database: DATABASE, user: recruiter.login },
    ...{ schema: team.name, tls: 'off', certificate: null, key: null, person: name },
  };
  await storage.stores.teams.save(WORKSPACE, connection, joinedAt);
  const told = {
    claims: [] as ReadClaim[],
    conflicts: [] as ReadConflict[],
    erased: [] as Tombstone[],
    changed: [] as string[],
    completed: [] as string[],
    troubles: [] as unknown[],
    statements: [] as string[],
  };
  const database = new TeamDatabase({
    connection,
    password: async () => recruiter.password,
    greet: async (query) => {
      const place = await storage.stores.teamRecords.progress(WORKSPACE);
      const [hello] = await query<{ generation: string; hash_key: Buffer; channel: string }>(
        'select * from hello($1, $2, $3, null, null)',
        [place?.computerId, name, 0],
      );
      if (!hello) throw new Error('The team database said nothing.');
      greeted(storage.path, hello.generation, hello.hash_key);
      await database.listen(hello.channel, () => sync.wake());
    },
    connectivity: { isOnline: () => true },
    onTrouble: (error) => told.troubles.push(error),
  });
  const sync = new TeamSync({
    workspaceId: WORKSPACE,
    service: SERVICE,
    store: storage.stores.teamRecords,
    query: (text, values) => {
      told.statements.push(text);
      return database.queryBeside(text, values);
    },
    isConnected: () => database.state.phase === 'connected',
    settle: async () => undefined,
    rememberClaims: async (claims) => void told.claims.push(...claims),
    rememberConflict: async (conflict) => void told.conflicts.push(conflict),
    onChange: (ids) => told.changed.push(...ids),
    onCompleted: ({ requestId }) => told.completed.push(requestId),
    onProgress: () => undefined,
    onTrouble: (error) => told.troubles.push(error),
    collectMs: 0,
    ...changes,
  });
  onTestFinished(async () => {
    await sync.stop();
    await database.close();
  });
  const sql = (text: string, ...values: (string | number)[]): Record<string, unknown>[] => {
    const db = new DatabaseSync(storage.path);
    try {
      return db.prepare(text).all(...values);
    } finally {
      db.close();
    }
  };
  return {
    storage,
    stores: storage.stores,
    database,
    sync,
    told,
    /** Queries its SQLite file beside the app. */
    sql,
    connect: () => database.tryNow(),
  };
}

/** Resolves when what each of these computers has is sent, and each has all that the team has. */
export async function inStep(
  team: TestTeam,
  ...computers: readonly Awaited<ReturnType<typeof computerOf>>[]
): Promise<void> {
  await until('the computers to be in step', async () => {
    for (const { sync, told } of computers) {
      sync.wake();
      await sync.settled();
      if (told.troubles.length > 0) throw told.troubles[0];
    }
    const last = Number(await team.cluster.psql(`select last_change from ${team.name}.team`));
    const states = computers.map(async ({ stores }) => {
      const [counts, progress] = [
        stores.teamRecords.counts(WORKSPACE),
        stores.teamRecords.progress(WORKSPACE),
      ];
      return (await counts).pending === 0 && (await progress)?.seen === last;
    });
    return (await Promise.all(states)).every(Boolean);
  });
}

function greeted(path: string, generation: string, hashKey: Uint8Array): void {
  const db = new DatabaseSync(path);
  db.prepare('UPDATE teams SET generation = ?, hash_key = ?').run(generation, hashKey);
  db.close();
}
