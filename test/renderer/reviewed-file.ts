import {
  type CheckedRow,
  type ChosenValues,
  checkRows,
  createFieldChecker,
  libraryNames,
} from '../../renderer/features/import/check-rows.ts';
import {
  classifyRow,
  type ReviewContext,
  type ReviewRow,
} from '../../renderer/features/import/classify-rows.ts';
import { openImport } from '../../renderer/features/import/import-state.ts';
import { openPieces } from '../../renderer/features/import/open-source.ts';
import type { NationalReading } from '../../renderer/features/import/read-cell.ts';
import type { ImportMemory } from '../../shared/imports.ts';
import { rowWords } from '../../shared/words/import-words.ts';

export const JOB = '123e4567-e89b-12d3-a456-426614174000';

const NOTHING_KNOWN: ImportMemory = { columns: null, country: null, before: null };

/** Opens a file as the import page does, before any choices. */
export async function openedFile(bytes: Uint8Array, memory: Partial<ImportMemory> = {}) {
  const file = await openPieces('list', [bytes]);
  if (!file.ok) throw new Error(file.error.code);
  return openImport({ ...file.value.source, digest: '' }, { ...NOTHING_KNOWN, ...memory }, 'id');
}

/** The rows of a file as the review shows them. */
export async function reviewedFile(
  bytes: Uint8Array,
  reading: NationalReading = null,
  chosen: ChosenValues = new Map(),
): Promise<readonly ReviewRow[]> {
  const { source, mapping } = await openedFile(bytes);
  const check = createFieldChecker(reading);
  const options = { mapping, corrections: new Map(), chosen, check, lookUp: libraryNames([]) };
  return classified(checkRows(source, options));
}

/** Rows as the review shows them, before main said anything about them. */
export function classified(
  rows: Iterable<CheckedRow>,
  given: Partial<ReviewContext> = {},
): readonly ReviewRow[] {
  const context = { anyway: new Set<number>(), excluded: new Set<number>(), judged: new Map(), ...given };
  return [...rows].map((row) => classifyRow(row, context));
}

/** The notes of a row, in words. */
export function notesOf(row: ReviewRow | undefined): readonly string[] {
  return row?.notes.map(rowWords) ?? [];
}

/** A row in one line: `ready +49…`, `choose +49 … Germany | +44 … United Kingdom`, or `invalid: ` and its notes. */
export function outcomeOf(row: ReviewRow | undefined): string {
  if (!row) return 'no row';
  if (row.state === 'ready') return ['ready', row.fields?.phoneNumber, ...notesOf(row)].join(' ');
  if (row.state !== 'choose') return `${row.state}: ${notesOf(row).join(' ')}`;
  const choices = row.problems.flatMap((problem) => problem.choices ?? []);
  return `choose ${choices.map(({ label, country, kind }) => [label, country, kind].filter(Boolean).join(' ')).join(' | ')}`;
}
