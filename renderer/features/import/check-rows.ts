import type { CountryCode } from 'libphonenumber-js/min/es6';
import {
  IMPORT_FIELDS,
  type ImportField,
  type ImportProblem,
  importProblem,
  ofRow,
  type RowProblem,
} from '../../../shared/import-problems.ts';
import { decodeProblem } from '../../../shared/input-problems.ts';
import type { LibraryEntry, LibraryKind } from '../../../shared/library.ts';
import {
  isUuidShaped,
  type SubmissionFields,
  submissionInput,
  withWebScheme,
} from '../../../shared/submission.ts';
import { isProven } from './decode-text.ts';
import { mapFields } from './header-words.ts';
import {
  type ColumnMapping,
  type FieldSource,
  LIBRARY_FIELDS,
  type RowValues,
  type TableRow,
} from './match-headers.ts';
import {
  type CellChoice,
  type ChoiceKind,
  isDateOrTime,
  isExponent,
  type NationalReading,
  readDay,
  readPhone,
  type Verdict,
} from './read-cell.ts';
import { candidateRows, headersOf, type ImportSource } from './source-rows.ts';
import { hasLostLetters, hasNonAscii, hasOddSigns, looksGarbled, repairText } from './text-encodings.ts';

/** A problem of a row. `choices`: the possible readings, if the user only has to choose one. */
export type CheckedProblem = RowProblem & { readonly choices?: readonly CellChoice[] };

/** A row checked on its own, without comparing it to others. */
export interface CheckedRow {
  readonly number: number;
  /** Hidden in the workbook. */
  readonly hidden: boolean;
  /** It has text beyond ASCII, which depends on the file's encoding; corrected cells do not count. */
  readonly nonAscii: boolean;
  /** As in the file, or as corrected. */
  readonly values: RowValues;
  readonly problems: readonly CheckedProblem[];
  /** Notes that do not keep the row from being queued. */
  readonly hints: readonly RowProblem[];
  /** The number that would be called (E.164); null if invalid. */
  readonly phone: string | null;
  /** The number's country, if neither the file nor the chosen country tells it. */
  readonly country: CountryCode | null;
  /** The fields to submit; null while there are problems. */
  readonly fields: SubmissionFields | null;
}

/** Checks one field's text; caches results, because thousands of rows share jobs and are checked repeatedly. */
export type FieldChecker = (field: ImportField, text: string) => Verdict;

/** The ID of the Library entry with this name or ID; undefined if there is none. */
type LibraryLookup = (kind: LibraryKind, name: string) => string | undefined;

/** Corrected cells, by row number. */
export type Corrections = ReadonlyMap<number, Partial<RowValues>>;

/**
 * Values the user chose, by row number. A value only counts while the cell offers it, so that no number survives a change
 * of column or country.
 */
export type ChosenValues = ReadonlyMap<number, Partial<RowValues>>;

export interface CheckOptions {
  readonly mapping: ColumnMapping;
  readonly corrections: Corrections;
  readonly chosen: ChosenValues;
  readonly check: FieldChecker;
  readonly lookUp: LibraryLookup;
}

/** Creates a checker with the rules of New request; `reading` says how to read numbers without a country code. */
export function createFieldChecker(reading: NationalReading = null): FieldChecker {
  const cache = mapFields(() => new Map<string, Verdict>());
  const verdictOn = (field: ImportField, text: string): Verdict =>
    field === 'phoneNumber' ? phoneVerdict(text, reading) : checkField(field, text);
  return (field, text) => {
    const found = cache[field].get(text);
    if (found) return found;
    const verdict = verdictOn(field, text);
    cache[field].set(text, verdict);
    return verdict;
  };
}

function phoneVerdict(text: string, reading: NationalReading): Verdict {
  const problem = cellProblem('phoneNumber', text);
  return problem === null ? readPhone(text, reading) : { problem };
}

/** Checks every candidate row of a source, or only the given row numbers. */
export function* checkRows(
  source: Pick<ImportSource, 'rows' | 'headerAt' | 'decoding'>,
  options: CheckOptions,
  only?: ReadonlySet<number>,
): Generator<CheckedRow> {
  const about = {
    width: source.headerAt === null ? undefined : headersOf(source).length,
    isGarbled: isProven(source.decoding) ? hasOddSigns : looksGarbled,
  };
  for (const row of candidateRows(source)) {
    if (!only || only.has(row.number)) yield checkedRow(row, about, options);
  }
}

/** What a row's file says about it. */
interface AboutFile {
  /** How many columns have a name; undefined without names. */
  readonly width: number | undefined;
  /** Whether a name looks decoded with the wrong encoding. */
  readonly isGarbled: (name: string) => boolean;
}

