import { callKey } from '../../../shared/call-key.ts';
import { doNotCallReason, type ListedNumber, parseListedPhone } from '../../../shared/do-not-call.ts';
import { type InputProblem, problem } from '../../../shared/input-problems.ts';
import { plainCharacters } from '../../../shared/phone-number.ts';
import { inputWords, issueWords } from '../../../shared/words/input-words.ts';

/** A line of a list as somebody wrote it. */
export interface ListLine {
  /** Where it is in the text or file, from 1. */
  readonly line: number;
  readonly number: string;
  readonly reason: string;
}

/** A line that can't be put on the list as it is. */
export interface UnreadLine extends ListLine {
  readonly problem: string;
  /** Whether it could be read if it were known where its number is from. */
  readonly lacksCountryCode: boolean;
}

/** A list sorted into what can be put on the do-not-call list and what can't. */
export interface CheckedLines {
  /** Each number once. */
  readonly numbers: readonly ListedNumber[];
  readonly unread: readonly UnreadLine[];
}

export const NO_LINES: CheckedLines = { numbers: [], unread: [] };

/** Digits alone behind a number are its extension, not a reason. */
const EXTENSION = /^(?:ext\s*[=.]?)?\s*\p{Nd}{1,7}$/iu;

/** Words before the cell with the number, such as the name, if what was pasted are cells of a spreadsheet. */
const CELLS_BEFORE = /^(?:[^\p{Nd},;\t]*[,;\t])+(?=[^,;\t]*(?:\p{Nd}[^,;\t]*){7})/u;

/** The lines of a typed or pasted list: a number each and, behind a comma, semicolon or tab, a reason. */
export function typedLines(text: string): readonly ListLine[] {
  return text.split(/\r\n|\r|\n/).flatMap((written, at) => {
    if (written.trim() === '') return [];
    const [, number = '', behind = ''] =
      /^([^,;\t]*)[,;\t]?(.*)$/s.exec(written.replace(CELLS_BEFORE, '')) ?? [];
    const reason = unquoted(behind);
    return [{ line: at + 1, number: unquoted(number), reason: EXTENSION.test(reason) ? '' : reason }];
  });
}

/** Lines as text that {@link typedLines} reads. */
export function linesAsText(lines: readonly ListLine[]): string {
  return lines.map(({ number, reason }) => (reason === '' ? number : `${number}, ${reason}`)).join('\n');
}

function unquoted(text: string): string {
  const trimmed = text.trim();
  return /^".*"$/s.test(trimmed) ? trimmed.slice(1, -1).replaceAll('""', '"').trim() : trimmed;
}

/** Lines per turn, so that a long list never holds up the window. */
const SLICE = 400;

/**
 * Reads the numbers of a list. `reading`: the country (ISO 3166) of numbers without a country code, `+` if only the + in front
 * of it is missing, null if each needs its own. Gives undefined if `signal` was aborted meanwhile.
 */
export async function checkLines(
  lines: readonly ListLine[],
  reading: string | null,
  signal: AbortSignal,
): Promise<CheckedLines | undefined> {
  const numbers = new Map<string, ListedNumber>();
  const unread: UnreadLine[] = [];
  for (let start = 0; start < lines.length; start += SLICE) {
    if (start > 0) await scheduler.postTask(() => null);
    if (signal.aborted) return undefined;
    for (const line of lines.slice(start, start + SLICE)) {
      const read = readLine(line, reading);
      if ('problem' in read) unread.push(read);
      else if (!numbers.has(callKey(read.phoneNumber))) numbers.set(callKey(read.phoneNumber), read);
    }
  }
  return { numbers: [...numbers.values()], unread };
}

function readLine(line: ListLine, reading: string | null): ListedNumber | UnreadLine {
  const phone = readNumber(line.number, reading);
  if (!phone.ok) {
    const { code } = phone.problem;
    return { ...line, problem: inputWords(phone.problem), lacksCountryCode: isUnplaced(code, line.number) };
  }
  // Taken for a reason, a second number could still be called.
  if (line.reason.split(/[,;\t]/).some((part) => isNumber(part, reading))) {
    return { ...line, problem: inputWords(problem('phone_two_numbers')), lacksCountryCode: false };
  }
  const reason = doNotCallReason.safeParse(line.reason);
  if (reason.success) return { phoneNumber: phone.value.e164, reason: reason.data };
  const [issue] = reason.error.issues;
  return { ...line, problem: issue ? issueWords(issue) : '', lacksCountryCode: false };
}

/** A number that starts with a digit and not with 00: spreadsheets take the + from what they think is an amount. */
const WITHOUT_PLUS = /^\(?\s*(?!00)\d/;

function readNumber(text: string, reading: string | null) {
  if (reading !== '+') return parseListedPhone(text, reading);
  const written = plainCharacters(text).trim();
  return parseListedPhone(WITHOUT_PLUS.test(written) ? `+${written}` : written, null);
}

function isUnplaced(code: InputProblem['code'], number: string): boolean {
  return code === 'phone_no_country_code'
    ? /\p{Nd}/u.test(number)
    : code === 'phone_not_of_default' || code === 'phone_country_unclear';
}

const DATE = /^\s*(?:\d{4}-\d{2}-\d{2}|\d{1,2}([./])\d{1,2}\1\d{2,4})/;

function isNumber(text: string, reading: string | null): boolean {
  const plain = plainCharacters(text);
  return /^[\s+\d()./-]{7,}$/.test(plain) && !DATE.test(plain) && readNumber(plain, reading).ok;
}

/** A file with phone numbers, read but not checked. */
export interface ListFile {
  readonly name: string;
  /** Names of the workbook's sheets, if there are several. */
  readonly sheets: readonly string[];
  /** Index of the sheet that was read. */
  readonly sheet: number;
  readonly columns: readonly string[];
  /** The column with the phone numbers; null if there is none or more than one. */
  readonly phoneColumn: number | null;
  /** The column with the reasons; null if there is none. */
  readonly reasonColumn: number | null;
  /** How many rows are left out, because the file says that they were lifted. */
  readonly lifted: number;
  /** Its rows as lines of a list. */
  lines(phoneColumn: number, reasonColumn: number | null): readonly ListLine[];
}
