import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { acceptEach, recordingService, sendJson } from '../../electron/service/recording-service.ts';
import { until } from '../../poll.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { reportFigures } from '../figures.ts';
import { oneLife } from './queue-life.ts';
import { rowsAtRest } from './rows-at-rest.ts';

const QUEUED = 20;
const KILLS = 3;

test(`a process killed ${KILLS} times while its refused token is renewed asks nobody about anybody`, {
  timeout: 120_000,
}, async () => {
  const path = join(temporaryFolder(), 'callboard.db');
  let renewalAsked = Promise.withResolvers<void>();
  let answersRenewals = false;
  let refused = 0;
  const taken: string[] = [];
  const service = await recordingService((request, response) => {
    if (request.path === '/oauth2/token') {
      renewalAsked.resolve();
      if (answersRenewals) sendJson(response, 200, { access_token: 'token-2' });
    } else if (request.headers.authorization === 'Bearer token-2') {
      taken.push(String(request.headers['idempotency-key']));
      acceptEach(request, response);
    } else {
      refused += 1;
      sendJson(response, 401, { error: 'invalid_token' });
    }
  });
  const orders = {
    path,
    baseUrl: service.origin,
    seed: 1,
    submits: 0,
    sendAgainShare: 0,
    renews: true,
  } as const;
  const acknowledged = new Set<string>();
  for (let kill = 0; kill < KILLS; kill += 1) {
    renewalAsked = Promise.withResolvers();
    const from = renewalAsked.promise.then(() =>
      until('what the 401s said is stored', () => isNoneSending(path)),
    );
    const killed = await oneLife({ ...orders, queued: kill === 0 ? QUEUED : 0 }, acknowledged, {
      ms: 0,
      from,
    });
    expect(killed).toBe(true);
  }
  expect(refused).toBeGreaterThanOrEqual(KILLS);
  answersRenewals = true;
  await oneLife(orders, acknowledged);

  const rows = rowsAtRest(path);
  const decisions = rows.filter(({ state }) => state === 'unconfirmed').length;
  console.log(`${KILLS} kills, ${refused} creates refused for their token, ${decisions} decisions`);
  reportFigures({
    name: 'killed while renewing',
    cases: KILLS,
    duplicates: taken.length - new Set(taken).size,
    losses: acknowledged.size - taken.length,
    needless: decisions,
  });
  expect([taken.length, new Set(taken).size, decisions]).toEqual([QUEUED, QUEUED, 0]);
});

/** Whether nothing is marked as sending in the database of a running process. */
function isNoneSending(path: string): boolean {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return db.prepare(`SELECT 1 FROM submissions WHERE state = 'sending'`).get() === undefined;
  } finally {
    db.close();
  }
}
