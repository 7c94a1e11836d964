import type { PinnedField } from '../../shared/assessment.ts';
import { BYTE_ORDER_MARK, type CsvCell, csvLine } from '../../shared/csv.ts';
import { parseForWriting } from '../../shared/exact-json.ts';
import type { ExportProgress } from '../../shared/ipc/request-calls.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { partsIn, resultsIn } from '../../shared/read-results.ts';
import type { ColleagueVerdict, Json, RequestDetail, RequestRow } from '../../shared/request.ts';
import { serviceTime } from '../../shared/service-time.ts';
import { COVERED_WORDS } from '../../shared/words/covered-words.ts';
import { fullOutcomeWords } from '../../shared/words/outcome-words.ts';
import { requestProblemWords } from '../../shared/words/request-problem-words.ts';

interface Column {
  readonly heading: string;
  /** `lastCallAt`: as the service wrote it. */
  readonly cell: (record: RequestRecord, lastCallAt: string | null) => CsvCell;
}

const COLUMNS: readonly Column[] = [
  { heading: 'Candidate name', cell: (record) => record.candidateName },
  { heading: 'Phone number', cell: (record) => record.phoneNumber },
  { heading: 'Request ID', cell: (record) => record.requestId },
  { heading: 'Status', cell: (record) => record.status },
  { heading: 'Outcome', cell: (record) => fullOutcomeWords(record) },
  { heading: 'Calls', cell: (record) => record.callCount },
  { heading: 'Last call status', cell: (record) => record.lastCallStatus },
  { heading: 'Last call (UTC)', cell: (_record, lastCallAt) => isoMoment(lastCallAt) },
  { heading: 'Verdict', cell: ({ verdict }) => (verdict === 'none' ? null : verdict) },
  { heading: 'Tags', cell: (record) => record.tags.join(', ') },
  { heading: 'Notes', cell: (record) => record.notes },
  {
    heading: 'Score',
    cell: ({ headline, covered }) => headline ?? (!covered ? null : COVERED_WORDS),
  },
  { heading: 'Job description', cell: (record) => record.jobName },
  { heading: 'Job description ID', cell: (record) => record.jobDescriptionId },
  { heading: 'Questionnaire', cell: (record) => record.questionnaireName },
  { heading: 'Questionnaire ID', cell: (record) => record.questionnaireTemplateId },
  { heading: 'Resume link', cell: (record) => record.resumeUrl },
  { heading: 'Submitted (UTC)', cell: (record) => moment(record.submittedAt) },
  { heading: 'Consent', cell: ({ consent }) => consent?.wording ?? null },
  { heading: 'Consent recorded (UTC)', cell: ({ consent }) => moment(consent?.at ?? null) },
  { heading: 'Notice given on', cell: ({ noticeOn }) => noticeOn },
  { heading: 'Accepted (UTC)', cell: (record) => moment(record.acceptedAt) },
  { heading: 'Last changed (UTC)', cell: (record) => moment(record.changedAt) },
  { heading: 'Last checked (UTC)', cell: (record) => moment(record.refreshedAt) },
  { heading: 'Problem', cell: (record) => record.problem && requestProblemWords(record.problem) },
  { heading: 'Archived', cell: ({ archived }) => (archived ? 'yes' : 'no') },
];

/**
 * Requests as CSV that spreadsheets open as UTF-8, in chunks. Columns: the fields of every request, pinned fields, then
 * all result fields. To find those, reads `answers`, the answers of all `pages`, to the end before the first chunk.
 */
export async function* requestsToCsv(
  pages: RecordPages,
  answers: AsyncIterable<readonly string[]>,
  pins: readonly PinnedField[],
  signature: Signature = null,
): AsyncGenerator<string, void> {
  const results = new ResultColumnsBuilder();
  for await (const page of answers) {
    for (const answer of page) results.add(resultsIn(answer));
  }
  const columns = results.finish();
  const own = [...COLUMNS, ...colleagueColumns(signature), ...pins.map(pinnedColumn)];
  yield BYTE_ORDER_MARK + csvLine([...own.map(({ heading }) => heading), ...columns.headings()]);
  for await (const page of pages) {
    yield page
      .map((record) => {
        const { results: sent, lastCallAt } = partsIn(record.rawAnswer);
        return csvLine([...own.map(({ cell }) => cell(record, lastCallAt)), ...columns.cells(sent)]);
      })
      .join('');
  }
}

function verdictLine({ person, verdict, reason }: ColleagueVerdict): string {
  return reason === '' ? `${person}: ${verdict}` : `${person}: ${verdict} (${reason})`;
}

