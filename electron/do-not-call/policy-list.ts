/// <reference path="../../renderer/papaparse.d.ts" />
import { createHash, randomUUID } from 'node:crypto';
import { constants, unwatchFile, watchFile } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import Papa from 'papaparse';
import { callKey } from '../../shared/call-key.ts';
import { type ListedNumber, MAX_LISTED_NUMBERS, parseListedPhone } from '../../shared/do-not-call.ts';
import { type PolicyProblem, policyProblem } from '../../shared/policy.ts';
import { errorCode } from '../network/system-error.ts';
import { listedNumber, type PolicyNumbers } from '../policy/judge-do-not-call.ts';
import { decodePolicyText } from '../policy/policy-text.ts';
import type { Stores } from '../storage/stores/index.ts';

/**
 * Where the policy's list is stored, in pieces, so that everything else gets its turn in between. A list that was begun
 * replaces the one before: of two processes that store one, only the later goes on.
 */
export type PolicyListStore = Pick<
  Stores['doNotCall'],
  'storedPolicyList' | 'beginPolicyList' | 'addPolicyEntries' | 'removeOtherPolicyEntries' | 'endPolicyList'
>;

/** The policy's list that is stored, in full. */
export interface StoredPolicyList {
  /** What it was stored from; null while it is being stored, or if something of it couldn't be read. */
  readonly digest: string | null;
  /** Its file that was read; null without one, and while a list is stored for the first time. */
  readonly file: string | null;
}

/** So many take some 10 ms of the storage. */
const PIECE_ROWS = 500;

interface PolicyListToStore {
  readonly numbers: readonly ListedNumber[];
  /** Whether it has all numbers: then those that it doesn't have are removed. */
  readonly isWhole: boolean;
  /** What to remember once all of it is on the disk; null: nothing. */
  readonly remember: StoredPolicyList | null;
  /** UTC ms. */
  readonly now: number;
  /** For tests that look in between. */
  readonly pieceRows?: number;
}

/**
 * Makes these the policy's numbers on the list. What is new is added before anything is removed, and an interrupted call
 * leaves more forbidden rather than less. False if it couldn't be done now, or another list was begun meanwhile.
 */
export async function storePolicyList(store: PolicyListStore, list: PolicyListToStore): Promise<boolean> {
  const { numbers, isWhole, remember, now, pieceRows = PIECE_ROWS } = list;
  const id = randomUUID();
  if (!(await store.beginPolicyList(id))) return false;
  for (let from = 0; from < numbers.length; from += pieceRows) {
    const piece = numbers
      .slice(from, from + pieceRows)
      .map((each) => ({ ...each, id: randomUUID(), addedAt: now, addedBy: '' }));
    if (!(await store.addPolicyEntries(id, piece, now))) return false;
    await setImmediate();
  }
  if (isWhole) {
    let removed: number;
    do removed = await store.removeOtherPolicyEntries(id, pieceRows, now);
    while (removed === pieceRows);
  }
  if (remember) await store.endPolicyList(id, remember);
  return true;
}

const MAX_PROBLEMS = 20;
const POLL_MS = 2000;
/** A file that is just being copied here has fewer numbers than it will have: none is lifted until it has been the same for so long. */
const SETTLE_MS = 60_000;
/** A file on a network drive that doesn't answer must not keep Callboard from starting, nor the policy's own numbers off the list. */
const READ_TIMEOUT_MS = 10_000;

const NOTHING: ListFile = { numbers: [], problems: [] };
const NO_FILE: ListText = { text: '', digest: '' };

export interface PolicyListOptions {
  readonly numbers: () => PolicyNumbers;
  readonly store: PolicyListStore;
  /** The list, its problems or `isHeld` may have changed. */
  readonly onApplied: () => void;
  readonly onTrouble: (error: unknown) => void;
  /** UTC ms. */
  readonly now?: () => number;
  /** ms on a clock that nobody sets. */
  readonly monotonic?: () => number;
  readonly settleMs?: number;
  readonly readFile?: typeof readListFile;
  readonly readTimeoutMs?: number;
}

/** A file that is being read: one that doesn't answer isn't read a second time meanwhile. */
interface Reading {
  readonly file: string;
  readonly content: Promise<ListText | PolicyProblem>;
  isLate: boolean;
}

/** Keeps the policy's numbers on the do-not-call list, as the policy and its file change. */
export class PolicyList {
  private readonly options: PolicyListOptions;
  private readonly mutex = pLimit(1);
  private watched: string | null = null;
  /** What the file has, and since when (monotonic). */
  private seen: { readonly digest: string; readonly since: number } | undefined;
  private timer: NodeJS.Timeout | undefined;
  private reading: Reading | undefined;
  private found: ListFile = NOTHING;
  /** The list that is in force; undefined until the storage was asked. */
  private stored: StoredPolicyList | undefined;
  /** Call keys on their way to the disk: they count at once. */
  private adding: ReadonlySet<string> = new Set();

  constructor(options: PolicyListOptions) {
    this.options = options;
  }

  /** What is wrong with the file, as far as a person can read. */
  get problems(): readonly PolicyProblem[] {
    const more = this.found.problems.length - MAX_PROBLEMS;
    const told = this.found.problems.slice(0, MAX_PROBLEMS);
    return more > 0 ? [...told, policyProblem('do_not_call.file', 'more_problems', { count: more })] : told;
  }

