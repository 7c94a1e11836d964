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
  const figures = new Map(
    runs.flatMap((run) =>
      run.figures.map((figure) => [`${figure.goal} ${whatWords(figure)}`, figure] as const),
    ),
  );
  const notRun = new Map(
    runs.flatMap((run) => run.notRun.map((each) => [`${each.goal} ${each.what}`, each] as const)),
  );
  const broken = runs.flatMap((run) => run.broken);
  const rounds = Math.min(...runs.map((run) => run.rounds));
  return { ...last, rounds, figures: [...figures.values()], notRun: [...notRun.values()], broken };
}

/** The table shown at the end: one line a figure, then what did not run. */
export function tableOf({ figures, notRun, broken }: Results): string {
  const rows = inOrder(figures).map((figure) => [
    figure.goal,
    whatWords(figure),
    shown(figure.value, figure.unit),
    boundWords(figure),
    verdict(figure),
  ]);
  const lines = columns([['', 'what', 'figure', 'goal', ''], ...rows]);
  for (const { goal, what, why } of notRun) lines.push(`${goal}  ${what}: not run: ${why}`);
  for (const { part, why } of broken) lines.push(`BROKEN  ${part}: ${why}`);
  return lines.join('\n');
}

/** By the numbers of their goals. */
export function inOrder(figures: readonly Figure[]): Figure[] {
  return figures.toSorted((a, b) => Number(a.goal.slice(1)) - Number(b.goal.slice(1)));
}

/** What was measured, at which size where that is one of several. */
export function whatWords({ what, point }: Figure): string {
  return point ? `${what}, at ${point.size.toLocaleString('en')}` : what;
}

/** A number with three digits that say something, and its unit. */
export function shown(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const number = value.toLocaleString('en', {
    maximumFractionDigits: value !== 0 && Math.abs(value) < 0.1 ? 4 : digits,
  });
  return unit === 'x' ? `${number}x` : `${number} ${unit}`;
}

/** The goal, '>= 0.5x'; empty where the figure has none. */
export function boundWords({ bound, unit }: Figure): string {
  if (!bound) return '';
  return 'atLeast' in bound ? `>= ${shown(bound.atLeast, unit)}` : `<= ${shown(bound.atMost, unit)}`;
}

function verdict(figure: Figure): string {
  const met = isMet(figure);
  if (met === undefined) return '';
  return met ? 'met' : 'MISSED';
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
