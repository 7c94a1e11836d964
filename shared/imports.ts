import { z } from 'zod';
import { type RowProblem, rowProblem } from './import-problems.ts';
import { submissionInput } from './submission.ts';

/** Rows that one call carries: as many as one transaction of the queue takes. */
export const IMPORT_CHUNK = 500;

/** The last column of a file to put right; an import takes no notice of it. */
export const PROBLEM_HEADER = 'Problem';

/** A row of a file that is not queued, and why. */
export interface UnqueuedRow {
  /** As a spreadsheet counts: the first row of the file is 1. */
  readonly number: number;
  /** The cells as in the file, or as they were put right. */
  readonly cells: readonly string[];
  readonly problems: readonly RowProblem[];
}

/** What became of one file. Counts are rows; every row of the file is in at most one of them. */
export interface ImportSummary {
  readonly id: string;
  /** The file's name. */
  readonly name: string;
  /** When its first row was queued, UTC ms. */
  readonly createdAt: number;
  /** Candidates in the file. */
  readonly rows: number;
  /** Waiting for their turn: these can be withdrawn. */
  readonly unsent: number;
  /** On their way, or waiting for a person's decision. */
  readonly undecided: number;
  readonly accepted: number;
  readonly withdrawn: number;
  /** Refused by the service as they are. */
  readonly refused: number;
  /** Never queued: invalid, duplicates or left out. */
  readonly notQueued: number;
  /** Were queued, and erased since with whoever they were about. */
  readonly erased: number;
}

const rowNumber = z.int().min(1).max(10_000_000);
const cells = z.array(z.string().max(40_000)).max(500);

/** An import that begins: its id is made once per file under review. */
export const importStart = z.object({
  id: z.uuid(),
  name: z.string().trim().min(1).max(300),
  /** Names the content: the same file, chosen again after an interruption, goes on where it stopped. */
  digest: z.string().max(200),
  /** The column names as in the file. */
  headers: cells,
  rows: z.int().min(1),
});
export type ImportStart = z.output<typeof importStart>;

export const unqueuedRow = z.object({
  number: rowNumber,
  cells,
  problems: z.array(rowProblem).min(1).max(50).readonly(),
}) satisfies z.ZodType<UnqueuedRow>;

/** A row to queue, with its cells for the day it has to be put right. */
export const importRow = z.object({ number: rowNumber, cells, fields: submissionInput });
export type ImportRow = z.output<typeof importRow>;

/** The rows of a file that new submissions come from: one for each, in their order. */
export interface ImportedRows {
  readonly importId: string;
  readonly rows: readonly Pick<ImportRow, 'number' | 'cells'>[];
}

/** Where a field's values come from, by the column's name: files of one kind have their columns in any order. */
const rememberedSource = z.discriminatedUnion('from', [
  z.object({ from: z.literal('columns'), headers: z.array(z.string().max(40_000)).min(1).max(3) }),
  z.object({ from: z.literal('constant'), value: z.string().max(200) }),
  z.object({ from: z.literal('nowhere') }),
]);

/** What was chosen for files with these column names. */
export const rememberedColumns = z.object({
  fields: z.record(z.string().max(60), rememberedSource),
  /** Where numbers without a country code are from: ISO 3166 country; null where nobody said so. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable(),
});
export type RememberedColumns = z.output<typeof rememberedColumns>;

/** What is known of a file when it is opened. */
export interface ImportMemory {
  readonly columns: RememberedColumns | null;
  /** The country chosen last in this workspace, whatever the file. */
  readonly country: string | null;
  /** The same content was imported before; the latest time. */
  readonly before: {
    readonly id: string;
    readonly createdAt: number;
    /** Numbers of its rows that were queued. */
    readonly queued: readonly number[];
    /** Queueing stopped before its end: it goes on under the same id. */
    readonly interrupted: boolean;
  } | null;
}
