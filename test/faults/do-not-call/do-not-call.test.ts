import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { text } from '../../../electron/storage/operation.ts';
import { parseListedPhone } from '../../../shared/do-not-call.ts';
import { codeOf, contentOf, restoreInto, startOverIn } from '../../electron/backup/archive.ts';
import { tracesOf } from '../../electron/privacy/traces-of.ts';
import { acceptEach, recordingService, sendJson } from '../../electron/service/recording-service.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { workerFile } from '../../worker-files.ts';
import { askedFor, reportFigures } from '../figures.ts';
import { seededRandom } from '../seeded-random.ts';
import { writtenWays } from '../written-ways.ts';
import { ListJudge } from './list-judge.ts';
import type { ListProcessOrders, ListStep } from './list-steps.ts';

const RUNS = askedFor('FAULTS_RUNS', 4);
const SEED = askedFor('FAULTS_SEED', 20_261_123);
const PATIENCE_MS = 30_000;
const LATEST_KILL_MS = 150;
const DAY = 24 * 60 * 60 * 1000;

/** Numbers with their country and trunk prefix, and others that ring the same telephone. */
const NUMBERS = [
  { number: '+493012345678', country: 'DE', trunk: '0' },
  { number: '+442071838750', country: 'GB', trunk: '0' },
  { number: '+5491123456789', country: 'AR', trunk: '', same: '+541123456789' },
] as const;
/** Put on the list by the second process only, so that nobody lifts them at the same time. */
const OF_SECOND = { number: '+12025550143', country: 'US', trunk: '' } as const;
const VICTIM = '+4915799887766';

type Random = () => number;

test(`in ${RUNS} histories of restores, kills and other processes nobody on the list is called`, {
  timeout: 7_200_000,
}, async () => {
  const found = { sends: 0, queued: 0, kills: 0, traces: 0, violations: [] as string[] };
  for (let run = 0; run < RUNS && found.violations.length === 0; run += 1) {
    const random = seededRandom(SEED + run);
    const { judge, kills, traces } = await oneHistory(random);
    found.sends += judge.received;
    found.queued += judge.forbiddenQueued;
    found.kills += kills;
    found.traces += traces.length;
    found.violations.push(...[...judge.violations, ...traces].map((each) => `${each} (seed ${SEED + run})`));
  }
  const { sends, queued, kills, violations, traces } = found;
  console.log(`${sends} sends, ${queued} queued for numbers on the list, ${kills} kills, seed ${SEED}`);
  reportFigures({
    name: 'do not call',
    cases: RUNS,
    duplicates: violations.length - traces,
    losses: traces,
    needless: 0,
  });
  expect(violations).toEqual([]);
  expect(queued).toBeGreaterThan(RUNS);
});

/** A few lives of processes on one database, with restores in between; a person is erased in every other one. */
async function oneHistory(random: Random) {
  const folder = join(temporaryFolder(), 'data');
  mkdirSync(folder);
  const path = join(folder, 'callboard.db');
  const judge = new ListJudge(path);
  const service = await recordingService((request, response) => {
    const id = String(request.headers['idempotency-key']).replaceAll('"', '');
    const sent: { candidate: { phone_number: string } } = JSON.parse(request.body);
    judge.arrived(id, sent.candidate.phone_number);
    const drawn = random();
    void pause(random() * 8).then(() => {
      if (drawn < 0.08) response.socket?.resetAndDestroy();
      else if (drawn < 0.2) sendJson(response, 401, { error: 'invalid_token' });
      else if (drawn < 0.25) sendJson(response, 429, {}, { 'retry-after': '0' });
      else acceptEach(request, response);
    });
  });
  const orders = (steps: readonly ListStep[]) => ({ path, baseUrl: service.origin, steps });
  const erases = random() < 0.5;
  let kills = 0;
  if (erases) await oneLife(orders(erasure()), judge);
  else await oneLife(orders([]), judge);
  let backup: Backup | undefined;
  for (let lives = 2 + Math.floor(random() * 3); lives > 0; lives -= 1) {
    const kill = random() < 0.6 ? random() * LATEST_KILL_MS : undefined;
    const first = oneLife(orders(steps(random, erases)), judge, kill);
    const second = random() < 0.4 ? oneLife(orders(secondSteps(random)), judge, kill) : undefined;
    kills += [await first, await second].filter((killed) => killed === true).length;
    if (random() < 0.5) backup = await backUp(path, judge);
    if (backup && random() < 0.5) await restore(path, backup, judge);
  }
  await oneLife(orders([...NUMBERS, OF_SECOND].map(({ number }) => queued(number))), judge);
  const traces = erases ? tracesOf(folder, [VICTIM, VICTIM.slice(3), VICTIM.slice(1)]) : [];
  await service.close();
  return { judge, kills, traces };
}

interface Backup {
  readonly content: Buffer;
  readonly numbers: readonly string[];
  readonly ofPersons: readonly string[];
}

