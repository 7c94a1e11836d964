import type { LibraryKind } from '../../../../shared/library.ts';
import { parsePhoneNumber } from '../../../../shared/phone-number.ts';
import { type SubmissionFields, submissionInput } from '../../../../shared/submission.ts';
import { hasLostLetters, looksGarbled } from './garbled-text.ts';
import {
  eachField,
  IMPORT_FIELDS,
  type ImportField,
  LIBRARY_FIELDS,
  type RowValues,
} from './import-fields.ts';
import type { ColumnMapping, FieldSource } from './match-headers.ts';
import {
  completedNumber,
  isRounded,
  isTwoNumbers,
  numberWithoutPlus,
  restoredDigits,
} from './national-number.ts';
import type { NationalReading } from './national-reading.ts';
import { repairedText } from './repair-text.ts';
import { candidateRows, headersOf, type ImportSource } from './source-rows.ts';
import type { TableRow } from './table-row.ts';

/** What is wrong with a row, and in which field; null means the row as a whole. */
export interface RowProblem {
  readonly field: ImportField | null;
  readonly message: string;
}

/** A row by itself, whatever the others say. */
export interface CheckedRow {
  readonly number: number;
  /** It does not show in the workbook. */
  readonly hidden: boolean;
  /** Its letters depend on how the file is read: some are beyond ASCII, and nobody entered them here. */
  readonly unplain: boolean;
  /** Its name looks like letters that were read in a wrong encoding. */
  readonly garbled: boolean;
  /** As in the file, or as put right. */
  readonly values: RowValues;
  readonly problems: readonly RowProblem[];
  /** Worth a look, but no reason not to go. */
  readonly hints: readonly string[];
  /** The number that would be called (E.164); null where it is none. */
  readonly phone: string | null;
  /** What would be submitted; null while there are problems. */
  readonly fields: SubmissionFields | null;
}

type Verdict = { readonly value: string; readonly hint?: string } | { readonly problem: string };

/** Judges one field's text; remembers each text, for thousands of rows share jobs and are judged again and again. */
export type FieldChecker = (field: ImportField, text: string) => Verdict;

/** Finds the id of what the Library knows by this name or id; undefined where it knows nothing so. */
export type LibraryLookup = (kind: LibraryKind, name: string) => string | undefined;

/** Cells put right by hand, by row number. */
export type Corrections = ReadonlyMap<number, Partial<RowValues>>;

export interface CheckOptions {
  readonly mapping: ColumnMapping;
  readonly corrections: Corrections;
  readonly check: FieldChecker;
  readonly lookUp: LibraryLookup;
}

/** Makes a checker by the rules of New request; `reading` says what numbers without a country code are. */
export function createFieldChecker(reading: NationalReading = null): FieldChecker {
  const known = eachField(() => new Map<string, Verdict>());
  const judge = (field: ImportField, text: string): Verdict =>
    field === 'phoneNumber' ? phoneVerdict(text, reading) : fieldVerdict(field, text);
  return (field, text) => {
    const found = known[field].get(text);
    if (found) return found;
    const judged = judge(field, text);
    known[field].set(text, judged);
    return judged;
  };
}

function fieldVerdict(field: Exclude<ImportField, 'phoneNumber'>, text: string): Verdict {
  if (field === 'candidateName' && hasLostLetters(text)) {
    return { problem: 'Letters of this name got lost. Enter it anew.' };
  }
  if (field === 'candidateName' && text !== '' && !/[\p{L}\p{Extended_Pictographic}]/u.test(text)) {
    return { problem: 'There is no letter in this name. Enter it anew.' };
  }
  if (field === 'resumeUrl' && /\s\S*https?:\/\//i.test(text)) {
    return { problem: 'These are two links. Enter one.' };
  }
  const judged = submissionInput.shape[field].safeParse(text);
  return judged.success ? { value: judged.data } : { problem: judged.error.issues[0]?.message ?? NOT_RIGHT };
}

const NOT_RIGHT = 'This is not right.';

/** As the schema of a submission judges it (`submissionInput`), with a guess at what a spreadsheet did to it. */
function phoneVerdict(text: string, reading: NationalReading): Verdict {
  if (isRounded(text)) {
    return { problem: 'The spreadsheet has rounded this number. Format the column as text there.' };
  }
  if (isTwoNumbers(text)) return { problem: 'These are two phone numbers. Enter one.' };
  if (text.length > 60) return { problem: 'This is too long for a phone number.' };
  const digits = restoredDigits(text);
  const complete = completedNumber(digits, reading);
  const parsed = parsePhoneNumber(complete.text);
  if (!parsed.ok) {
    const meant = numberWithoutPlus(digits);
    return { problem: meant ? `Put a + in front if this is ${meant}.` : parsed.error.message };
  }
  if (complete.doubtful) return { problem: `Check the digits: ${complete.doubtful} is no usual number.` };
  const { e164, unusual } = parsed.value;
  return unusual ? { value: e164, hint: 'Unusual phone number: check the digits.' } : { value: e164 };
}