/** Who submitted a request, and what colleagues said of it, in a workspace with colleagues. */
function colleagueColumns(signature: Signature): readonly Column[] {
  if (signature === null) return [];
  return [
    { heading: 'By', cell: ({ by }) => by ?? signature },
    {
      heading: "Colleagues' verdicts",
      cell: ({ colleagueVerdicts }) => colleagueVerdicts.map(verdictLine).join('\n'),
    },
    {
      heading: "Colleagues' notes",
      cell: ({ colleagueNotes }) => colleagueNotes.map((note) => `${note.person}: ${note.text}`).join('\n'),
    },
  ];
}

function pinnedColumn({ path, label, kind }: PinnedField): Column {
  return {
    heading: kind === 'date' ? `Pinned: ${label} (UTC)` : `Pinned: ${label}`,
    cell: ({ pinned }) => {
      const value = pinned[path];
      if (kind === 'date' && typeof value === 'number') return moment(value);
      return typeof value === 'boolean' ? (value ? 'yes' : 'no') : (value ?? null);
    },
  };
}

/** A time that spreadsheets parse in every language: year first, no letters. */
function moment(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}

/** The same for a time written by the service; unchanged if it can't be parsed. */
function isoMoment(text: string | null): string | null {
  const at = serviceTime(text);
  return Number.isNaN(at) ? text : moment(at);
}

/** Result fields beyond the most frequent ones share one column. */
const MOST_COLUMNS = 120;
/** Groups nested deeper than this are written as JSON. */
const MOST_DEPTH = 8;

/** A field of the results that is not a group, with its path from the top. */
interface Leaf {
  readonly path: readonly string[];
  readonly value: Json;
}

/** Finds the columns for assessment results of any shape. */
class ResultColumnsBuilder {
  private readonly seen = new Map<string, { readonly path: readonly string[]; count: number }>();

  /** Adds the fields of one result; call it for all results before `finish`. */
  add(results: Json | undefined): void {
    for (const { path } of leavesOf(results)) {
      const key = keyOf(path);
      const known = this.seen.get(key);
      if (known) known.count += 1;
      else this.seen.set(key, { path, count: 1 });
    }
  }

  /** The most frequent fields as columns, in the order in which they were first seen. */
  finish(): ResultColumns {
    const fields = [...this.seen];
    const kept = new Set(
      fields
        .toSorted(([, a], [, b]) => b.count - a.count)
        .slice(0, MOST_COLUMNS)
        .map(([key]) => key),
    );
    return new ResultColumns(
      fields.filter(([key]) => kept.has(key)).map(([, { path }]) => path),
      fields.length > kept.size,
    );
  }
}

class ResultColumns {
  private readonly paths: readonly (readonly string[])[];
  private readonly indexes: ReadonlyMap<string, number>;
  private readonly hasRest: boolean;

  constructor(paths: readonly (readonly string[])[], hasRest: boolean) {
    this.paths = paths;
    this.indexes = new Map(paths.map((path, index) => [keyOf(path), index]));
    this.hasRest = hasRest;
  }

  /** For example `Result: skills / english`; a last column may hold the remaining fields as JSON. */
  headings(): readonly string[] {
    const own = this.paths.map((path) => (path.length === 0 ? 'Result' : `Result: ${path.join(' / ')}`));
    return this.hasRest ? [...own, 'Further results (JSON)'] : own;
  }

  cells(results: Json | undefined): readonly CsvCell[] {
    const cells = new Array<CsvCell>(this.paths.length).fill(null);
    const rest: [string, Json][] = [];
    for (const { path, value } of leavesOf(results)) {
      const index = this.indexes.get(keyOf(path));
      if (index === undefined) rest.push([path.join(' / '), value]);
      else cells[index] = cellOf(value);
    }
    if (this.hasRest) cells.push(rest.length === 0 ? null : JSON.stringify(Object.fromEntries(rest)));
    return cells;
  }
}

function leavesOf(results: Json | undefined): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const walk = (value: Json, path: readonly string[]): void => {
    if (!isGroup(value) || path.length >= MOST_DEPTH) {
      if (!isEmpty(value)) leaves.push({ path, value });
      return;
    }
    for (const [name, inner] of Object.entries(value)) walk(inner, [...path, name]);
  };
  if (results !== undefined) walk(results, []);
  return leaves;
}

/** Numbers stay numbers; a list of plain values becomes lines, any other structure JSON. */
function cellOf(value: Json): CsvCell {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (!isGroup(value) && value.every((each) => each === null || typeof each !== 'object')) {
    return value.map((each) => String(each ?? '')).join('\n');
  }
  return JSON.stringify(value);
}

function isGroup(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: Json): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** An unambiguous key for a path, whatever characters its names contain. */
function keyOf(path: readonly string[]): string {
  return JSON.stringify(path);
}

/**
 * Requests as a JSON array, in chunks, with a request per line. Keeps whatever the service sent verbatim, including
 * unknown fields. Times are ISO 8601, UTC.
 */
