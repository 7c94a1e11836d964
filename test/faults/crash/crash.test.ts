import { expect, test } from 'vitest';
import { askedFor, reportFigures } from '../figures.ts';
import { seededRandom } from '../seeded-random.ts';
import { CRASH_POINTS } from './crash-points.ts';
import { crashRun, type Kill, noFindings } from './crash-run.ts';

const KILLS = askedFor('FAULTS_KILLS', CRASH_POINTS.length + 8);
const SEED = askedFor('FAULTS_SEED', 20_261_121);

/** Kills per database, before the last process finishes and the results are compared. */
const KILLS_PER_RUN = 10;

/** Two cores. */
const RUNS_AT_ONCE = 2;

/** The latest random kill after the process began, ms: about as long as its work takes. */
const LATEST_KILL_MS = 120;

test(`a process killed ${KILLS} times, anywhere, loses nothing and sends nothing twice`, {
  timeout: 3_600_000,
}, async () => {
  const findings = noFindings();
  const planned = plannedKills(seededRandom(SEED));
  let runsBegun = 0;
  const runs = async (): Promise<void> => {
    while (findings.kills < KILLS && findings.violations.length === 0) {
      const left = Math.max(1, Math.ceil((KILLS - findings.kills) / RUNS_AT_ONCE));
      await crashRun(
        Array.from({ length: Math.min(KILLS_PER_RUN, left) }, () => planned.next().value),
        seededRandom(SEED + ++runsBegun),
        findings,
      );
    }
  };
  await Promise.all(Array.from({ length: RUNS_AT_ONCE }, runs));
  console.log(`${findings.kills} kills, ${findings.submissions} submissions, seed ${SEED}`);
  console.log([...findings.reached].map(([where, times]) => `${where} ${times}`).join(', '));
  const explained = [...findings.needlessAfter].map(([where, times]) => `${where} ${times}`).join(', ');
  console.log(`Marked, and killed before the first byte, at: ${explained}`);
  const { kills: cases, duplicates, losses, needless } = findings;
  reportFigures({ name: 'crash', cases, duplicates, losses, needless });
  expect(findings.violations).toEqual([]);
  expect(findings).toMatchObject({ duplicates: 0, losses: 0 });
  expect([...findings.reached.keys()]).toEqual(expect.arrayContaining([...CRASH_POINTS]));
});

/** Every point once, then endlessly three random kills for each planned one. */
function* plannedKills(random: () => number): Generator<Kill, never> {
  for (const at of shuffled(CRASH_POINTS, random)) yield { at, time: 1 };
  for (;;) {
    for (let moments = 0; moments < 3; moments += 1) yield { afterMs: random() * LATEST_KILL_MS };
    const [at] = shuffled(CRASH_POINTS, random);
    // What an earlier life left is found once.
    if (at) yield { at, time: at.endsWith('interrupted') ? 1 : 1 + Math.floor(random() * 3) };
  }
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((each) => ({ each, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ each }) => each);
}
