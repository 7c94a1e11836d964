import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { readTeamAddress, teamConnection } from '../../../shared/team.ts';
import { type Answer, recordingService, sendJson } from '../../electron/service/recording-service.ts';
import { KILLED_ITSELF } from '../../posix.ts';
import type { TestTeam } from '../../postgres-cluster.ts';
import { workerFile } from '../../worker-files.ts';
import { rowsAtRest } from '../crash/rows-at-rest.ts';
import type { TeamProcessOrders } from './team-orders.ts';

/** How long a process may take that nobody kills, ms: seconds, but not on a computer that does ten other things. */
const PATIENCE_MS = 120_000;

/** What the computers of a team did, and what the service saw of it. */
export class TeamFindings {
  /** Calls that the service may have begun, by candidate. */
  readonly calls = new Map<number, number>();
  /** How often somebody said that a candidate may be called once more. */
  readonly insisted = new Map<number, number>();
  /** How often somebody was asked about a candidate and left it. */
  readonly asked = new Map<number, number>();
  /** Submissions of which a person was told that they are stored: computer's database, and candidate. */
  readonly acknowledged = new Map<string, { readonly path: string; readonly nth: number }>();
  /** Whom the team knows to be on its do-not-call list. */
  readonly listed = new Set<number>();
  /** Those of them who are since before this round: nobody may call them. */
  forbidden: ReadonlySet<number> = new Set();
  readonly against: string[] = [];
  kills = 0;
  /** Everything in its order, for whoever has to find out why. */
  readonly trace: string[] = [];

  /** What is wrong with it, once every computer has come to rest. Each call that nobody wanted, and each candidate forgotten. */
  violations(paths: readonly string[]): { duplicates: string[]; losses: string[]; needless: string[] } {
    const duplicates: string[] = [];
    const losses: string[] = [];
    const needless: string[] = [];
    const rows = new Map(paths.flatMap((path) => rowsAtRest(path).map((row) => [row.id, row] as const)));
    for (const [nth, calls] of this.calls) {
      const wanted = 1 + (this.insisted.get(nth) ?? 0);
      if (calls > wanted) duplicates.push(`${nth} was called ${calls} times, wanted ${wanted}`);
    }
    for (const [id, { nth }] of this.acknowledged) {
      if (this.listed.has(nth)) continue;
      const row = rows.get(id);
      if (!row) losses.push(`${id} of ${nth} was acknowledged and is gone`);
      else if (!['accepted', 'held', 'unconfirmed'].includes(row.state))
        losses.push(`${id} of ${nth} is ${row.state} at rest`);
    }
    duplicates.push(...this.against);
    for (const nth of new Set([...this.acknowledged.values()].map((each) => each.nth))) {
      if (this.listed.has(nth)) continue;
      if ((this.calls.get(nth) ?? 0) > 0) continue;
      const states = [...this.acknowledged].flatMap(([id, each]) =>
        each.nth === nth ? [rows.get(id)?.state ?? 'gone'] : [],
      );
      // Somebody is asked about it: that's not forgotten, but nobody has called.
      if (states.some((state) => state === 'held' || state === 'unconfirmed')) needless.push(`${nth}`);
      else losses.push(`${nth} was never called: ${states.join()}`);
    }
    return { duplicates, losses, needless };
  }
}

/** A service with its sign-in, which notes each create in the findings. `treat`: what it does; by default it accepts all. */
export async function countingService(
  findings: TeamFindings,
  treat: () => 'accept' | 'cut' | 'slow down' = () => 'accept',
) {
  const answer: Answer = ({ path, headers, body }, response) => {
    if (!path.endsWith('create-interview-request')) return sendJson(response, 200, { status: 'PENDING' });
    const treated = treat();
    if (treated === 'slow down') return sendJson(response, 429, {}, { 'retry-after': '0' });
    const nth = Number(String(JSON.parse(body).candidate.phone_number).slice(-4));
    if (findings.forbidden.has(nth)) findings.against.push(`${nth} was called although listed`);
    findings.calls.set(nth, (findings.calls.get(nth) ?? 0) + 1);
    findings.trace.push(`call of ${nth} for ${String(headers['idempotency-key'])}: ${treated}`);
    if (treated === 'cut') return void response.socket?.resetAndDestroy();
    sendJson(response, 201, {
      request_id: `ir_${String(headers['idempotency-key']).slice(1, 9)}`,
      status: 'PENDING',
    });
  };
  return recordingService(answer);
}

