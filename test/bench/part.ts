/** What a part of the benchmark is, and what it reports. */

/** What a person notices, by number: F1 to F16 (docs/performance.md says what each is). */
export type BudgetId = `F${number}`;

export type Bound = { readonly atLeast: number } | { readonly atMost: number };

/** One measured figure. A ratio is the median of the ratios of interleaved rounds, never of two far-apart runs. */
export interface Figure {
  readonly budget: BudgetId;
  /** What was measured, in words: '1,000 queued, service takes 50 ms: speed against Pool x8'. */
  readonly what: string;
  readonly value: number;
  /** 'x' for a ratio; else 'ms', 's', 'B', 'kB', 'MB', '%' or what is counted. */
  readonly unit: string;
  /** Undefined where the figure only shows how cost grows. */
  readonly bound?: Bound | undefined;
  /** The values of the single rounds, in their order; one alone where there is nothing to repeat. */
  readonly rounds: readonly number[];
  /** Medians of what stands behind the figure, the peers' among them, by name with its unit: { 'app ms': 300, 'Pool x8 ms': 190 }. */
  readonly behind?: Readonly<Record<string, number>>;
  /** How many requests the history had, where the figure is one of the same at several sizes. */
  readonly size?: number;
}

/** What did not run here, and why: shown beside the figures, never left out quietly. */
export interface NotRun {
  readonly budget: BudgetId;
  readonly what: string;
  readonly why: string;
}

export interface Bench {
  /** The least number of interleaved rounds. */
  readonly rounds: number;
  /** Progress for whoever waits. */
  say(words: string): void;
  /** A new empty folder, gone when the part is over. */
  temporaryFolder(): string;
  /**
   * A user-data folder with so many tracked requests, the part's own copy: made once, then kept in .cache/bench until
   * the schema or the maker changes.
   */
  dataset(requests: number): Promise<string>;
}

export interface Found {
  readonly figures: readonly Figure[];
  readonly notRun?: readonly NotRun[];
}

export interface Part {
  /** What it is called on the command line. */
  readonly name: string;
  /** Each of these comes out measured, or is said not to have run. */
  readonly budgets: readonly BudgetId[];
  /** One line for `npm run bench -- --list`. */
  readonly about: string;
  run(bench: Bench): Promise<Found>;
}

/** Whether a figure is within its bound; undefined where it has none. */
export function isMet({ value, bound }: Figure): boolean | undefined {
  if (!bound) return undefined;
  return 'atLeast' in bound ? value >= bound.atLeast : value <= bound.atMost;
}
