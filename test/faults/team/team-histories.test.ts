import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../../shared/durations.ts';
import {
  baseBackup,
  hasPostgres,
  NEEDS_POSTGRES,
  newTeam,
  ownCluster,
  type PostgresCluster,
  restore,
} from '../../postgres-cluster.ts';
import { TcpProxy } from '../../tcp-proxy.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { askedFor, reportFigures } from '../figures.ts';
import { seededRandom } from '../seeded-random.ts';
import { connectionOf, countingService, liveTeamLife, TeamFindings } from './team-life.ts';
import { TEAM_CRASH_POINTS, type TeamProcessOrders } from './team-orders.ts';

/** So few that most are submitted by more than one. */
const CANDIDATES = 6;

/** What happens to the database or the network to it while the computers work. */
const TROUBLES = ['none', 'none', 'restart', 'crash', 'cut', 'stall', 'late'] as const;

/** How far ahead the clock of a computer may be, ms. */
const CLOCKS = [0, 0, 3 * DAY_MS, -3 * DAY_MS, 400 * DAY_MS];

/** Histories under way at once, each with a server of its own, as most of the time they wait. */
const LANES = 3;

interface Computer {
  readonly path: string;
  readonly proxy: TcpProxy;
  readonly orders: Pick<TeamProcessOrders, 'path' | 'baseUrl' | 'connection' | 'password' | 'clockAheadMs'>;
}

interface Judged {
  readonly kills: number;
  readonly calls: number;
  readonly violations: ReturnType<TeamFindings['violations']>;
}

/** One history of a team of two or three; the same seed gives the same orders, though not the same timing. */
async function history(cluster: PostgresCluster, folder: string, seed: number): Promise<Judged> {
  const random = seededRandom(seed);
  const upTo = (most: number): number => Math.floor(random() * most);
  const oneOf = <T>(all: readonly T[]): T => all[upTo(all.length)] as T;
  const findings = new TeamFindings();
  let isWell = false;
  const service = await countingService(findings, () => {
    const drawn = isWell ? 0 : random();
    if (drawn < 0.8) return 'accept';
    return drawn < 0.9 ? 'cut' : 'slow down';
  });
  const team = await newTeam(cluster);
  const computers: Computer[] = [];
  for (const person of ['anna', 'ben', 'clara'].slice(0, 2 + upTo(2))) {
    const proxy = await TcpProxy.open(cluster.port);
    const path = join(folder, `${randomUUID()}.db`);
    const clockAheadMs = oneOf(CLOCKS);
    const connection = await connectionOf(team, person, proxy.port);
    computers.push({ path, proxy, orders: { path, baseUrl: service.origin, clockAheadMs, ...connection } });
  }
  const oneRound = async (): Promise<void> => {
    const atWork = computers.filter(() => random() < 0.85);
    const lives = atWork.map(({ orders }) => {
      const candidates = Array.from({ length: 1 + upTo(3) }, () => 1 + upTo(CANDIDATES));
      const dieAt = random() < 0.5 ? { point: oneOf(TEAM_CRASH_POINTS), time: 1 + upTo(2) } : undefined;
      const life = liveTeamLife(
        {
          ...orders,
          seed: upTo(2 ** 31),
          candidates,
          waits: true,
          insists: 0.3,
          whims: 0.15,
          ...(dieAt && { dieAt }),
        },
        findings,
      );
      return { ...life, killedAfterMs: random() < 0.25 ? upTo(400) : undefined };
    });
    const trouble = oneOf(TROUBLES);
    const victim = oneOf(computers);
    const [after, lasts] = [upTo(150), 50 + upTo(300)];
    await Promise.all(lives.map(({ ready }) => ready));
    for (const { begin, kill, killedAfterMs } of lives) {
      begin();
      if (killedAfterMs !== undefined) void pause(killedAfterMs).then(kill);
    }
    await pause(after);
    if (trouble !== 'none') findings.trace.push(`${trouble}, ${victim.orders.connection.person}`);
    await meetTrouble(cluster, victim.proxy, trouble, lasts);
    await Promise.all(lives.map(({ end }) => end));
  };
  // Each comes to its end alone, and nobody decides anything.
  const allMeetTheTeam = async (present = computers): Promise<void> => {
    for (const { orders } of present) {
      await liveTeamLife({ ...orders, seed: 0, candidates: [] }, findings).end;
    }
  };
  // A restored database can't miss a computer that joined after the backup (docs/team.md).
  await allMeetTheTeam();
  let backup: string | undefined;
  let isWhole = true;
  for (let round = 2 + upTo(2); round > 0; round -= 1) {
    if (random() < 0.25) {
      if (backup !== undefined) rmSync(backup, { recursive: true });
      backup = await baseBackup(cluster);
      findings.trace.push('backup');
    }
    await oneRound();
    if (backup !== undefined && random() < 0.5) {
      findings.trace.push('restored');
      await restore(cluster, backup);
      // As docs/team.md tells administrators: what was claimed since is known to those who claimed it, and only to them.
      await cluster.psql(`select ${team.name}.restored()`);
      // What was listed since is known to who listed it, until they have told the team again.
      const present = computers.filter(() => random() < 0.7);
      isWhole &&= present.length === computers.length;
      await allMeetTheTeam(present);
    }
    findings.forbidden = new Set(isWhole ? findings.listed : []);
  }
  isWell = true;
  await allMeetTheTeam();
  const violations = findings.violations(computers.map(({ path }) => path));
  if (violations.duplicates.length + violations.losses.length > 0) {
    const log = `select change, login, what, submission, other from ${team.name}.claim_log order by change`;
    console.log(`seed ${seed}\n${findings.trace.join('\n')}\n${await cluster.psql(log)}`);
  }
  for (const { proxy, path } of computers) {
    await proxy.close();
    for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
  }
  await service.close();
  // A thousand would fill the disk, and make each copy of the server slower than the one before it.
  if (backup !== undefined) rmSync(backup, { recursive: true });
  await cluster.psql(`drop schema ${team.name} cascade`);
  const calls = [...findings.calls.values()].reduce((sum, each) => sum + each, 0);
  return { kills: findings.kills, calls, violations };
}

