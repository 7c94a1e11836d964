/** The value at a share (0 to 1) of the sorted values, between two where it falls between: 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined)
    throw new Error('There are no values to take a quantile of.');
  return below + (above - below) * (place - Math.floor(place));
}

/** The value in the middle. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/**
 * Runs all of `runs` once per round, another first each time, so that what the machine does meanwhile meets all of them
 * alike. Gives the results of each by name, in the order of the rounds.
 */
export async function interleaved<Name extends string, Result>(
  rounds: number,
  runs: Readonly<Record<Name, (round: number) => Promise<Result> | Result>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(runs) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(turn + round) % names.length];
      if (name !== undefined) results[name].push(await runs[name](round));
    }
  }
  return results;
}

/** Round by round, `over` divided by `under`. */
export function ratios(over: readonly number[], under: readonly number[]): number[] {
  if (over.length !== under.length) throw new Error('Ratios need the same rounds of both.');
  return over.map((value, round) => value / (under[round] ?? Number.NaN));
}
