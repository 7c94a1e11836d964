import type { DatabaseSync } from 'node:sqlite';
import { DAY_MS } from '../../../shared/durations.ts';
import type { KeptAnswer, KeptQuestion } from '../../privacy/ports.ts';
import { integer, one, textList } from '../operation.ts';
import { submissionRow } from '../stores/submission-row.ts';
import { holdFinder, holdsById } from './holds.ts';
import { lastChangeOf } from './retained.ts';

/** Which holds keep each of these, and which of them changed within `floorDays` before `now` (UTC ms). */
export function keptFromErasure(
  db: DatabaseSync,
  { search, submissionIds, importRows, holdIds = [] }: KeptQuestion,
  floorDays: number,
  now: number,
): KeptAnswer {
  const finder = holdFinder(db);
  const since = now - floorDays * DAY_MS;
  const rows = submissionIds.map((id) => submissionRow(db, id));
  const answer = {
    submissions: rows.map((row) => (row === undefined ? [] : finder.ofRow(row))),
    importRows: importRows.map(({ importId, rowNumber }) =>
      finder.any ? finder.ofTexts(cellsOf(db, importId, rowNumber)) : [],
    ),
    person: finder.ofTexts([search.name, search.phone]),
    chosenHolds: holdsById(db, holdIds).map(({ id }) => id),
    youngSubmissions: rows.map((row) => floorDays > 0 && row !== undefined && lastChangeOf(db, row) > since),
    youngImportRows: importRows.map(({ importId }) => floorDays > 0 && importedAt(db, importId) > since),
  };
  return { ...answer, holds: holdsById(db, keptOf(answer).holds) };
}

/** All holds of an answer together, and whether anything is younger than the floor. */
export function keptOf({
  submissions,
  importRows,
  person,
  chosenHolds,
  ...young
}: Omit<KeptAnswer, 'holds'>): {
  readonly holds: readonly string[];
  readonly young: boolean;
} {
  return {
    holds: [...new Set([...submissions.flat(), ...importRows.flat(), ...person, ...chosenHolds])],
    young: [...young.youngSubmissions, ...young.youngImportRows].includes(true),
  };
}

/** The cells of an imported row that was never queued; none if it is gone. */
function cellsOf(db: DatabaseSync, importId: string, rowNumber: number): readonly string[] {
  const row = one(
    db,
    `SELECT cells FROM import_rows
     WHERE import_id = ? AND row_number = ? AND submission_id IS NULL AND erased = 0`,
    importId,
    rowNumber,
  );
  return row ? textList(row, 'cells') : [];
}

function importedAt(db: DatabaseSync, importId: string): number {
  const found = one(db, 'SELECT created_at FROM imports WHERE id = ?', importId);
  return found ? integer(found, 'created_at') : 0;
}
