import type { ReviewRow } from './classify-rows.ts';

/** What queueing these rows would lead to. */
export interface SendPlan {
  /** Rows that would be queued. */
  readonly count: number;
  /** Job description IDs and how many calls each gets, the most first. */
  readonly jobs: readonly (readonly [string, number])[];
  /** Rows that wait for calling hours, and the time zones these begin in, the most frequent first. */
  readonly waiting: {
    readonly count: number;
    readonly timeZones: readonly string[];
    /** How many of them wait for a public holiday. */
    readonly onHoliday: number;
  };
  /** Rows that wait in the Outbox until a person chooses their time zone. */
  readonly asked: number;
  /** When the first may go out, UTC ms. */
  readonly first: number;
  /** When the last may go out, UTC ms. */
  readonly last: number;
}

/** Plans the rows that can be queued; `earliest`: when those that wait for nothing may go out, UTC ms. */
export function sendPlan(rows: readonly ReviewRow[], earliest: number): SendPlan {
  const jobs = new Map<string, number>();
  const timeZones = new Map<string, number>();
  let count = 0;
  let waiting = 0;
  let onHoliday = 0;
  let asked = 0;
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  for (const { state, fields, wait } of rows) {
    if ((state !== 'ready' && state !== 'held') || !fields) continue;
    count += 1;
    add(jobs, fields.jobDescriptionId);
    if (wait?.asks) {
      asked += 1;
      continue;
    }
    const at = Math.max(earliest, wait?.until ?? 0);
    first = Math.min(first, at);
    last = Math.max(last, at);
    if (!wait?.timeZone) continue;
    waiting += 1;
    if (wait.holiday !== undefined) onHoliday += 1;
    add(timeZones, wait.timeZone);
  }
  return {
    count,
    jobs: mostFirst(jobs),
    waiting: {
      count: waiting,
      timeZones: mostFirst(timeZones).map(([timeZone]) => timeZone),
      onHoliday,
    },
    asked,
    first: count === asked ? earliest : first,
    last: count === asked ? earliest : last,
  };
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function mostFirst(counts: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...counts].sort(([, a], [, b]) => b - a);
}