/** Every candidate of a source, or those of these numbers, with what is wrong, field by field. */
export function* checkRows(
  source: Pick<ImportSource, 'rows' | 'headerAt'>,
  options: CheckOptions,
  only?: ReadonlySet<number>,
): Generator<CheckedRow> {
  const width = source.headerAt === null ? undefined : headersOf(source).length;
  for (const row of candidateRows(source)) {
    if (!only || only.has(row.number)) yield checkedRow(row, width, options);
  }
}

function checkedRow(
  row: TableRow,
  width: number | undefined,
  { mapping, corrections, check, lookUp }: CheckOptions,
): CheckedRow {
  const corrected = corrections.get(row.number);
  const values = eachField((field) => corrected?.[field] ?? textOf(row, field, mapping[field]));
  const problems = corrected ? [] : shapeProblems(row, width);
  const hints = hintsOf(row, values, mapping, corrected);
  let phone: string | null = null;
  const fields = eachField((field) => {
    const text = values[field];
    const kind = LIBRARY_FIELDS[field];
    const id = kind && lookUp(kind, text);
    const verdict = check(field, id ?? text);
    const unknown = kind && id === undefined && /\s/.test(text) ? kind : undefined;
    if ('problem' in verdict) {
      problems.push({ field, message: unknown ? UNKNOWN_NAMES[unknown] : verdict.problem });
      return '';
    }
    if (unknown) hints.push(UNKNOWN_NAMES[unknown]);
    if (field === 'phoneNumber') phone = verdict.value;
    if (verdict.hint !== undefined) hints.push(verdict.hint);
    return verdict.value;
  });
  return {
    number: row.number,
    hidden: row.hidden === true,
    unplain: IMPORT_FIELDS.some((field) => corrected?.[field] === undefined && UNPLAIN.test(values[field])),
    garbled: corrected?.candidateName === undefined && looksGarbled(rawName(row, mapping)),
    values,
    problems,
    hints,
    phone,
    fields: problems.length === 0 ? fields : null,
  };
}

function hintsOf(
  row: TableRow,
  values: RowValues,
  mapping: ColumnMapping,
  corrected: Partial<RowValues> | undefined,
): string[] {
  const hints: string[] = [];
  if (row.hidden) hints.push('This row is hidden in the workbook.');
  if (corrected?.candidateName !== undefined) return hints;
  const name = rawText(row, mapping.candidateName);
  if (values.candidateName !== name && repairedText(name) !== name) {
    hints.push(`Garbled letters were put right: ${name}`);
  }
  return hints;
}

/** Spreadsheets say "Backend engineer" where the service wants an id; ids have no spaces as a rule. */
const UNKNOWN_NAMES: Readonly<Record<LibraryKind, string>> = {
  job_description: 'The Library has no job description of this name. Name it there, or enter its ID.',
  questionnaire: 'The Library has no questionnaire of this name: it is taken for an ID.',
};

const UNPLAIN = /[^\p{ASCII}]/u;

/** The name with its spaces as they are, for some of them give a wrong reading away. */
function rawName(row: TableRow, mapping: ColumnMapping): string {
  return mapping.candidateName.from === 'columns' ? repairedText(rawText(row, mapping.candidateName)) : '';
}

function textOf(row: TableRow, field: ImportField, source: FieldSource): string {
  if (field === 'phoneNumber') return firstText(row, source);
  const text = rawText(row, source);
  if (field === 'candidateName') return repairedText(text).replace(/\s+/g, ' ');
  if (field !== 'resumeUrl' || source.from !== 'columns') return text;
  const [column = -1] = source.columns;
  const link = row.links?.[column];
  // A cell that says "CV" and leads to it when clicked.
  return link === undefined || submissionInput.shape.resumeUrl.safeParse(text).success ? text : link;
}

/** Not both: that would be two numbers. */
function firstText(row: TableRow, source: FieldSource): string {
  if (source.from !== 'columns') return rawText(row, source);
  return source.columns.map((column) => plainText(row.cells[column] ?? '')).find((text) => text !== '') ?? '';
}

function rawText(row: TableRow, source: FieldSource): string {
  switch (source.from) {
    case 'columns':
      return source.columns
        .map((column) => plainText(row.cells[column] ?? ''))
        .filter((text) => text !== '')
        .join(' ');
    case 'constant':
      return source.value;
    case 'nowhere':
      return '';
  }
}

/**
 * Exports guard cells against being run as formulas with an apostrophe (`'+49…`), our own included, and keep digits
 * from being taken for a number by a formula (`="0151…"`).
 */
function plainText(cell: string): string {
  const text = cell.trim();
  if (!text.startsWith('=') && !text.startsWith("'")) return text;
  return text.replace(/^="([^"]*)"$/, '$1').replace(/^'(?=[=+\-@\d])/, '');
}

/** A row that was cut in the wrong places may hold somebody else's number. */
function shapeProblems(row: TableRow, width: number | undefined): RowProblem[] {
  if (row.brokenQuote) {
    return [
      {
        field: null,
        message: 'A quotation mark is not closed here: this may be several rows. Check the file.',
      },
    ];
  }
  if (width !== undefined && row.cells.slice(width).some((cell) => cell.trim() !== '')) {
    return [{ field: null, message: 'This row has more cells than there are columns. Check the file.' }];
  }
  return [];
}