export async function* requestsToJson(
  pages: RecordPages,
  signature: Signature = null,
): AsyncGenerator<string, void> {
  let before = '[\n';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield before + page.map((record) => JSON.stringify(exported(record, signature))).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** Uses the service's field names (docs/service.md, Fields), and names in the same style for our own fields. */
function exported(record: RequestRecord, signature: Signature): object {
  const sent = sentFields(record.rawAnswer);
  return {
    request_id: record.requestId,
    status: record.status,
    outcome: record.outcome,
    candidate: { name: record.candidateName, phone_number: record.phoneNumber },
    resume_url: record.resumeUrl,
    job_description_id: record.jobDescriptionId,
    job_description_name: record.jobName,
    questionnaire_template_id: record.questionnaireTemplateId,
    questionnaire_template_name: record.questionnaireName,
    ...(record.covered && { covered: record.covered }),
    verdict: record.verdict,
    tags: record.tags,
    notes: record.notes,
    ...(signature !== null && {
      colleagues_verdicts: record.colleagueVerdicts.map(dated),
      colleagues_notes: record.colleagueNotes.map(dated),
    }),
    archived: record.archived,
    submitted_at: instant(record.submittedAt),
    ...(signature !== null && { submitted_by: record.by ?? signature }),
    consent: record.consent && { recorded_at: instant(record.consent.at), wording: record.consent.wording },
    notice_given_on: record.noticeOn,
    accepted_at: instant(record.acceptedAt),
    changed_at: instant(record.changedAt),
    checked_at: instant(record.refreshedAt),
    problem: record.problem && requestProblemWords(record.problem),
    pinned: record.pinned,
    screening_calls: sent['screening_calls'] ?? [],
    assessment_results: sent['assessment_results'] ?? null,
    further_fields: Object.fromEntries(Object.entries(sent).filter(([name]) => !KNOWN.has(name))),
  };
}

function dated<Said extends { readonly at: number }>(said: Said): object {
  return { ...said, at: instant(said.at) };
}

const KNOWN = new Set(['request_id', 'status', 'screening_calls', 'assessment_results']);

/** The answer's fields; none without an answer. */
function sentFields(rawAnswer: string | null): Readonly<Record<string, unknown>> {
  const answer = rawAnswer === null || parseJson(rawAnswer) === undefined ? null : parseForWriting(rawAnswer);
  return typeof answer === 'object' && answer !== null && !JSON.isRawJSON(answer) ? { ...answer } : {};
}

/** ISO 8601, UTC. */
export function instant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** A tracked request to export: everything but its history. Times are UTC ms. */
export type RequestRecord = Omit<RequestRow, 'unseen' | 'hasResults' | 'calledTwice'> &
  Pick<RequestDetail, 'resumeUrl' | 'submittedAt' | 'consent' | 'noticeOn'> &
  // The writers read calls and results from the answer.
  Pick<RequestDetail, 'rawAnswer' | 'notes' | 'colleagueNotes'>;

/** Records in pages, so that a whole workspace is never in memory at once. */
type RecordPages = AsyncIterable<readonly RequestRecord[]>;

/** The name that one's own requests have in a file, '' if it is unknown; null in a workspace without colleagues. */
type Signature = string | null;

export class ExportStoppedError extends Error {
  override readonly name = 'ExportStoppedError';
}

/** The running exports of requests: their progress, and a way to stop them. */
export class ExportRuns {
  private readonly running = new Set<ExportRun>();

  /** Adds an export of `count` requests that reads each one `readings` times. Always call its `end()`. */
  begin(count: number, readings: number): ExportRun {
    const run = new ExportRun(count, readings, () => this.running.delete(run));
    this.running.add(run);
    return run;
  }

  /** The progress of all running exports together; null while none has read anything, as in the save dialog. */
  get progress(): ExportProgress | null {
    const begun = [...this.running].filter(({ read }) => read > 0);
    if (begun.length === 0) return null;
    const sum = (part: (run: ExportRun) => number): number =>
      begun.reduce((total, run) => total + part(run), 0);
    return { count: sum(({ count }) => count), done: sum(({ read }) => read) / sum(({ toRead }) => toRead) };
  }

  /** Makes each running export throw an `ExportStoppedError` before it reads further. */
  stop(): void {
    for (const run of this.running) run.stop();
  }
}

export class ExportRun {
  readonly count: number;
  readonly toRead: number;
  read = 0;
  private readonly onEnd: () => void;
  private stopped = false;

  constructor(count: number, readings: number, onEnd: () => void) {
    this.count = count;
    this.toRead = count * readings;
    this.onEnd = onEnd;
  }

  /** Adds to the number of requests read. Throws an `ExportStoppedError` if a person has stopped the export. */
  advance(requests: number): void {
    if (this.stopped) throw new ExportStoppedError();
    this.read += requests;
  }

  stop(): void {
    this.stopped = true;
  }

  end(): void {
    this.onEnd();
  }
}
