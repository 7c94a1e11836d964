/// <reference path="../../renderer/papaparse.d.ts" />
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import Papa from 'papaparse';
import type { ListedNumber } from '../../shared/do-not-call.ts';
import { MAX_LISTED_NUMBERS, parseListedPhone } from '../../shared/do-not-call.ts';
import { type PolicyProblem, policyProblem } from '../../shared/policy.ts';
import { errorCode } from '../network/system-error.ts';
import { listedNumber } from '../policy/judge-do-not-call.ts';
import { decodePolicyText } from '../policy/policy-text.ts';

/** A list of numbers in a file; `numbers` is null if it can't be read at all. */
export interface ListFile {
  readonly numbers: readonly ListedNumber[] | null;
  readonly problems: readonly PolicyProblem[];
}

const WHERE = 'do_not_call.file';
/** Of 100,000 numbers with long reasons. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_REASON = 500;
/** So many take a few milliseconds. */
const ROWS_AT_ONCE = 250;

/** What a list's file has. */
export interface ListText {
  readonly text: string;
  /** SHA-256 of its bytes, hexadecimal. */
  readonly digest: string;
}

/** The text of a list's file, or why it can't be read. */
export async function readListFile(path: string): Promise<ListText | PolicyProblem> {
  try {
    const bytes = await readWhole(path);
    if (!(bytes instanceof Uint8Array)) return bytes;
    const text = decodePolicyText(bytes) ?? decodeWindows1252(bytes);
    if (text === undefined) return policyProblem(WHERE, 'not_text');
    // In a thread of its own: of 32 MB it takes too long for the main process.
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
    return { text, digest };
  } catch (error) {
    const reason = errorCode(error);
    if (reason === undefined) throw error;
    return listNotRead(reason);
  }
}

/** The text of a list that a spreadsheet program saved in an encoding of one byte per letter; undefined for other files. */
function decodeWindows1252(bytes: Uint8Array): string | undefined {
  // In others, such as UTF-16 or a workbook, digits would not be read as digits.
  return bytes.includes(0) ? undefined : new TextDecoder('windows-1252').decode(bytes);
}

/** `reason`: the system's error code. */
export function listNotRead(reason: string): PolicyProblem {
  return policyProblem(WHERE, 'not_read', { reason });
}

/** A file that can't be read. */
export function unreadList(problem: PolicyProblem): ListFile {
  return { numbers: null, problems: [problem] };
}

async function readWhole(path: string): Promise<Uint8Array<ArrayBuffer> | PolicyProblem> {
  // O_NONBLOCK: a FIFO in the file's place must not block the start.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const info = await file.stat();
    if (!info.isFile()) return policyProblem(WHERE, 'not_a_file');
    if (info.size > MAX_BYTES) return policyProblem(WHERE, 'too_large', { mostBytes: MAX_BYTES });
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** Reads CSV (number, reason) or a text with a number per line, in which each number has its country code. */
export async function parseListFile(text: string, path: string): Promise<ListFile> {
  const { rows, problems } = /\.csv$/i.test(path)
    ? csvRows(text)
    : { rows: text.split(/\r?\n|\r/).map((line) => [line]), problems: [] };
  const numbers: ListedNumber[] = [];
  let count = 0;
  for (const [index, row] of rows.entries()) {
    // The main process answers the window and the storage in between.
    if (index % ROWS_AT_ONCE === 0) await setImmediate();
    const [written = '', ...others] = row.map((cell) => cell.trim());
    if (row.every((cell) => cell.trim() === '') || (index === 0 && isHeading(written))) continue;
    count += 1;
    if (count > MAX_LISTED_NUMBERS) break;
    const where = `${WHERE}[${index + 1}]`;
    // It may be in another column.
    if (written === '') problems.push(policyProblem(where, 'value_missing'));
    else {
      const reason = others.find((cell) => cell !== '' && !isNumber(cell)) ?? '';
      for (const each of [written, ...others.filter(isNumber)])
        numbers.push(...listedNumber(unmarked(each), reason.slice(0, MAX_REASON), where, problems));
    }
  }
  if (count > MAX_LISTED_NUMBERS)
    problems.unshift(policyProblem(WHERE, 'too_many_numbers', { most: MAX_LISTED_NUMBERS }));
  return { numbers, problems };
}

/**
 * A quotation mark that is never closed makes one cell of all lines behind it. Cells end with what ends the first one, a
 * heading or a number: counted over all lines, commas in reasons would win.
 */
function csvRows(text: string) {
  const { data, errors } = Papa.parse(text, { delimiter: /[,;\t|]/.exec(text)?.[0] ?? ',' });
  const open = errors.find(({ type }) => type === 'Quotes');
  const where = `${WHERE}[${(open?.row ?? 0) + 1}]`;
  return { rows: data, problems: open ? [policyProblem(where, 'quotation_mark_open')] : [] };
}

/** Spreadsheet programs mark text that begins with + by an apostrophe. */
function unmarked(cell: string): string {
  return cell.replace(/^'/, '');
}

/** Whether a cell beside a number has another one, also one that lacks its country code: nobody gives it as a reason. */
function isNumber(cell: string): boolean {
  const text = unmarked(cell);
  if (text.replaceAll(/\D/g, '').length < FEWEST_DIGITS) return false;
  return parseListedPhone(text, null).ok || (NUMBER_AT_HOME.test(text) && !DATE.test(text));
}

const NUMBER_AT_HOME = /^[(+0][\d\s()./–-]+$/;
const DATE = /^\d{1,2}[./-]\d{1,2}[./-](?:\d{2}|\d{4})$/;
const FEWEST_DIGITS = 7;

function isHeading(cell: string): boolean {
  return !/\p{Nd}/u.test(cell);
}