/** How a recruiter's computer connects; `port`: a proxy's instead of the server's. */
export async function connectionOf(team: TestTeam, person: string, port?: number) {
  const read = readTeamAddress(team.addressOf(await team.recruiter(person), port));
  if (!('address' in read)) throw new Error('The address of the team can’t be read.');
  const { fields, password } = read.address;
  return {
    connection: teamConnection.parse({ ...fields, schema: team.name, tls: 'off', person }),
    password,
  };
}

export interface TeamLife {
  /** It has connected whatever it can, and waits for its input to end. */
  readonly ready: Promise<void>;
  /** Lets it begin. */
  begin(): void;
  kill(): void;
  /** Whether it was killed; rejects if it failed. */
  readonly end: Promise<boolean>;
}

/** Starts a process. It ends with the test at the latest. */
export function liveTeamLife(orders: TeamProcessOrders, findings: TeamFindings): TeamLife {
  const child = spawn(
    process.execPath,
    [fileURLToPath(workerFile('team-process')), JSON.stringify(orders)],
    // Its connection follows the system's certificates, not those of this test's environment.
    { stdio: ['pipe', 'pipe', 'pipe'] },
  );
  const kill = (): void => void (child.exitCode ?? child.signalCode ?? child.kill('SIGKILL'));
  onTestFinished(kill);
  child.stdin.on('error', () => undefined);
  const ready = Promise.withResolvers<void>();
  let settled = false;
  let overdue = false;
  let left = '';
  const add = (counts: Map<number, number>, nth: number) => counts.set(nth, (counts.get(nth) ?? 0) + 1);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [what, ...values] = line.split(' ');
    findings.trace.push(`${orders.connection.person}: ${line}`);
    if (what === 'ready') ready.resolve();
    if (what === 'settled') settled = true;
    if (what === 'left') left = line;
    if (what === 'acknowledged')
      findings.acknowledged.set(values[0] ?? '', { path: orders.path, nth: Number(values[1]) });
    if (what === 'insisted') add(findings.insisted, Number(values[0]));
    if (what === 'withdrawn') findings.acknowledged.delete(values[0] ?? '');
    if (what === 'listed') findings.listed.add(Number(values[0]));
    if (what === 'asked') add(findings.asked, Number(values[0]));
  });
  let complaints = '';
  child.stderr.on('data', (words) => {
    complaints += String(words);
  });
  const timer = setTimeout(() => {
    overdue = true;
    kill();
  }, PATIENCE_MS);
  const ended = async (): Promise<boolean> => {
    const [code, signal] = await once(child, 'close');
    clearTimeout(timer);
    ready.resolve();
    if (overdue) throw new Error(`The process did not come to its end: ${left} ${complaints}`);
    const killedItself = code === KILLED_ITSELF.code && signal === KILLED_ITSELF.signal;
    if (signal === 'SIGKILL' || killedItself) {
      findings.kills += 1;
      findings.trace.push(`${orders.connection.person}: killed ${orders.dieAt?.point ?? ''}`);
      return true;
    }
    if (code !== 0 || !settled) throw new Error(`The process ended with ${code ?? signal}. ${complaints}`);
    return false;
  };
  const end = ended();
  // Whoever waits for all of them hears of it.
  end.catch(() => undefined);
  return { ready: ready.promise, begin: () => void child.stdin.end(), kill, end };
}
