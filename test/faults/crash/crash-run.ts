import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { OPEN_MARKS } from '../../../electron/submissions/delivery.ts';
import {
  type Answer,
  acceptEach,
  recordingService,
  sendJson,
} from '../../electron/service/recording-service.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import type { CrashPoint, QueueProcessOrders } from './crash-points.ts';
import { oneLife } from './queue-life.ts';
import { leftMarked, rowsAtRest } from './rows-at-rest.ts';

/** One life of a process that ends by a kill: where it kills itself, or how long after its start it is killed, ms. */
export type Kill =
  | { readonly at: CrashPoint; readonly time: number }
  | { readonly afterMs: number; readonly at?: undefined };

export interface CrashFindings {
  kills: number;
  /** Kills by crash point; `random` for those by the parent. */
  readonly reached: Map<string, number>;
  submissions: number;
  /** Creates that the service received beyond the first and those a person asked for. */
  duplicates: number;
  /** Acknowledged submissions without a row, and creates or accepted requests without their submission. */
  losses: number;
  /** Unconfirmed submissions of which no byte reached the service. */
  needless: number;
  /** Which kill left each of them marked without a byte. */
  readonly needlessAfter: Map<string, number>;
  readonly violations: string[];
}

/** Kills the process on one database repeatedly, lets the last one finish, and compares. */
export async function crashRun(
  kills: readonly Kill[],
  random: () => number,
  findings: CrashFindings,
): Promise<void> {
  const path = join(temporaryFolder(), 'callboard.db');
  // With it each start asks whether the folder is a copy; a kill taken for one would leave questions that nothing explains.
  const stateFolder = temporaryFolder();
  const mayBeProcessed = new Map<string, number>();
  const service = await recordingService((request, response) => {
    const treated = treatment(random);
    if (treated !== 'slow down') {
      const key = unquoted(request.headers['idempotency-key']);
      mayBeProcessed.set(key, (mayBeProcessed.get(key) ?? 0) + 1);
    }
    void pause(random() * 12).then(() => treat[treated](request, response));
  });
  const acknowledged = new Set<string>();
  const marked: Marked[] = [];
  const count = (killed: boolean, where: string): void => {
    if (!killed) return;
    findings.kills += 1;
    add(findings.reached, where);
    marked.push({ where, ids: leftMarked(path) });
  };
  const live = (changes: Partial<QueueProcessOrders>, killAfterMs?: number): Promise<boolean> =>
    oneLife(
      {
        path,
        stateFolder,
        baseUrl: service.origin,
        seed: Math.floor(random() * 2 ** 32),
        submits: 1 + Math.floor(random() * 4),
        sendAgainShare: 0.3,
        ...changes,
      },
      acknowledged,
      killAfterMs === undefined ? undefined : { ms: killAfterMs },
    );
  for (const kill of kills) {
    // Only a crash leaves interrupted sends, and only unconfirmed submissions can be decided on.
    if (kill.at?.endsWith('interrupted') || kill.at?.endsWith('decided')) {
      const prepared = await live({ dieAt: { point: 'after marked', time: 1 } });
      count(prepared, 'after marked');
    }
    const killed = kill.at
      ? await live({
          dieAt: { point: kill.at, time: kill.time },
          ...(kill.at.endsWith('decided') ? { sendAgainShare: 1 } : {}),
        })
      : await live({}, kill.afterMs);
    count(killed, kill.at ?? 'random');
  }
  await live({ submits: 0, sendAgainShare: 0 });
  compare(
    path,
    acknowledged,
    mayBeProcessed,
    service.received.map(({ headers }) => unquoted(headers['idempotency-key'])),
    marked,
    findings,
  );
}

export function noFindings(): CrashFindings {
  return {
    kills: 0,
    reached: new Map(),
    submissions: 0,
    duplicates: 0,
    losses: 0,
    needless: 0,
    needlessAfter: new Map(),
    violations: [],
  };
}

/** What a kill left marked. */
interface Marked {
  readonly where: string;
  readonly ids: readonly string[];
}

function add(counts: Map<string, number>, where: string): void {
  counts.set(where, (counts.get(where) ?? 0) + 1);
}

type Treatment = 'accept' | 'cut' | 'fail' | 'slow down';

function treatment(random: () => number): Treatment {
  const drawn = random();
  if (drawn < 0.8) return 'accept';
  if (drawn < 0.87) return 'cut';
  return drawn < 0.93 ? 'fail' : 'slow down';
}

const treat: Record<Treatment, Answer> = {
  accept: acceptEach,
  cut: (_request, response) => void response.socket?.resetAndDestroy(),
  fail: (_request, response) => sendJson(response, 500, {}),
  'slow down': (_request, response) => sendJson(response, 429, {}, { 'retry-after': '0' }),
};

function compare(
  path: string,
  acknowledged: ReadonlySet<string>,
  mayBeProcessed: ReadonlyMap<string, number>,
  received: readonly string[],
  marked: readonly Marked[],
  findings: CrashFindings,
): void {
  const rows = rowsAtRest(path);
  const wrong = (what: string): void => void findings.violations.push(what);
  const ids = new Set(rows.map(({ id }) => id));
  const keys = new Set(rows.map(({ id }) => id));
  const receivedKeys = new Set(received);
  const lost = [...acknowledged].filter((id) => !ids.has(id));
  const unknown = [...receivedKeys].filter((key) => !keys.has(key));
  findings.submissions += rows.length;
  findings.losses += lost.length + unknown.length;
  for (const id of lost) wrong(`${id} was acknowledged and is gone`);
  for (const key of unknown) wrong(`${key} was sent and is in no row`);
  for (const row of rows) {
    const creates = mayBeProcessed.get(row.id) ?? 0;
    if (creates > 1 + row.askedFor) {
      findings.duplicates += creates - 1 - row.askedFor;
      wrong(`${row.id} was sent ${creates} times, asked for again ${row.askedFor} times`);
    }
    if (row.state !== 'accepted' && row.state !== 'unconfirmed') wrong(`${row.id} is ${row.state} at rest`);
    if (row.state === 'accepted' && (creates === 0 || row.requestId !== `ir_${row.id.slice(0, 8)}`)) {
      findings.losses += 1;
      wrong(`${row.id} is accepted as ${row.requestId}, and the service saw ${creates} creates`);
    }
  }
  const unseen = rows.filter(({ id, state }) => state === 'unconfirmed' && !receivedKeys.has(id));
  findings.needless += unseen.length;
  const explained = new Set<string>();
  for (const { where, ids: left } of marked) {
    const without = unseen.filter(({ id }) => left.includes(id) && !explained.has(id));
    for (const { id } of without) {
      explained.add(id);
      add(findings.needlessAfter, where);
    }
    if (without.length > OPEN_MARKS) wrong(`a kill (${where}) left ${without.length} marked without a byte`);
  }
  for (const { id } of unseen)
    if (!explained.has(id)) wrong(`${id} is asked about, and no kill left it marked`);
}

function unquoted(header: string | string[] | undefined): string {
  return String(header).replaceAll('"', '');
}
