import { cityOf, clockIn } from '../../../shared/time-zone-names.ts';
import { countOf, formatNumber, formatPlanned } from '../../parts/format.ts';
import type { ReviewRow } from './classify-rows.ts';

/** What queueing these rows would lead to. */
interface SendPlan {
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

/** Jobs named one by one; the others are counted. */
const JOBS_NAMED = 3;

/** `292 calls: Backend Engineer (200), Nurse (92).`; `nameOf` gives the Library's name of a job. */
export function jobsWords(
  { count, jobs }: Pick<SendPlan, 'count' | 'jobs'>,
  nameOf: (jobDescriptionId: string) => string | undefined,
): string {
  const calls = countOf(count, 'call', 'calls');
  const named = jobs.slice(0, JOBS_NAMED).map(([id]) => nameOf(id) ?? shortened(id));
  const [only, another] = named;
  if (only !== undefined && another === undefined) return `${calls} for ${only}.`;
  const counted = named.map((name, at) => `${name} (${formatNumber(jobs[at]?.[1] ?? 0)})`);
  const others = jobs.length - named.length;
  const more = others > 0 ? [countOf(others, 'more job', 'more jobs')] : [];
  return `${calls}: ${[...counted, ...more].join(', ')}.`;
}

/** `123e…4000`: ids of one series differ at either end. */
function shortened(id: string): string {
  return id.length > 12 ? `${id.slice(0, 4)}…${id.slice(-4)}` : id;
}

/** Who has to wait because of the time where they are; null if nobody has to. `at`: when all could go out, UTC ms. */
export function nightWords({ waiting }: Pick<SendPlan, 'waiting'>, at: number, now: number): string | null {
  const [timeZone, ...others] = waiting.timeZones;
  if (timeZone === undefined) return null;
  const clock = `${clockIn(timeZone, at, now)} in ${cityOf(timeZone)}`;
  const elsewhere =
    others.length === 0 ? '' : ` Those in ${countOf(others.length, 'other time zone')} wait, too.`;
  const hours = countOf(waiting.count, 'waits for its calling hours', 'wait for their calling hours');
  const holidays =
    waiting.onHoliday === 0 ? '' : ` ${countOf(waiting.onHoliday, 'waits', 'wait')} for a public holiday.`;
  return `${hours}: it is ${clock}${at > now ? ' then' : ''}.${elsewhere}${holidays}`;
}

/** How many wait for a person who chooses their time zone. */
export function askedWords({ asked }: Pick<SendPlan, 'asked'>): string {
  return `${countOf(asked, 'waits in the Outbox until you choose its time zone', 'wait in the Outbox until you choose their time zone')}.`;
}

/** When the first and the last call may go out. */
export function spanWords({ first, last }: Pick<SendPlan, 'first' | 'last'>, now: number): string {
  const begins = formatPlanned(first, now);
  const ends = formatPlanned(last, now);
  return begins === ends
    ? `No call starts before ${begins}.`
    : `The first call starts no earlier than ${begins}, the last no earlier than ${ends}.`;
}
