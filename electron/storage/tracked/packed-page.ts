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

/** Numbers of pins, each with the value of a row. */
export type RowPins = readonly (readonly [pin: number, value: PinnedValue])[];

/** What stands in the text of a page. */
interface PageTexts {
  readonly rows: readonly RowTexts[];
  readonly pinned: readonly RowPins[];
  /** Of all codes in the page. */
  readonly words: Readonly<Record<string, Words>>;
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
 * A page as it goes from the storage worker to whoever asked: a text and a list of numbers take a third of the time that as
 * many objects take, most of which is the names of their members.
 */
export interface PackedPage {
  /** `PageTexts` as JSON. */
  readonly packed: string;
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
  return typeof answer === 'object' && answer !== null && 'packed' in answer && 'numbers' in answer;
}

export function unpackedPage({ packed, numbers, total, all }: PackedPage): RequestPage {
  // The worker wrote it: it is no foreign text.
  const texts: PageTexts = JSON.parse(packed);
  return { rows: texts.rows.map((_, place) => rowAt(texts, numbers, place)), total, all };
}

function rowAt({ rows, pinned, words, paths }: PageTexts, numbers: Float64Array, place: number): RequestRow {
  const texts = rows[place];
  if (!texts) throw new RangeError('A page has fewer rows than it says.');
  const [requestId, submissionId, candidateName, phoneNumber, headline, problem, refreshedAt, tags] = texts;
  const at = place * SHOWN_NUMBERS.length;
  const number = (column: number): number => numbers[at + column] ?? 0;
  const wordsOf = (code: number): Words => {
    const known = words[code];
    if (!known) throw new RangeError(`No words came with the code ${code}.`);
    return known;
  };
  const job = wordsOf(number(2));
  const questionnaire = wordsOf(number(3));
  return {
    requestId,
    submissionId,
    candidateName,
    phoneNumber,
    jobDescriptionId: job[0],
    jobName: job[1],
    questionnaireTemplateId: questionnaire[0],
    questionnaireName: questionnaire[1],
    status: wordsOf(number(0))[0],
    callCount: number(8),
    lastCallStatus: number(1) === 0 ? null : wordsOf(number(1))[0],
    hasResults: number(7) === 1,
    headline,
    pinned: pinnedAt(pinned[place] ?? [], paths),
    verdict: verdictOf(number(4)),
    tags,
    archived: number(5) === 1,
    unseen: number(6) === 1,
    problem,
    acceptedAt: number(9),
    refreshedAt,
    changedAt: number(10),
  };
}

function pinnedAt(pins: RowPins, paths: PageTexts['paths']): Record<string, PinnedValue> {
  const pinned: Record<string, PinnedValue> = {};
  for (const [pin, value] of pins) {
    const path = paths[pin];
    if (path !== undefined) pinned[path] = value;
  }
  return pinned;
}

/** A verdict is stored as its place in `VERDICTS`. */
export function verdictOf(code: number): Verdict {
  const verdict = VERDICTS[code];
  if (!verdict) throw new TypeError(`Unknown verdict: ${code}`);
  return verdict;
}
