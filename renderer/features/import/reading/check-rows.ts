import type { CountryCode } from 'libphonenumber-js/min/es6';
import {
  IMPORT_FIELDS,
  type ImportField,
  type ImportProblem,
  importProblem,
  ofRow,
  type RowProblem,
} from '../../../../shared/import-problems.ts';
import type { LibraryKind } from '../../../../shared/library.ts';
import { type SubmissionFields, submissionInput } from '../../../../shared/submission.ts';
import type { CellChoice } from './cell-choice.ts';
import { isUnplain, looksGarbled } from './garbled-text.ts';
import { eachField, LIBRARY_FIELDS, type RowValues } from './import-fields.ts';
import { cellProblem, judgeText, namePartProblem } from './judge-text.ts';
import type { ColumnMapping, FieldSource } from './match-headers.ts';
import type { NationalReading } from './national-reading.ts';
import { readPhone } from './read-phone.ts';
import { repairedText } from './repair-text.ts';
import { phoneOf, shownVerdict } from './shown-cell.ts';
import { candidateRows, headersOf, type ImportSource } from './source-rows.ts';
import type { TableRow } from './table-row.ts';
import type { Verdict } from './verdict.ts';

/** What is wrong with a row. `choices`: what the cell may mean, where a person only has to choose. */
export type CheckedProblem = RowProblem & { readonly choices?: readonly CellChoice[] };

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
  readonly problems: readonly CheckedProblem[];
  /** Worth a look, but no reason not to go. */
  readonly hints: readonly RowProblem[];
  /** The number that would be called (E.164); null where it is none. */
  readonly phone: string | null;
  /** The country that it rings in, where neither the file nor the country chosen for it says so. */
  readonly country: CountryCode | null;
  /** What would be submitted; null while there are problems. */
  readonly fields: SubmissionFields | null;
}

/** Judges one field's text; remembers each text, for thousands of rows share jobs and are judged again and again. */
export type FieldChecker = (field: ImportField, text: string) => Verdict;

/** Finds the id of what the Library knows by this name or id; undefined where it knows nothing so. */
export type LibraryLookup = (kind: LibraryKind, name: string) => string | undefined;

/** Cells put right by hand, by row number. */
export type Corrections = ReadonlyMap<number, Partial<RowValues>>;

/**
 * Which of the choices a person took, by row number: the value. It holds only as long as it is among the choices of what
 * stands there, so another column or country takes nobody's number over.
 */
export type ChosenValues = ReadonlyMap<number, Partial<RowValues>>;

export interface CheckOptions {
  readonly mapping: ColumnMapping;
  readonly corrections: Corrections;
  readonly chosen: ChosenValues;
  readonly check: FieldChecker;
  readonly lookUp: LibraryLookup;
}

/** Makes a checker by the rules of New request; `reading` says what numbers without a country code are. */
export function createFieldChecker(reading: NationalReading = null): FieldChecker {
  const known = eachField(() => new Map<string, Verdict>());
  const judge = (field: ImportField, text: string): Verdict =>
    field === 'phoneNumber' ? phoneVerdict(text, reading) : judgeText(field, text);
  return (field, text) => {
    const found = known[field].get(text);
    if (found) return found;
    const judged = judge(field, text);
    known[field].set(text, judged);
    return judged;
  };
}

function phoneVerdict(text: string, reading: NationalReading): Verdict {
  const problem = cellProblem('phoneNumber', text);
  return problem === null ? readPhone(text, reading) : { problem };
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
  { mapping, corrections, chosen, check, lookUp }: CheckOptions,
): CheckedRow {
  const corrected = corrections.get(row.number);
  const values = eachField((field) => corrected?.[field] ?? textOf(row, field, mapping[field]));
  const problems: CheckedProblem[] = corrected ? [] : shapeProblems(row, width);
  const hints = hintsOf(row, values, mapping, corrected);
  let phone: string | null = null;
  let country: CountryCode | null = null;
  const fields = eachField((field) => {
    const text = values[field];
    const kind = LIBRARY_FIELDS[field];
    const id = kind && lookUp(kind, text);
    const unknown = kind && id === undefined && /\s/.test(text) ? kind : undefined;
    const inFile =
      corrected?.[field] === undefined ? fileVerdict(row, field, mapping[field], { check, lookUp }) : null;
    const found = inFile ?? check(field, id ?? text);
    const verdict = withChoice(found, chosen.get(row.number)?.[field]);
    if ('problem' in verdict) {
      const { problem, choices } = verdict;
      problems.push({
        field,
        ...(unknown && !choices ? UNKNOWN_NAMES[unknown] : problem),
        ...(choices && { choices }),
      });
      return '';
    }
    if (unknown) hints.push(ofRow(UNKNOWN_NAMES[unknown]));
    if (field === 'phoneNumber') {
      phone = verdict.value;
      country = verdict.country ?? null;
    }
    if (verdict.hint !== undefined) hints.push(ofRow(verdict.hint));
    return verdict.value;
  });
  return {
    number: row.number,
    hidden: row.hidden === true,
    unplain: IMPORT_FIELDS.some((field) => corrected?.[field] === undefined && isUnplain(values[field])),
    garbled: corrected?.candidateName === undefined && looksGarbled(rawName(row, mapping)),
    values,
    problems,
    hints,
    phone,
    country,
    fields: problems.length === 0 ? fields : null,
  };
}

