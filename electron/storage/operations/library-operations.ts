import type { DatabaseSync } from 'node:sqlite';
import { LIBRARY_KINDS, type LibraryEntry, type LibraryKind } from '../../../shared/library.ts';
import type { Submission } from '../../../shared/submission.ts';
import { all, change, integerOrNull, one, type Row, read, text, write } from '../operation.ts';

/** Ids typed into a submission are offered the next time; part of the caller's transaction. */
export function rememberIds(db: DatabaseSync, submission: Submission): void {
  const remember = (kind: LibraryKind, serviceId: string): number =>
    change(
      db,
      `INSERT INTO library (workspace_id, kind, service_id, name, note, last_used_at) VALUES (?, ?, ?, '', '', ?)
       ON CONFLICT DO UPDATE SET last_used_at = excluded.last_used_at`,
      submission.workspaceId,
      kind,
      serviceId,
      submission.createdAt,
    );
  remember('job_description', submission.jobDescriptionId);
  remember('questionnaire', submission.questionnaireTemplateId);
}

export const libraryOperations = {
  /** Entries of a workspace (of one kind, or all), the last used first. */
  list: read((db, workspaceId: string, kind: LibraryKind | undefined): LibraryEntry[] =>
    all(
      db,
      `SELECT * FROM library WHERE workspace_id = ? AND (? IS NULL OR kind = ?)
       ORDER BY last_used_at DESC NULLS LAST, name COLLATE NOCASE, service_id`,
      workspaceId,
      kind ?? null,
      kind ?? null,
    ).map(rowToEntry),
  ),

  /** Adds an entry or changes its name and note. */
  save: write((db, workspaceId: string, entry: Omit<LibraryEntry, 'lastUsedAt'>): LibraryEntry => {
    change(
      db,
      `INSERT INTO library (workspace_id, kind, service_id, name, note) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET name = excluded.name, note = excluded.note`,
      workspaceId,
      entry.kind,
      entry.serviceId,
      entry.name,
      entry.note,
    );
    const row = one(
      db,
      'SELECT * FROM library WHERE workspace_id = ? AND kind = ? AND service_id = ?',
      workspaceId,
      entry.kind,
      entry.serviceId,
    );
    if (!row) throw new Error('The Library entry was not stored.');
    return rowToEntry(row);
  }),

  remove: write((db, workspaceId: string, kind: LibraryKind, serviceId: string): void => {
    change(
      db,
      'DELETE FROM library WHERE workspace_id = ? AND kind = ? AND service_id = ?',
      workspaceId,
      kind,
      serviceId,
    );
  }),
};

function rowToEntry(row: Row): LibraryEntry {
  const kind = LIBRARY_KINDS.find((known) => known === row['kind']);
  if (!kind) throw new TypeError(`Unknown Library kind: ${String(row['kind'])}`);
  return {
    kind,
    serviceId: text(row, 'service_id'),
    name: text(row, 'name'),
    note: text(row, 'note'),
    lastUsedAt: integerOrNull(row, 'last_used_at'),
  };
}
