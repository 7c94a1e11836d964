import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { callKey } from '../../shared/call-key.ts';
import {
  type ImportProblem,
  importProblem,
  ofRow,
  type RowProblem,
  reviewOf,
} from '../../shared/import-problems.ts';
import type { AskedZone, JudgedRow, RowsAsked, RowToJudge, RowWait } from '../../shared/imports.ts';
import { type Duplicate, TIME_ZONE_NEEDED } from '../../shared/outbox.ts';
import { formatPhoneNumber } from '../../shared/phone-number.ts';
import type { TriesRule } from '../../shared/tries.ts';
import type { WorkspaceRules } from '../../shared/workspace-rules.ts';
import { countryOfNumber } from '../holidays/holiday-calendar.ts';
import { type FactsPlace, factsAbout } from './ask-rules.ts';
import { zonesOfNumber } from './calling-hours.ts';
import { type Facts, findingOf, judge, judgeEach, NUMBER_RULES, RULES_OF_ROW } from './judge.ts';
import { sendMoment, waitOfNew } from './notice-wait.ts';

/** Where what decides about rows of a file is found. */
interface RowsPlace extends FactsPlace {
  /** Earlier submissions with these numbers (E.164), newest first. */
  readonly duplicates: (phoneNumbers: readonly string[]) => Promise<readonly Duplicate[]>;
  /** UTC ms. */
  readonly now: () => number;
}

/** Numbers per storage operation, so that none keeps the database busy noticeably long. */
const LOOKED_UP = 1000;
/** Rows judged between two turns of the event loop: a few milliseconds of work. */
const BATCH = 200;

/** A row as it would be submitted. */
interface Asked {
  readonly row: RowToJudge;
  readonly submission: {
    readonly phoneNumber: string;
    readonly noticeOn: string | null;
    readonly notBefore: number | null;
    readonly timeZone: string | null;
  };
  readonly facts: Facts;
  readonly moment: Moment;
  /** That it is a duplicate which a person wants; null if it is none. */
  readonly twin?: RowProblem | null;
}

/** What hours and notice say about a row. */
interface Moment {
  readonly zone: AskedZone | undefined;
  /** When calling hours would let it go, UTC ms. */
  readonly at: number;
  readonly wait: RowWait | null;
}

/**
 * What would become of rows of a file if they were queued now: an answer for each, in their order; null for one that goes at
 * once, and for one that is in the queue. A row depends on the others with its telephone, all of which have to be among these.
 */
export async function reviewRows(
  place: RowsPlace,
  { rows, ...choices }: RowsAsked,
): Promise<readonly (JudgedRow | null)[]> {
  const known = await factsOf(place, rows);
  const rules = await place.rules();
  const now = place.now();
  const asked = asSubmitted(choices, rules, now, place.holidays);
  const answers = new Map<RowToJudge, JudgedRow>();
  const first = firstQueued(rows);
  const left: Asked[] = [];
  for await (const [row, facts] of inBatches(known.facts)) {
    const each = asked(row, facts);
    const refused = refusedRow(each, choices, rules, now);
    if (refused) {
      answers.set(row, refused);
      continue;
    }
    const key = callKey(row.phoneNumber);
    const twin = twinOf(row, first.get(key), known.submitted.get(key));
    if (!first.has(key)) first.set(key, row);
    if (twin && !row.anyway) answers.set(row, { state: 'duplicate', notes: [twin] });
    else left.push({ ...each, twin });
  }
  const overTried = rules.tries ? overTriedAmong(left, rules, now) : new Set<Asked>();
  for (const each of left) {
    const answer = rules.tries && overTried.has(each) ? overTriedRow(rules.tries) : goingRow(each);
    if (answer) answers.set(each.row, answer);
  }
  return rows.map((row) => answers.get(row) ?? null);
}

async function factsOf(place: RowsPlace, rows: readonly RowToJudge[]) {
  const facts: (readonly [RowToJudge, Facts])[] = [];
  const found: Duplicate[] = [];
  const toQueue = rows.filter(({ queued }) => !queued);
  for (let at = 0; at < toQueue.length; at += LOOKED_UP) {
    const some = toQueue.slice(at, at + LOOKED_UP);
    const known = await factsAbout(place, some);
    facts.push(...some.map((row, index) => [row, known[index] ?? {}] as const));
    found.push(...(await place.duplicates([...new Set(some.map(({ phoneNumber }) => phoneNumber))])));
  }
  return { facts, submitted: Map.groupBy(found, ({ phoneNumber }) => callKey(phoneNumber)) };
}

async function* inBatches<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const [index, item] of items.entries()) {
    if (index % BATCH === BATCH - 1) await yieldToEventLoop();
    yield item;
  }
}

/** Rows of the file in the queue come before all others with their telephone. */
function firstQueued(rows: readonly RowToJudge[]): Map<string, RowToJudge> {
  return new Map(rows.filter(({ queued }) => queued).map((row) => [callKey(row.phoneNumber), row]));
}

type Choices = Omit<RowsAsked, 'rows'>;

/**
 * Makes of a row what would be submitted with the choices made for all. What hours and notice say is worked out once for all
 * that are in the same place and were told on the same day.
 */
