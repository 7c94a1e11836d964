import fc from 'fast-check';
import { expect } from 'vitest';

/** Options of `npm run fuzz`; `npm test` runs the short version with a fixed seed. */
const asked = {
  long: process.env['FUZZ_LONG'] === '1',
  runs: process.env['FUZZ_RUNS'],
  seed: Number(process.env['FUZZ_SEED'] ?? 20_261_121),
  path: process.env['FUZZ_PATH'],
};

export interface Runs {
  /** Runs in `npm test`: a few seconds for all parts together. */
  readonly short: number;
  /** Runs in `npm run fuzz`. */
  readonly long: number;
}

/** The number of runs for this mode. */
export function runsNow({ short, long }: Runs): number {
  return asked.long ? Number(asked.runs ?? long) : short;
}

/** Timeout of one property, ms. */
export const FUZZ_TIMEOUT = asked.long ? 60 * 60_000 : 60_000;

/**
 * Checks a property; a failure prints how to reproduce it. Failures aren't shrunk, because earlier runs may be part of
 * the
 * cause, and the path leads there. `salt` varies the seed for each of several similar properties.
 */
export async function survives(
  part: string,
  runs: Runs,
  property: fc.IProperty<unknown> | fc.IAsyncProperty<unknown>,
  salt = 0,
): Promise<void> {
  const details = await fc.check(property, {
    numRuns: runsNow(runs),
    seed: asked.seed + salt,
    endOnFailure: true,
    ...(asked.path === undefined ? {} : { path: asked.path }),
  });
  if (!details.failed) return;
  const again =
    `npm run fuzz -- ${part} --seed ${asked.seed} --path ${details.counterexamplePath} ` +
    `--only ${JSON.stringify(expect.getState().currentTestName ?? '')}`;
  throw new Error(`${fc.defaultReportMessage(details)}\nTo see it again: ${again}`, {
    cause: details.errorInstance,
  });
}