  /** Whether nothing may be sent, as the policy's file has never been read, or none where its path can't be told. */
  get isHeld(): boolean {
    const { file, isFileUnclear } = this.options.numbers();
    const read = this.stored?.file ?? null;
    return file === null ? isFileUnclear && read === null : file !== read;
  }

  /** Whether the number (E.164) is being added right now: it counts before it is on the disk. */
  isBeingAdded(phoneNumber: string): boolean {
    return this.adding.size > 0 && this.adding.has(callKey(phoneNumber));
  }

  /**
   * Puts the policy's numbers on the list, and takes off those that it no longer has, unless some couldn't be read. Resolves
   * when that is on the disk.
   */
  apply(): Promise<void> {
    return this.mutex(() => this.applyNow());
  }

  /** Follows no file any more, once what is being applied is stored. */
  close(): Promise<void> {
    return this.mutex(() => {
      this.watch(null);
      this.reading = undefined;
      clearTimeout(this.timer);
    });
  }

  /** Applies the file again whenever it changes; by polling, as it may be on a network drive. */
  private watch(file: string | null): void {
    if (file === this.watched) return;
    if (this.watched !== null) unwatchFile(this.watched, this.fileChanged);
    this.watched = file;
    if (file !== null) watchFile(file, { persistent: false, interval: POLL_MS }, this.fileChanged);
  }

  /** How long the file still has to stay as it is, ms. */
  private unsettledMs(digest: string): number {
    const { monotonic = () => performance.now(), settleMs = SETTLE_MS } = this.options;
    const now = monotonic();
    if (this.seen?.digest !== digest) this.seen = { digest, since: now };
    return digest === NO_FILE.digest ? 0 : Math.max(0, this.seen.since + settleMs - now);
  }

  private readonly fileChanged = (): void => void this.apply().catch(this.options.onTrouble);

  private async applyNow(): Promise<void> {
    const { numbers, store, onApplied } = this.options;
    const { numbers: own, file, complete } = numbers();
    this.watch(file);
    this.stored = await store.storedPolicyList();
    const content = file === null ? NO_FILE : await this.read(file);
    const digest = 'text' in content ? digestOf([own, file, content.digest]) : null;
    const unsettledMs = 'text' in content ? this.unsettledMs(content.digest) : 0;
    clearTimeout(this.timer);
    const isStored = complete && digest !== null && digest === this.stored.digest;
    try {
      if (isStored) this.found = NOTHING;
      else {
        if (unsettledMs > 0) this.timer = setTimeout(this.fileChanged, unsettledMs).unref();
        await this.storeNow(digest, 'text' in content ? content : unreadList(content), unsettledMs);
      }
    } finally {
      // Also if it couldn't be stored: what came due meanwhile waits for nothing any more.
      onApplied();
    }
  }

  /** What the file has; a problem if it doesn't answer in time: once it does, the list is applied again. */
  private async read(file: string): Promise<ListText | PolicyProblem> {
    const { readTimeoutMs = READ_TIMEOUT_MS } = this.options;
    const reading = this.reading?.file === file ? this.reading : this.begin(file);
    this.reading = reading;
    const inTime = await Promise.race([reading.content, pause(readTimeoutMs, null, { ref: false })]);
    if (inTime) return inTime;
    reading.isLate = true;
    return listNotRead('ETIMEDOUT');
  }

  private begin(file: string): Reading {
    const { readFile = readListFile } = this.options;
    const reading: Reading = { file, content: readFile(file), isLate: false };
    const ended = (): void => {
      if (this.reading !== reading) return;
      this.reading = undefined;
      if (reading.isLate) this.fileChanged();
    };
    reading.content.then(ended, ended);
    return reading;
  }

  private async storeNow(
    digest: string | null,
    content: ListText | ListFile,
    unsettledMs: number,
  ): Promise<void> {
    const { numbers, store, now = Date.now } = this.options;
    const { numbers: own, file, complete } = numbers();
    this.found = 'text' in content ? await parseListFile(content.text, file ?? '') : content;
    const isRead = complete && this.found.numbers !== null;
    const isWhole = isRead && unsettledMs === 0 && this.found.problems.length === 0;
    const all = [...(this.found.numbers ?? []), ...own];
    this.adding = new Set(all.map(({ phoneNumber }) => callKey(phoneNumber)));
    try {
      const remember = isRead ? { digest: isWhole ? digest : null, file } : null;
      await storePolicyList(store, { numbers: all, isWhole, remember, now: now() });
    } finally {
      this.adding = new Set();
      this.stored = await store.storedPolicyList();
    }
  }
}

/** Of everything that the list is stored from. */
function digestOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** A list of numbers in a file; `numbers` is null if it can't be read at all. */
interface ListFile {
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
interface ListText {
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
function listNotRead(reason: string): PolicyProblem {
  return policyProblem(WHERE, 'not_read', { reason });
}

/** A file that can't be read. */
function unreadList(problem: PolicyProblem): ListFile {
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
async function parseListFile(text: string, path: string): Promise<ListFile> {
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
