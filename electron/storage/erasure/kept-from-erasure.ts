import type { DatabaseSync } from 'node:sqlite';
import { DAY_MS } from '../../../shared/durations.ts';
import type { KeptAnswer, KeptQuestion } from '../../privacy/ports.ts';
import { importRowOf } from '../holds/erased-holds.ts';
import { holdFinder } from '../holds/hold-finder.ts';
import { heldByIds } from '../holds/hold-rows.ts';
import { all, integer, one, text } from '../operation.ts';
import { lastChangeOf } from './retained.ts';

/** Which holds in force keep each of these, and which of them changed within `floorDays` before `now` (UTC ms). */
export function keptFromErasure(
  db: DatabaseSync,
  { search, submissionIds, importRows, holdIds = [] }: KeptQuestion,
  floorDays: number,
  now: number,
): KeptAnswer {
  const finder = holdFinder(db);
  const since = now - floorDays * DAY_MS;
  const rows = submissionIds.map((id) => rowOf(db, id));
  const answer = {
    submissions: rows.map((row) => (row === undefined ? [] : finder.ofRow(row))),
    importRows: importRows.map(({ importId, rowNumber }) =>
      finder.any ? finder.ofImportRow(...importRowOf(db, importId, rowNumber)) : [],
    ),
    person: finder.ofPerson([search.name, search.phone]),
    chosenHolds: inForceAmong(db, holdIds),
    youngSubmissions: rows.map((row) => floorDays > 0 && row !== undefined && lastChangeOf(db, row) > since),
    youngImportRows: importRows.map(({ importId }) => floorDays > 0 && importedAt(db, importId) > since),
  };
  return { ...answer, holds: heldByIds(db, keptOf(answer).holds) };
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

function inForceAmong(db: DatabaseSync, ids: readonly string[]): string[] {
  const sql =
    'SELECT id FROM holds WHERE ended_at IS NULL AND id IN (SELECT value FROM json_each(?)) ORDER BY id';
  return all(db, sql, JSON.stringify(ids)).map((row) => text(row, 'id'));
}

function rowOf(db: DatabaseSync, submissionId: string): number | undefined {
  const found = one(db, 'SELECT row FROM submissions WHERE id = ?', submissionId);
  return found && integer(found, 'row');
}

function importedAt(db: DatabaseSync, importId: string): number {
  const found = one(db, 'SELECT created_at FROM imports WHERE id = ?', importId);
  return found ? integer(found, 'created_at') : 0;
}
