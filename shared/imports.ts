import { z } from 'zod';
import { timeZone } from './calling-hours.ts';
import { type RowProblem, rowProblem } from './import-problems.ts';
import { noticeDate } from './notice.ts';
import { submissionInput } from './submission.ts';

/** A run of more rows than this can be undone for at least {@link LARGE_RUN_UNDO_SECONDS}. */
const LARGE_RUN = 10;
const LARGE_RUN_UNDO_SECONDS = 30;

/**
 * How long submissions of a run can be undone, seconds. A large run takes longer to look over than the usual window, and
 * calls many people at once if it was a mistake; so it can be undone even where the window is off.
 */
export function undoSecondsOf(rows: number, undoSeconds: number): number {
  return rows > LARGE_RUN ? Math.max(undoSeconds, LARGE_RUN_UNDO_SECONDS) : undoSeconds;
}

/** Queueing takes a slow computer less than this for each row, seconds. */
const QUEUEING_SECONDS_PER_ROW = 1 / 1000;

/**
 * How long the first submission of a run waits, seconds: Undo is offered once all are queued, which takes a while for
 * tens of thousands.
 */
export function runDelaySeconds(rows: number, undoSeconds: number): number {
  return undoSecondsOf(rows, undoSeconds) + Math.floor(rows * QUEUEING_SECONDS_PER_ROW);
}

/** Rows per call; each call is one transaction of the queue. */
export const IMPORT_CHUNK = 500;

/** Last column of an exported file of problem rows; an import ignores it. */
export const PROBLEM_HEADER = 'Problem';

/** A row that is not queued, with its problems. */
export interface UnqueuedRow {
  /** Row number as in a spreadsheet: the first row is 1. */
  readonly number: number;
  /** The cells as in the file or as corrected. */
  readonly cells: readonly string[];
  readonly problems: readonly RowProblem[];
}

/** The outcome of one file. Counts are rows; each row is counted at most once. */
export interface ImportSummary {
  readonly id: string;
  readonly name: string;
  /** When its first row was queued, UTC ms. */
  readonly createdAt: number;
  /** Candidates in the file. */
  readonly rows: number;
  /** Waiting to be sent; these can be withdrawn. */
  readonly unsent: number;
  /** Being sent, or waiting for a person's decision. */
  readonly undecided: number;
  readonly accepted: number;
  readonly withdrawn: number;
  readonly refused: number;
  /** Of all these, the ones that a person has to decide about. */
  readonly needYou: number;
  /** Never queued: invalid, duplicates or left out. */
  readonly notQueued: number;
  /** Queued and later erased together with the person. */
  readonly erased: number;
  /** Queueing came to its end; false if it was stopped or interrupted. */
  readonly finished: boolean;
}

/** Rows that were queued and not withdrawn, of the files with any still to be sent. */
export interface ImportProgress {
  readonly sent: number;
  readonly all: number;
}

const rowNumber = z.int().min(1).max(10_000_000);
const cells = z.array(z.string().max(40_000)).max(500);

const columnIndexes = z.array(z.int().min(0).max(499)).max(500).readonly();

/** Indexes of columns that no field uses: their cells become notes or tags of the requests. */
export const keptColumns = z.object({ notes: columnIndexes, tags: columnIndexes });
export type KeptColumns = z.output<typeof keptColumns>;

export const NO_KEPT_COLUMNS: KeptColumns = { notes: [], tags: [] };

/** A new import; its id is created once per file under review. */
export const importStart = z.object({
  id: z.uuid(),
  name: z.string().trim().min(1).max(300),
  /** Hash of the content: importing the same file again after an interruption continues where it stopped. */
  digest: z.string().max(200),
  headers: cells,
  kept: keptColumns.optional(),
  rows: z.int().min(1),
});
export type ImportStart = z.output<typeof importStart>;

export const unqueuedRow = z.object({
  number: rowNumber,
  cells,
  problems: z.array(rowProblem).min(1).max(50).readonly(),
}) satisfies z.ZodType<UnqueuedRow>;

/** A row to queue, with its original cells in case it has to be corrected later. */
export const importRow = z.object({ number: rowNumber, cells, fields: submissionInput });
export type ImportRow = z.output<typeof importRow>;

/** A row under review, as main is asked about it. */
const rowToJudge = z.object({
  number: rowNumber,
  /** E.164. */
  phoneNumber: z.string().max(20),
  /** The day in its own cell on which its candidate was told of the call. */
  noticeOn: noticeDate.optional(),
  /** A person wants it queued although it is a duplicate. */
  anyway: z.literal(true).optional(),
  /** It is in the queue: only the others with its telephone are asked about. */
  queued: z.literal(true).optional(),
});
export type RowToJudge = Readonly<z.output<typeof rowToJudge>>;

