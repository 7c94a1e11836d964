import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OPEN_MARKS } from '../../../electron/submissions/delivery.ts';
import { httpAnswer, rawServer } from '../../electron/service/raw-server.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { askedFor, reportFigures } from '../figures.ts';
import { seededRandom } from '../seeded-random.ts';
import { type KilledAfter, oneLife } from './queue-life.ts';
import { rowsAtRest } from './rows-at-rest.ts';

const SEED = askedFor('FAULTS_SEED', 20_261_122);
/** The long form makes forty kills among two hundred submissions, from as many seeds as runs are asked for. */
const KILLS = Math.min(40, askedFor('FAULTS_KILLS', 4));
const QUEUED = 5 * KILLS;
const RUNS = askedFor('FAULTS_RUNS', 1);

/**
 * The longest delay before the service answers each create, ms. Every other kill comes at most that long after the process
 * is ready, the others at most that long after its first create.
 */
const SERVICES = [
  { answersWithinMs: 0, concurrency: 4, latestKillMs: 40 },
  { answersWithinMs: 10, concurrency: 8, latestKillMs: 40 },
  { answersWithinMs: 100, concurrency: 16, latestKillMs: 60 },
];

const SEEDS = Array.from({ length: RUNS }, (_, run) => SEED + run);

test.each(SEEDS)(
  `${KILLS} kills among ${QUEUED} of each service, seed %i: nobody is lost, and each leaves ${OPEN_MARKS} needless decisions at most`,
  {
    timeout: 600_000,
  },
  async (seed) => {
    await Promise.all(SERVICES.map((service) => expectNobodyLost(service, seed)));
  },
);

/** Sends through processes that are killed one after the other, until nothing is left to send. */
async function expectNobodyLost(
  { answersWithinMs, concurrency, latestKillMs }: (typeof SERVICES)[number],
  seed: number,
): Promise<void> {
  const random = seededRandom(seed);
  const path = join(temporaryFolder(), 'callboard.db');
  const seen = new Map<string, number>();
  let firstCreate = Promise.withResolvers<void>();
  const service = await rawServer({
    onRequest: ({ socket }, request) => {
      firstCreate.resolve();
      const key = keyIn(request);
      seen.set(key, (seen.get(key) ?? 0) + 1);
      const body = JSON.stringify({ request_id: `ir_${key.slice(0, 8)}`, status: 'PENDING' });
      setTimeout(() => socket.write(httpAnswer(201, body)), random() * answersWithinMs);
    },
  });
  const acknowledged = new Set<string>();
  const live = (queued: number, kill?: KilledAfter): Promise<boolean> =>
    oneLife(
      { path, baseUrl: service.origin, seed, submits: 0, queued, concurrency, sendAgainShare: 0 },
      acknowledged,
      kill,
    );
  let kills = 0;
  for (let more = QUEUED; kills < KILLS; ) {
    firstCreate = Promise.withResolvers();
    const ms = random() * latestKillMs;
    const killed = await live(more, kills % 2 === 0 ? { ms } : { ms, from: firstCreate.promise });
    // All are sent already: the remaining kills need as many again.
    more = killed ? 0 : QUEUED;
    if (killed) kills += 1;
  }
  await live(0);

  const rows = rowsAtRest(path);
  const decisions = rows.filter(({ state }) => state === 'unconfirmed');
  const bytes = service.connections.map(({ received }) => received).join('\n');
  const duplicates = [...seen.values()].filter((times) => times > 1).length;
  const losses =
    [...acknowledged].filter((id) => !rows.some((row) => row.id === id)).length +
    rows.filter(({ state, id }) => state === 'accepted' && !seen.has(id)).length;
  const neverSeen = decisions.filter(({ id }) => !seen.has(id));
  const noByte = neverSeen.filter(({ id }) => !bytes.includes(id));
  console.log(
    `${concurrency} at once: ${kills} kills among ${rows.length} submissions, ${decisions.length} decisions, ` +
      `${neverSeen.length} of them about people whom the service never saw, ${noByte.length} without a byte`,
  );
  reportFigures({
    name: `killed while sending, ${concurrency} at once, seed ${seed}`,
    cases: kills,
    duplicates,
    losses,
    needless: noByte.length,
  });
  expect([duplicates, losses]).toEqual([0, 0]);
  expect(noByte.length).toBeLessThanOrEqual(OPEN_MARKS * kills);
  expect(rows.filter(({ state }) => state !== 'accepted' && state !== 'unconfirmed')).toEqual([]);
}

/** The submission of a create. */
function keyIn(request: string): string {
  return /^idempotency-key: "(.*)"\r$/im.exec(request)?.[1] ?? '';
}
