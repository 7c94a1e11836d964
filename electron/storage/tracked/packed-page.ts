import type { PinnedValue } from '../../../shared/assessment.ts';
import type { RequestPage } from '../../../shared/ipc/calls/request-calls.ts';
import { type RequestRow, VERDICTS, type Verdict } from '../../../shared/request.ts';
import type { NumberColumn } from './number-columns.ts';

/** What a facet is called: its value, and the Library's name for it. */
export type Words = readonly [value: string, name: string | null];

/** The texts of a row: request, submission, candidate, phone number, headline, problem, when it was refreshed, tags. */
export type RowTexts = readonly [
  requestId: string,
  submissionId: string,
  candidateName: string,
  phoneNumber: string,
  headline: string | null,
  problem: string | null,
  refreshedAt: number | null,
  tags: readonly string[],
];

/** Numbers of pins, each followed by the value of a row. */
export type RowPins = readonly PinnedValue[];

/** What the numbers in a page stand for. */
export interface PageWords {
  /** Of all codes in the page. */
  readonly facets: Readonly<Record<string, Words>>;
  /** Of the pins of the workspace. */
  readonly paths: Readonly<Record<string, string>>;
}

/** The columns of numbers that a row shows, in this order: codes of facets first. */
export const SHOWN_NUMBERS = [
  'status',
  'call_status',
  'job',
  'questionnaire',
  'verdict',
  'archived',
  'unseen',
  'has_results',
  'call_count',
  'accepted_at',
  'changed_at',
] as const satisfies readonly NumberColumn[];

/**
 * A page as it goes from the storage worker to whoever asked: texts and a list of numbers take a third of the time that as
 * many objects take, most of which is the names of their members.
 */
export interface PackedPage {
  /** `RowTexts` of each row, as JSON. */
  readonly texts: string;
  /** `RowPins` of each row, as JSON; of none, where no field is pinned. */
  readonly pinned: string;
  /** `PageWords` as JSON. */
  readonly words: string;
  /** `SHOWN_NUMBERS` of each row, row by row. */
  readonly numbers: Float64Array;
  readonly total: number;
  readonly all: number;
}

/** What is answered where the worker answers with a packed page, and with anything else. */
export type Unpacked<Answer> = [Answer] extends [PackedPage] ? RequestPage : Answer;

/** An answer of the worker as its caller gets it. */
export function unpacked(answer: unknown): unknown {
  return isPacked(answer) ? unpackedPage(answer) : answer;
}

function isPacked(answer: unknown): answer is PackedPage {
  return typeof answer === 'object' && answer !== null && 'texts' in answer && 'numbers' in answer;
}

export function unpackedPage({ texts, pinned, words, numbers, total, all }: PackedPage): RequestPage {
  // The worker wrote them: they are no foreign texts.
  const textsOfRows: readonly RowTexts[] = JSON.parse(texts);
  const pinsOfRows: readonly RowPins[] = JSON.parse(pinned);
  const { facets, paths }: PageWords = JSON.parse(words);
  const rows = textsOfRows.map((own, place) => {
    const pins = pinsOfRows[place];
    return rowOf(own, numbers, place * SHOWN_NUMBERS.length, facets, pins ? pinnedOf(pins, paths) : NO_PINS);
  });
  return { rows, total, all };
}

/** All rows without a pinned field share it. */
const NO_PINS: RequestRow['pinned'] = {};

/**
 * A row, whose numbers begin at a place. A hundred at once are most of what a page leaves behind for V8 to clear: nothing is made
 * here but the row.
 */
function rowOf(
  texts: RowTexts,
  numbers: Float64Array,
  at: number,
  facets: PageWords['facets'],
  pinned: RequestRow['pinned'],
): RequestRow {
  const callStatus = numbers[at + 1] ?? 0;
  const job = wordsOf(facets, numbers[at + 2]);
  const questionnaire = wordsOf(facets, numbers[at + 3]);
  return {
    requestId: texts[0],
    submissionId: texts[1],
    candidateName: texts[2],
    phoneNumber: texts[3],
    jobDescriptionId: job[0],
    jobName: job[1],
    questionnaireTemplateId: questionnaire[0],
    questionnaireName: questionnaire[1],
    status: wordsOf(facets, numbers[at])[0],
    callCount: numbers[at + 8] ?? 0,
    lastCallStatus: callStatus === 0 ? null : wordsOf(facets, callStatus)[0],
    hasResults: numbers[at + 7] === 1,
    headline: texts[4],
    pinned,
    verdict: verdictOf(numbers[at + 4] ?? 0),
    tags: texts[7],
    archived: numbers[at + 5] === 1,
    unseen: numbers[at + 6] === 1,
    problem: texts[5],
    acceptedAt: numbers[at + 9] ?? 0,
    refreshedAt: texts[6],
    changedAt: numbers[at + 10] ?? 0,
  };
}

function wordsOf(facets: PageWords['facets'], code: number | undefined): Words {
  const known = facets[code ?? 0];
  if (!known) throw new RangeError(`No words came with the code ${code}.`);
  return known;
}

function pinnedOf(pins: RowPins, paths: PageWords['paths']): RequestRow['pinned'] {
  if (pins.length === 0) return NO_PINS;
  const pinned: Record<string, PinnedValue> = {};
  for (let place = 0; place < pins.length; place += 2) {
    const path = paths[Number(pins[place])];
    const value = pins[place + 1];
    if (path !== undefined && value !== undefined) pinned[path] = value;
  }
  return pinned;
}

/** A verdict is stored as its place in `VERDICTS`. */
export function verdictOf(code: number): Verdict {
  const verdict = VERDICTS[code];
  if (!verdict) throw new TypeError(`Unknown verdict: ${code}`);
  return verdict;
}
