import type { DatabaseSync } from 'node:sqlite';
import type { DescribedField } from '../../../shared/described-field.ts';
import { describedFields } from '../../../shared/library.ts';
import { all, one, text } from '../operation.ts';

export interface Questionnaire {
  readonly workspaceId: string;
  readonly id: string;
}

/** Parses the `fields` of a Library entry. */
export function describedIn(json: string): readonly DescribedField[] {
  return describedFields.parse(JSON.parse(json));
}

/** What a person described in the Library, to edit it. Only `describedOf` tells what a field means. */
export function ownDescribedOf(
  db: DatabaseSync,
  { workspaceId, id }: Questionnaire,
): readonly DescribedField[] {
  const sql = `SELECT fields FROM library WHERE workspace_id = ? AND kind = 'questionnaire' AND service_id = ?`;
  const row = one(db, sql, workspaceId, id);
  return row ? describedIn(text(row, 'fields')) : [];
}

/** The same for every questionnaire of a workspace that a person described. */
export function ownDescriptions(
  db: DatabaseSync,
  workspaceId: string,
): ReadonlyMap<string, readonly DescribedField[]> {
  const sql = `SELECT service_id, fields FROM library
    WHERE workspace_id = ? AND kind = 'questionnaire' AND fields <> '[]'`;
  return new Map(
    all(db, sql, workspaceId).map((row) => [text(row, 'service_id'), describedIn(text(row, 'fields'))]),
  );
}