/** What a person chose stands for the cell, as long as it is one of its choices. */
function withChoice(verdict: Verdict, value: string | undefined): Verdict {
  if (!('problem' in verdict) || value === undefined) return verdict;
  const taken = verdict.choices?.find((choice) => choice.value === value);
  if (!taken) return verdict;
  return { value: taken.value, country: taken.kind === 'national' ? null : taken.country };
}

/** What only the cells of the file tell, and not their text alone; null where there is nothing of the kind. */
function fileVerdict(
  row: TableRow,
  field: ImportField,
  source: FieldSource,
  { check, lookUp }: Pick<CheckOptions, 'check' | 'lookUp'>,
): Verdict | null {
  // Nothing is taken from any of several columns until a person has chosen one.
  if (source.from === 'several') return { problem: importProblem('column_not_chosen') };
  if (source.from !== 'columns') return null;
  const [column = -1] = source.columns;
  if (field === 'candidateName') {
    return source.columns.length > 1
      ? namePartProblem(source.columns.map((each) => cellText(row, each)))
      : null;
  }
  const kind = LIBRARY_FIELDS[field];
  const shown = row.shown?.[column];
  if (!kind || shown === undefined) return null;
  return shownVerdict(cellText(row, column), shown, (id) => check(field, lookUp(kind, id) ?? id));
}

function hintsOf(
  row: TableRow,
  values: RowValues,
  mapping: ColumnMapping,
  corrected: Partial<RowValues> | undefined,
): RowProblem[] {
  const hints: RowProblem[] = [];
  if (row.hidden) hints.push(ofRow(importProblem('hidden_in_workbook')));
  if (corrected?.candidateName !== undefined) return hints;
  const name = rawText(row, mapping.candidateName);
  if (values.candidateName !== name && repairedText(name) !== name) {
    hints.push(ofRow(importProblem('name_put_right', { text: name })));
  }
  return hints;
}

/** Spreadsheets say "Backend engineer" where the service wants an id; ids have no spaces as a rule. */
const UNKNOWN_NAMES: Readonly<Record<LibraryKind, ImportProblem>> = {
  job_description: importProblem('job_name_unknown'),
  questionnaire: importProblem('questionnaire_name_unknown'),
};

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
  for (const column of source.columns) {
    const text = cellText(row, column);
    const shown = row.shown?.[column];
    if (text !== '') return shown === undefined ? text : phoneOf(text, shown);
  }
  return '';
}

function rawText(row: TableRow, source: FieldSource): string {
  switch (source.from) {
    case 'columns': {
      const [column = -1, another] = source.columns;
      // Most fields are in one column: thousands of texts are not put together from parts then.
      if (another === undefined) return cellText(row, column);
      return source.columns
        .map((each) => cellText(row, each))
        .filter((text) => text !== '')
        .join(' ');
    }
    case 'constant':
      return source.value;
    case 'several':
    case 'nowhere':
      return '';
  }
}

/**
 * Exports guard cells against being run as formulas with an apostrophe (`'+49…`), our own included, and keep digits
 * from being taken for a number by a formula (`="0151…"`).
 */
function cellText(row: TableRow, column: number): string {
  const text = (row.cells[column] ?? '').trim();
  if (!text.startsWith('=') && !text.startsWith("'")) return text;
  return text.replace(/^="([^"]*)"$/, '$1').replace(/^'(?=[=+\-@\d])/, '');
}

/** A row that was cut in the wrong places may hold somebody else's number. */
function shapeProblems(row: TableRow, width: number | undefined): RowProblem[] {
  if (row.brokenQuote) {
    return [ofRow(importProblem('quote_not_closed'))];
  }
  if (width !== undefined && row.cells.slice(width).some((cell) => cell.trim() !== '')) {
    return [ofRow(importProblem('too_many_cells'))];
  }
  return [];
}