async function meetTrouble(
  cluster: PostgresCluster,
  proxy: TcpProxy,
  trouble: (typeof TROUBLES)[number],
  lasts: number,
): Promise<void> {
  switch (trouble) {
    case 'none':
      return;
    case 'restart':
    case 'crash':
      await cluster.stop(trouble === 'crash' ? 'kill' : 'fast');
      await pause(lasts);
      return cluster.start();
    case 'cut':
      proxy.cut();
      break;
    case 'stall':
      proxy.stall();
      break;
    case 'late':
      proxy.delayMs = 20;
  }
  await pause(lasts);
  proxy.delayMs = 0;
  proxy.mend();
}

test.runIf(hasPostgres)(
  'whatever happens to a team, its database and its network, nobody is called twice and nobody is forgotten',
  { ...NEEDS_POSTGRES, timeout: 4 * 3_600_000 },
  async () => {
    const count = askedFor('FAULTS_RUNS', 2);
    const seed = askedFor('FAULTS_SEED', 1);
    const folder = temporaryFolder();
    const found = { duplicates: [] as string[], losses: [] as string[], needless: [] as string[] };
    let [kills, calls] = [0, 0];
    let next = seed;
    const lane = async (): Promise<void> => {
      const cluster = await ownCluster();
      while (next < seed + count) {
        const own = next;
        next += 1;
        const judged = await history(cluster, folder, own).catch((error: unknown) => {
          throw new Error(`seed ${own}`, { cause: error });
        });
        kills += judged.kills;
        calls += judged.calls;
        for (const kind of ['duplicates', 'losses', 'needless'] as const)
          found[kind].push(...judged.violations[kind].map((each) => `seed ${own}: ${each}`));
      }
    };
    await Promise.all(Array.from({ length: Math.min(LANES, count) }, lane));
    console.log(`${calls} calls, ${kills} kills`);
    const { duplicates, losses, needless } = found;
    reportFigures({
      name: 'histories of a team',
      cases: count,
      ...{ duplicates: duplicates.length, losses: losses.length, needless: needless.length },
    });
    expect({ duplicates, losses }).toEqual({ duplicates: [], losses: [] });
  },
);
