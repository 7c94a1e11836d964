import { type Figure, isMet, type NotRun } from './part.ts';

/** What all parts found. */
export interface Results {
  /** When the run began, ISO 8601. */
  readonly at: string;
  readonly machine: {
    readonly cpus: string;
    readonly memoryGiB: number;
    readonly node: string;
    readonly system: string;
  };
  readonly rounds: number;
  readonly figures: readonly Figure[];
  readonly notRun: readonly NotRun[];
  /** Parts that broke, with their last words. */
  readonly broken: readonly { readonly part: string; readonly why: string }[];
}

/**
 * Several runs as one: what was measured more than once is as the last of them has it, and the machine is the last one's. It
 * has as many rounds as the run that has the fewest.
 */
export function joined(runs: readonly Results[]): Results {
  const last = runs.at(-1);
  if (!last) throw new Error('There are no results to join.');
  const latest = <T extends { readonly budget: string; readonly what: string; readonly size?: number }>(
    of: (run: Results) => readonly T[],
  ): T[] => [
    ...new Map(
      runs.flatMap(of).map((each) => [`${each.budget} ${each.what} ${each.size}`, each] as const),
    ).values(),
  ];
  return {
    ...last,
    rounds: Math.min(...runs.map((run) => run.rounds)),
    figures: latest(({ figures }) => figures),
    notRun: latest(({ notRun }) => notRun),
    broken: runs.flatMap(({ broken }) => broken),
  };
}

/** What the table of the felt budgets has above its columns. */
export const HEADS = ['', 'what', 'result', 'budget', '', 'measured with it'] as const;

/** The table of the felt budgets: a row each, by number, with the peers' figures of the same run. */
export function budgetRows({ figures }: Results): string[][] {
  return figures
    .filter(({ bound }) => bound !== undefined)
    .toSorted((a, b) => Number(a.budget.slice(1)) - Number(b.budget.slice(1)))
    .map((figure) => [
      figure.budget,
      figure.what,
      shown(figure.value, figure.unit),
      boundWords(figure),
      isMet(figure) ? 'met' : 'MISSED',
      behindWords(figure),
    ]);
}

/** How cost grows: a row for each thing that was measured at several sizes, a column for each size; the heads come first. */
export function growthRows({ figures }: Results): string[][] {
  const sized = figures.filter(({ size }) => size !== undefined);
  const sizes = [...new Set(sized.map(({ size = 0 }) => size))].toSorted((a, b) => a - b);
  if (sizes.length === 0) return [];
  const rows = [...new Set(sized.map(({ what }) => what))].map((what) => [
    what,
    ...sizes.map((size) => {
      const found = sized.find((each) => each.what === what && each.size === size);
      return found ? shown(found.value, found.unit) : '';
    }),
  ]);
  return [['requests', ...sizes.map((size) => size.toLocaleString('en'))], ...rows];
}

/** What is shown at the end of a run: both tables, then what did not run. */
export function tableOf(results: Results): string {
  const lines = columns([[...HEADS], ...budgetRows(results)]);
  const growth = growthRows(results);
  if (growth.length > 0) lines.push('', ...columns(growth));
  for (const { budget, what, why } of results.notRun) lines.push(`${budget}  ${what}: not run: ${why}`);
  for (const { part, why } of results.broken) lines.push(`BROKEN  ${part}: ${why}`);
  return lines.join('\n');
}

/** A number with three digits that say something, and its unit. */
export function shown(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const number = value.toLocaleString('en', {
    maximumFractionDigits: value !== 0 && Math.abs(value) < 0.1 ? 4 : digits,
  });
  return unit === 'x' ? `${number}x` : `${number} ${unit}`;
}

/** '>= 0.5x'. */
function boundWords({ bound, unit }: Figure): string {
  if (!bound) return '';
  return 'atLeast' in bound ? `>= ${shown(bound.atLeast, unit)}` : `<= ${shown(bound.atMost, unit)}`;
}

/** `app 312 ms, Pool x8 181 ms` of { 'app ms': 312, 'Pool x8 ms': 181 }: the unit is the last word of each name. */
function behindWords({ behind = {} }: Figure): string {
  return Object.entries(behind)
    .map(([name, value]) => {
      const [, what = name, unit = ''] = /^(.*) (\S+)$/.exec(name) ?? [];
      return `${what} ${shown(value, unit)}`;
    })
    .join(', ');
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, place) => Math.max(...rows.map((row) => (row[place] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, place) => cell.padEnd(widths[place] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