function checkedRow(
  row: TableRow,
  { width, isGarbled }: AboutFile,
  { mapping, corrections, chosen, check, lookUp }: CheckOptions,
): CheckedRow {
  const corrected = corrections.get(row.number);
  const values = mapFields((field) => {
    const text = corrected?.[field] ?? textOf(row, field, mapping[field]);
    return field === 'resumeUrl' ? withWebScheme(text) : text;
  });
  const problems: CheckedProblem[] = corrected ? [] : shapeProblems(row, width);
  const hints = hintsOf(row, values, mapping, corrected);
  let phone: string | null = null;
  let country: CountryCode | null = null;
  const fields = mapFields((field) => {
    const text = values[field];
    const kind = LIBRARY_FIELDS[field];
    const id = kind && lookUp(kind, text);
    const unknown = kind && id === undefined && /\s/.test(text) ? kind : undefined;
    const inFile =
      corrected?.[field] === undefined ? fileVerdict(row, field, mapping[field], { check, lookUp }) : null;
    const found = inFile ?? check(field, id ?? text);
    const isDoubtful =
      field === 'candidateName' && corrected?.candidateName === undefined && isGarbled(rawName(row, mapping));
    const verdict = withChoice(isDoubtful ? doubted(found) : found, chosen.get(row.number)?.[field]);
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
    nonAscii: IMPORT_FIELDS.some((field) => corrected?.[field] === undefined && hasNonAscii(values[field])),
    values,
    problems,
    hints,
    phone,
    country,
    fields: problems.length === 0 ? { ...fields, noticeOn: fields.noticeOn || null } : null,
  };
}

/** A name that looks garbled, which may be right nevertheless. */
function doubted(verdict: Verdict): Verdict {
  if ('problem' in verdict) return verdict;
  const { value } = verdict;
  return {
    problem: importProblem('name_garbled'),
    choices: [{ kind: 'right', value, label: value, country: null }],
  };
}

/** Applies the user's choice if the cell still offers it. */
function withChoice(verdict: Verdict, value: string | undefined): Verdict {
  if (!('problem' in verdict) || value === undefined) return verdict;
  const taken = verdict.choices?.find((choice) => choice.value === value);
  if (!taken) return verdict;
  return { value: taken.value, country: taken.kind === 'national' ? null : taken.country };
}

/** A verdict that needs more than the text: separate name columns, or number formats. Null if the text is enough. */
function fileVerdict(
  row: TableRow,
  field: ImportField,
  source: FieldSource,
  { check, lookUp }: Pick<CheckOptions, 'check' | 'lookUp'>,
): Verdict | null {
  // No value is read from any of several columns until the user chooses one.
  if (source.from === 'several') return { problem: importProblem('column_not_chosen') };
  if (source.from !== 'columns') return null;
  const [column = -1] = source.columns;
  if (field === 'candidateName') {
    return source.columns.length > 1
      ? namePartProblem(source.columns.map((part) => cellText(row, part)))
      : null;
  }
  const kind = LIBRARY_FIELDS[field];
  const plain = cellText(row, column);
  if (!kind || lookUp(kind, plain) !== undefined) return null;
  return shownVerdict(plain, row.shown?.[column] ?? plain, (id) => check(field, lookUp(kind, id) ?? id));
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
  if (values.candidateName !== name && repairText(name) !== name) {
    hints.push(ofRow(importProblem('name_put_right', { text: name })));
  }
  return hints;
}

/** For a text with spaces that is not in the Library: probably a name such as "Backend engineer", not an ID. */
const UNKNOWN_NAMES: Readonly<Record<LibraryKind, ImportProblem>> = {
  job_description: importProblem('job_name_unknown'),
  questionnaire: importProblem('questionnaire_name_unknown'),
};

/** The name with its original spaces: some of them reveal a wrong encoding. */
function rawName(row: TableRow, mapping: ColumnMapping): string {
  return mapping.candidateName.from === 'columns' ? repairText(rawText(row, mapping.candidateName)) : '';
}

function textOf(row: TableRow, field: ImportField, source: FieldSource): string {
  if (field === 'phoneNumber') return firstText(row, source);
  const text = rawText(row, source) || mergedText(row, field, source);
  if (field === 'candidateName') return repairText(text).replace(/\s+/g, ' ');
  if (field !== 'resumeUrl' || source.from !== 'columns') return text;
  const [column = -1] = source.columns;
  const link = row.links?.[column];
  // A cell that shows "CV" or half an address, and links to it.
  const isWhole = withWebScheme(text) === text && submissionInput.shape.resumeUrl.safeParse(text).success;
  return link === undefined || isWhole ? text : link;
}

/** The text of a merged cell: for jobs and questionnaires alone, which several candidates may share. */
export function mergedText(row: TableRow, field: ImportField, source: FieldSource): string {
  if (!LIBRARY_FIELDS[field] || source.from !== 'columns') return '';
  const [column = -1] = source.columns;
  return row.merged?.[column]?.trim() ?? '';
}

/** The first column with a text: joining two would make one wrong number. */
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
      // Fast path for the usual single column.
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
 * A cell's text without the guards that exports add, ours included: an apostrophe against formula injection (`'+49…`), a
 * formula that keeps digits as text (`="0151…"`).
 */
function cellText(row: TableRow, column: number): string {
  const text = (row.cells[column] ?? '').trim();
  if (!text.startsWith('=') && !text.startsWith("'")) return text;
  return text.replace(/^="([^"]*)"$/, '$1').replace(/^'(?=[=+\-@\d])/, '');
}

/** Problems of a row that was split in the wrong places and may hold another person's number. */
function shapeProblems(row: TableRow, width: number | undefined): RowProblem[] {
  if (row.brokenQuote) return [ofRow(importProblem('quote_not_closed'))];
  if (width !== undefined && row.cells.slice(width).some((cell) => cell.trim() !== '')) {
    return [ofRow(importProblem('too_many_cells'))];
  }
  return [];
}

/** Checks a field's text by the rules of New request, and for what only spreadsheets put into cells. */
function checkField(field: Exclude<ImportField, 'phoneNumber'>, text: string): Verdict {
  const problem = cellProblem(field, text) ?? (field === 'candidateName' ? nameProblem(text) : null);
  if (problem !== null) return { problem };
  if (field === 'noticeOn') return readDay(text);
  if (field === 'resumeUrl' && /\s\S*https?:\/\//i.test(text)) return { problem: importProblem('two_links') };
  const parsed = submissionInput.shape[field].safeParse(text);
  if (!parsed.success) return { problem: decodeProblem(parsed.error.issues[0] ?? parsed.error) };
  if (field === 'resumeUrl' && hasEntities(text)) return { problem: importProblem('link_with_entities') };
  return { value: parsed.data };
}

/** The problem of a cell that is a formula or a placeholder; null if it is neither. */
function cellProblem(field: ImportField, text: string): ImportProblem | null {
  if (isFormula(text)) {
    const isLink = field === 'resumeUrl' && /\bHYPERLINK\s*\(/i.test(text);
    return importProblem(isLink ? 'link_computed' : 'formula_not_calculated');
  }
  if (text === '' || !isPlaceholder(text)) return null;
  switch (field) {
    case 'candidateName':
      return importProblem('no_name', { text });
    case 'phoneNumber':
      return importProblem('no_phone_number', { text });
    case 'resumeUrl':
      return importProblem('no_link', { text });
    case 'jobDescriptionId':
    case 'questionnaireTemplateId':
      return importProblem('no_id', { text });
    case 'noticeOn':
      return importProblem('no_day', { text });
  }
}

function nameProblem(text: string): ImportProblem | null {
  if (text === '') return null;
  if (hasLostLetters(text)) return importProblem('name_letters_lost');
  if (!NAME_LETTER.test(text) || isDateOrTime(text) || isExponent(text)) {
    return importProblem('name_without_letters');
  }
  if (hasEntities(text)) return importProblem('name_with_entities');
  if (hasMarkup(text)) return importProblem('name_with_markup');
  if (/\S@\S+\.\S/.test(text) || URL_BEGINNING.test(text)) return importProblem('name_is_address');
  if (isUuidShaped(text)) return importProblem('name_is_id');
  const part = placeholderIn(text);
  return part === undefined ? null : importProblem('name_part_missing', { text: part });
}

/** The problem of a name in several columns if one of them holds no name (`Ada -`). */
function namePartProblem(parts: readonly string[]): Verdict | null {
  for (const part of parts) {
    if (part === '') continue;
    const problem = isFormula(part) ? cellProblem('candidateName', part) : null;
    if (problem !== null) return { problem };
    if (placeholderIn(part) !== undefined || !NAME_LETTER.test(part)) {
      return { problem: importProblem('name_part_missing', { text: part }) };
    }
  }
  return null;
}

/** Some people use emoji in their names. */
const NAME_LETTER = /[\p{L}\p{Extended_Pictographic}]/u;

const URL_BEGINNING = /^(?:https?:\/\/|www\.)/i;
/** Formula errors in spreadsheets: `#N/A`, `#REF!`, in German `#NV`, `#BEZUG!`. */
const FORMULA_ERROR = '#[\\p{Lu}\\d_]+(?:/\\p{Lu}+|/0)?[!?]?';
const ONLY_FORMULA_ERROR = new RegExp(`^${FORMULA_ERROR}$`, 'u');

/** Placeholders for a missing value, in lower case. */
const NOTHING = new Set(
  `n/a|na|n.a.|n. a.|n.a|n/d|n.d.|n/v|n. v.|k.a.|k. a.|k.a|nil|null|(null)|none|undefined|nan|<na>|tbd|tba|tbc|unknown|unbekannt|inconnu
|desconocido|sconosciuto|not available|not applicable|not provided|not given|not specified|keine angabe|nicht angegeben|ohne angabe
|non renseigné|sin datos|blank|(blank)|(leer)|leer|empty|(empty)|anonymous|anonym|no name|ohne name|folgt|x|xx|xxx
|true|false|wahr|falsch|vrai|faux|verdadero|falso|verdadeiro|waar|onwaar|prawda|fałsz`
    .replaceAll('\n', '')
    .split('|'),
);

/** Whether a text is a placeholder for a missing value, in any field. */
function isPlaceholder(text: string): boolean {
  const lower = text.toLowerCase();
  if (ONLY_FORMULA_ERROR.test(text) || NOTHING.has(lower)) return true;
  return /\s/.test(lower) && lower.split(/\s+/).every((word) => NOTHING.has(word));
}

/**
 * Placeholders inside a name that a program joined from parts: `Ada null`, `Ada #N/A`. There are people called Null, True
 * and Na, but programs write these in lower case or all capitals.
 */
const NO_PART = new RegExp(
  `^(?:${FORMULA_ERROR}|[nN]/[aA]|n\\.a\\.|null|NULL|\\(null\\)|undefined|NaN|TRUE|FALSE|true|false|WAHR|FALSCH|VRAI|FAUX)$`,
  'u',
);

/** The first placeholder in a name; undefined if there is none. */
function placeholderIn(name: string): string | undefined {
  return name.split(/[\s,]+/).find((part) => NO_PART.test(part));
}

/** Whether a text has HTML entities: `M&uuml;ller`, `M&#252;ller`. */
function hasEntities(text: string): boolean {
  return text.includes('&') && /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]{1,31});/i.test(text);
}