async function backUp(path: string, judge: ListJudge): Promise<Backup> {
  return { content: await contentOf(path), numbers: judge.snapshot(), ofPersons: judge.ofPersons() };
}

/**
 * Starts over and restores a backup made before or after any entry, with the keys that the app would give. Where a kill has
 * left something being sent or erased, nothing happens.
 */
async function restore(path: string, { content, numbers, ofPersons }: Backup, judge: ListJudge) {
  using db = new DatabaseSync(path, { readOnly: true });
  const rows = db.prepare(`SELECT part, sealed FROM app_secrets WHERE name = 'do_not_call_key'`).all();
  const keys = rows.map((row) => {
    const { sealed } = row;
    if (!(sealed instanceof Uint8Array)) throw new Error('A key is no bytes');
    return [text(row, 'part').replace('do_not_call ', ''), Buffer.from(sealed).toString()] as const;
  });
  db.close();
  if ((await codeOf((async () => startOverIn(path, Date.now()))())) !== 'none') return;
  await restoreInto(path, content, Date.now(), Object.fromEntries(keys));
  judge.merged(numbers, ofPersons);
}

function queued(number: string): ListStep {
  return { do: 'queue', id: randomUUID(), number };
}

/** The person is submitted, listed and erased; from then on their number is in no file, whoever lists it. */
function erasure(): ListStep[] {
  const listed = { do: 'list', number: VICTIM, written: VICTIM, country: 'DE' } as const;
  return [queued(VICTIM), listed, { do: 'erase', number: VICTIM }, { do: 'submit', number: VICTIM }];
}

function steps(random: Random, erased: boolean): ListStep[] {
  return Array.from({ length: 4 + Math.floor(random() * 10) }, () => oneStep(random, erased));
}

function oneStep(random: Random, erased: boolean): ListStep {
  const drawn = random();
  const chosen = pick(NUMBERS, random);
  if (drawn < 0.45) return queued('same' in chosen && random() < 0.5 ? chosen.same : chosen.number);
  if (drawn < 0.5) return { do: 'submit', number: erased ? VICTIM : OF_SECOND.number };
  if (drawn < 0.55 && erased) return listed({ number: VICTIM, country: 'DE', trunk: '0' }, random);
  if (drawn < 0.65) return listed(chosen, random);
  if (drawn < 0.85) return { do: 'lift', number: chosen.number };
  if (drawn < 0.92) {
    const numbers = NUMBERS.filter(() => random() < 0.4).map(({ number }) => number);
    return { do: 'policy', numbers: erased && random() < 0.5 ? [...numbers, VICTIM] : numbers };
  }
  return { do: 'clock', byMs: Math.round((random() - 0.5) * 20 * DAY) };
}

/** The second process adds to the list, and leaves the rest to the first. */
function secondSteps(random: Random): ListStep[] {
  return Array.from({ length: 6 }, (_, index) =>
    index === 3 ? listed(OF_SECOND, random) : queued(pick([...NUMBERS, OF_SECOND], random).number),
  );
}

interface Listed {
  readonly number: string;
  readonly country: string;
  readonly trunk: string;
}

function listed({ number, country, trunk }: Listed, random: Random): ListStep {
  // Where a number without its country code could also mean another, the list asks for the code.
  const ways = writtenWays(number, country, trunk).filter((each) => parseListedPhone(each, country).ok);
  return { do: 'list', number, country, written: pick(ways, random) };
}

function pick<T>(from: readonly T[], random: Random): T {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new Error('There is nothing to pick from');
  return found;
}

/** Runs the process until it is killed (true) or has finished everything (false); throws if it fails. */
async function oneLife(orders: ListProcessOrders, judge: ListJudge, killAfterMs?: number): Promise<boolean> {
  const child = spawn(process.execPath, [fileURLToPath(workerFile('list-process')), JSON.stringify(orders)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = (): void => void (child.exitCode ?? child.signalCode ?? child.kill('SIGKILL'));
  onTestFinished(kill);
  let timer: NodeJS.Timeout | undefined;
  let [complaints, settled, overdue] = ['', false, false];
  const patience = setTimeout(() => {
    overdue = true;
    kill();
  }, PATIENCE_MS);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [what, index, at = '0'] = line.split(' ');
    const step = orders.steps[Number(index)];
    if (what === 'ready' && killAfterMs !== undefined) timer = setTimeout(kill, killAfterMs);
    if (what === 'begin' && step) judge.begins(step, BigInt(at));
    if (what === 'done' && step) judge.done(step, BigInt(at));
    if (what === 'settled') settled = true;
  });
  child.stderr.on('data', (said) => {
    complaints += String(said);
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.once('close', (...ending) => resolve(ending)),
  );
  clearTimeout(timer);
  clearTimeout(patience);
  if (complaints) throw new Error(`The process complained: ${complaints}`);
  if (overdue) throw new Error('The process did not come to its end.');
  if (signal === 'SIGKILL') return true;
  if (code !== 0 || !settled) throw new Error(`The process ended with ${code ?? signal}.`);
  return false;
}
