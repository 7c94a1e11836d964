import fc from 'fast-check';
import { expect } from 'vitest';

/** What `npm run fuzz` asks for; `npm test` runs the short form with one seed. */
const asked = {
  long: process.env['FUZZ_LONG'] === '1',
  runs: process.env['FUZZ_RUNS'],
  seed: Number(process.env['FUZZ_SEED'] ?? 20_261_121),
  path: process.env['FUZZ_PATH'],
};

export interface Runs {
  /** In `npm test`: a few seconds for all parts together. */
  readonly short: number;
  /** In `npm run fuzz`. */
  readonly long: number;
}

/** How many of these runs are to be made now. */
export function runsNow({ short, long }: Runs): number {
  return asked.long ? Number(asked.runs ?? long) : short;
}

/** Patience with one property, ms. */
export const FUZZ_TIMEOUT = asked.long ? 60 * 60_000 : 60_000;

/**
 * Checks a property; a failure says how to see it again. It is not made smaller: what came before it may be a part of
 * it, and the path leads there. `salt` makes another run of the same seed for each of many alike.
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