function asSubmitted(
  { notBefore, noticeOn: forAll, timeZones }: Choices,
  rules: WorkspaceRules,
  now: number,
  holidays: FactsPlace['holidays'],
): (row: RowToJudge, facts: Facts) => Asked {
  const chosen = new Map(timeZones.map((each) => [each.among.join(), each.chosen]));
  const earliest = Math.max(now, notBefore ?? 0);
  const moments = new Map<string, Moment>();
  const momentOf = (plain: Omit<Asked['submission'], 'timeZone'>): Moment => {
    const reason = findingOf('time_zone', plain, rules, { hours: 'zone', at: earliest }, now)?.reason;
    const among = reason?.code === TIME_ZONE_NEEDED ? reason.values.timeZones : null;
    const zone = among ? { among, chosen: chosen.get(among.join()) ?? null } : undefined;
    const submission = { ...plain, timeZone: zone?.chosen ?? null };
    const at = sendMoment(rules, submission, earliest, holidays);
    return { zone, at, wait: waitOf(submission, rules, now, holidays) };
  };
  return (row, facts) => {
    const { phoneNumber } = row;
    const plain = { phoneNumber, noticeOn: row.noticeOn ?? forAll, notBefore };
    const key = placeKey(rules, plain);
    const moment = moments.get(key) ?? momentOf(plain);
    moments.set(key, moment);
    const submission = { ...plain, timeZone: moment.zone?.chosen ?? null };
    return { row, submission, facts: { ...facts, holidays, at: moment.at }, moment };
  };
}

/** The same for rows about which hours and notice say the same. */
function placeKey(
  { callingHours, notice }: WorkspaceRules,
  { phoneNumber, noticeOn }: Pick<Asked['submission'], 'phoneNumber' | 'noticeOn'>,
): string {
  if (!callingHours.enabled && !(notice.asked && noticeOn)) return '';
  const country = callingHours.holidays.length > 0 ? countryOfNumber(phoneNumber) : null;
  return [...zonesOfNumber(phoneNumber), country, noticeOn].join();
}

/** Those whose person would be tried too often with the rows before them; each alone may be queued. */
function overTriedAmong(left: readonly Asked[], rules: WorkspaceRules, now: number): ReadonlySet<Asked> {
  const byTelephone = Map.groupBy(left, ({ submission }) => callKey(submission.phoneNumber));
  const several = [...byTelephone.values()].filter(({ length }) => length > 1).flat();
  const submissions = several.map(({ submission }) => submission);
  const facts = several.map((each) => each.facts);
  const verdicts = judgeEach(submissions, rules, facts, now, ['tries']);
  return new Set(several.filter((_each, index) => verdicts[index]?.answer === 'waits'));
}

/** The answer for a row that may not be queued whatever the other rows are; undefined if it may. */
function refusedRow(
  { row, submission, facts }: Asked,
  { hasNoticeColumn, noticeOn }: Choices,
  rules: WorkspaceRules,
  now: number,
): JudgedRow | undefined {
  // Where the one day for all rows counts, the field for it says what is wrong.
  const isDayOfRow = hasNoticeColumn && (row.noticeOn !== undefined || noticeOn === null);
  const verdict = judge(submission, rules, facts, now, isDayOfRow ? RULES_OF_ROW : NUMBER_RULES);
  const refused = verdict.answer === 'goes' ? null : reviewOf(verdict.reason);
  return refused ? { state: refused.state, notes: [refused.note] } : undefined;
}

function overTriedRow(rule: TriesRule): JudgedRow {
  return { state: 'blocked', notes: [ofRow(importProblem('tries_used_up_in_file', rule))] };
}

/** The answer for a row that can be queued; null if there is nothing to say about it. */
function goingRow({ moment: { zone, wait }, twin }: Asked): JudgedRow | null {
  if (!wait && !twin && !zone) return null;
  const notes = [...(twin ? [twin] : []), ...(wait ? [ofRow(waitProblem(wait))] : [])];
  return { state: wait ? 'held' : 'ready', notes, ...(wait && { wait }), ...(zone && { zone }) };
}

/** What it would wait for, in the order in which the review says it. */
function waitOf(
  submission: Asked['submission'],
  rules: WorkspaceRules,
  now: number,
  holidays: FactsPlace['holidays'],
): RowWait | null {
  const { notBefore, isTold, hours } = waitOfNew(rules, submission, { now, earliest: now }, holidays);
  if (hours === TIME_ZONE_NEEDED) return { until: notBefore ?? 0, timeZone: null, asks: true };
  if (isTold) return { until: hours?.until ?? notBefore ?? 0, timeZone: null, notice: true };
  if (hours) {
    const { until, timeZone, holiday } = hours;
    return { until, timeZone, ...(holiday !== undefined && { holiday }) };
  }
  return notBefore === null ? null : { until: notBefore, timeZone: null };
}

function waitProblem({ until: at, holiday, notice, asks }: RowWait): ImportProblem {
  if (asks) return importProblem('time_zone_needed');
  if (notice) return importProblem('waits_for_notice', { at });
  if (holiday === null) return importProblem('holidays_unknown');
  return importProblem('goes_out_later', { at, ...(holiday !== undefined && { holiday }) });
}

/** Why a row is a duplicate, null if it is none; the same file takes precedence. */
function twinOf(
  { phoneNumber }: RowToJudge,
  first: RowToJudge | undefined,
  [newest]: readonly Duplicate[] = [],
): RowProblem | null {
  if (first) {
    const { number, queued = false } = first;
    const twice = { first: number, queued, ...writtenOther(first.phoneNumber, phoneNumber) };
    return ofRow(importProblem('phone_twice', twice));
  }
  if (!newest) return null;
  const { candidateName, requestId, state, status, submittedAt, reachedAt, taken, workspace, by } = newest;
  const known = { candidateName, state, status, submittedAt, reachedAt, taken, workspace, ...(by && { by }) };
  const written = writtenOther(newest.phoneNumber, phoneNumber);
  return ofRow(importProblem('submitted_before', { ...known, tracked: requestId !== null, ...written }));
}

/** The other number of the same telephone, if its digits differ. */
function writtenOther(other: string, phoneNumber: string): { readonly written?: string } {
  return other === phoneNumber ? {} : { written: formatPhoneNumber(other) };
}