/** A time zone that a person chose for all numbers that may be in the same ones (IANA). */
const chosenZone = z.object({ among: z.array(timeZone).max(100).readonly(), chosen: timeZone });
export type ChosenZone = Readonly<z.output<typeof chosenZone>>;

/** The most rows of a file with candidates. */
export const MAX_ROWS = 100_000;

/** Rows in the order of the file, with what was chosen for all. */
export const rowsAsked = z.object({
  /** With each row, all others with its telephone. */
  rows: z.array(rowToJudge).max(MAX_ROWS).readonly(),
  /** None is sent before this time, UTC ms. */
  notBefore: z.int().nullable(),
  /** The day on which those without one of their own were told of the call; null if not entered. */
  noticeOn: noticeDate.nullable(),
  /** A column has the day of each row. */
  hasNoticeColumn: z.boolean(),
  timeZones: z.array(chosenZone).max(1000).readonly(),
});
export type RowsAsked = Readonly<z.output<typeof rowsAsked>>;

/** Until when a row would wait. */
export interface RowWait {
  /** UTC ms. */
  readonly until: number;
  /** The IANA time zone whose calling hours begin then; null for the time chosen for all, or the end of the notice. */
  readonly timeZone: string | null;
  /** The public holiday it waits for the end of; null while holidays aren't known; left out if there is none. */
  readonly holiday?: string | null | undefined;
  /** The candidate was told too recently, and it waits for that. */
  readonly notice?: boolean;
  /** It waits in the Outbox for a person who chooses its time zone; `until` is when it may go out at the earliest. */
  readonly asks?: boolean;
}

/** The time zones (IANA) that a number may be in, which share no calling hour, and which of them a person chose. */
export interface AskedZone {
  readonly among: readonly string[];
  readonly chosen: string | null;
}

/** What would become of a row if it were queued now. */
export interface JudgedRow {
  /**
   * `held`: it is sent later. `blocked`: its number may not be called, whatever a person decides here. `invalid`: its day of
   * notice.
   */
  readonly state: 'ready' | 'held' | 'duplicate' | 'blocked' | 'invalid';
  /** Why, the reason for its state first; of a duplicate that is wanted anyway, that it is one. */
  readonly notes: readonly RowProblem[];
  /** Set if it is held. */
  readonly wait?: RowWait | undefined;
  /** Set if a person can choose its time zone. */
  readonly zone?: AskedZone | undefined;
}

export interface QueuedRows {
  readonly queued: readonly number[];
  /** When the first of those just added may go out, UTC ms; null if all were in the queue before. */
  readonly firstAt: number | null;
  /** Rows that were left out, as their numbers may not be called: the list of the import's rows has the reasons. */
  readonly forbidden: readonly number[];
}

/** The rows that new submissions come from, in the same order. */
export interface ImportedRows {
  readonly importId: string;
  readonly rows: readonly Pick<ImportRow, 'number' | 'cells'>[];
}

/** Source of a field's values, by column name, because similar files may order their columns differently. */
const rememberedSource = z.discriminatedUnion('from', [
  z.object({ from: z.literal('columns'), headers: z.array(z.string().max(40_000)).min(1).max(3) }),
  z.object({ from: z.literal('constant'), value: z.string().max(200) }),
  z.object({ from: z.literal('nowhere') }),
]);

/** Choices made for files with these column names. */
export const rememberedColumns = z.object({
  fields: z.record(z.string().max(60), rememberedSource),
  /** ISO 3166 country of numbers without a country code; null if not chosen. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable(),
  /** Names of the columns that became notes or tags. */
  kept: z.object({ notes: cells.readonly(), tags: cells.readonly() }).optional(),
});
export type RememberedColumns = z.output<typeof rememberedColumns>;

/** The largest file that can be imported, bytes. */
export const MAX_IMPORT_BYTES = 50 * 1024 * 1024;

/** What Callboard remembers about a file when it is opened. */
export interface ImportMemory {
  readonly columns: RememberedColumns | null;
  /** The country last chosen in this workspace. */
  readonly country: string | null;
  /** The latest earlier import of the same content. */
  readonly before: {
    readonly id: string;
    readonly createdAt: number;
    readonly queued: readonly number[];
    /** Queueing stopped before the end, and can continue under the same id. */
    readonly interrupted: boolean;
    /** When the first of its submissions that wasn't withdrawn may go out, or might have, UTC ms; null if none is left. */
    readonly firstSendAt: number | null;
  } | null;
}