/** Whether a text has HTML tags or template placeholders: `<b>Ada</b>`, `{{first_name}}`, `%NAME%`. */
function hasMarkup(text: string): boolean {
  return /[{}<>]|%\w+%/.test(text);
}

/** Whether a cell holds a formula instead of its result. */
function isFormula(text: string): boolean {
  return /^=\s*[\p{L}_"'(+$\d-]/u.test(text);
}

/** A phone number as the sheet shows it if its format only adds a prefix (`+4915112345678`); otherwise the plain number. */
export function phoneOf(plain: string, shown: string): string {
  const onlyAdded = /^[+\d\s()./\p{Pd}]+$/u.test(shown) && digitsOf(shown).endsWith(digitsOf(plain));
  return onlyAdded && /^\D*(?:\+|0)/.test(shown) ? shown : plain;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/**
 * The choices for an ID that the sheet formats (`0012` for 12), or what the spreadsheet made of it; null if it is as it
 * was typed, or neither form is valid. `check` checks one form.
 */
function shownVerdict(plain: string, shown: string, check: (text: string) => Verdict): Verdict | null {
  if (isDateOrTime(plain)) return { problem: importProblem('id_became_date', { shown }) };
  if (isExponent(plain)) return { problem: importProblem('id_rounded') };
  if (shown === plain) return null;
  const texts: readonly (readonly [ChoiceKind, string])[] = [
    ['shown', shown],
    ['plain', plain],
  ];
  const choices = texts.flatMap(([kind, text]): CellChoice[] => {
    const verdict = check(text);
    return 'problem' in verdict ? [] : [{ kind, value: verdict.value, label: text, country: null }];
  });
  if (choices.length === 0) return null;
  return { problem: importProblem('shown_otherwise', { shown, plain }), choices };
}

/** Looks IDs up in the Library, then names, archived entries last. A name that several entries share matches none. */
export function libraryNames(entries: readonly LibraryEntry[]): LibraryLookup {
  const ids = new Set(entries.map(({ kind, serviceId }) => keyOf(kind, serviceId)));
  const current = idsByName(entries.filter(({ archived }) => !archived));
  const archived = idsByName(entries.filter((entry) => entry.archived));
  return (kind, name) => {
    const key = keyOf(kind, name);
    if (ids.has(key)) return name;
    return current.has(key) ? current.get(key) : archived.get(key);
  };
}

function idsByName(entries: readonly LibraryEntry[]): ReadonlyMap<string, string | undefined> {
  const byName = new Map<string, string | undefined>();
  for (const { kind, name, serviceId } of entries) {
    const key = keyOf(kind, name);
    if (name !== '') byName.set(key, byName.has(key) ? undefined : serviceId);
  }
  return byName;
}

function keyOf(kind: LibraryKind, text: string): string {
  return `${kind} ${text.trim().toLowerCase()}`;
}
