import type { DatabaseSync } from 'node:sqlite';
import {
  LIBRARY_KINDS,
  type LibraryEntry,
  type LibraryKey,
  type LibraryKind,
} from '../../../shared/library.ts';
import { all, integer, integerOrNull, one, oneOf, type Row, text, textOrNull } from '../operation.ts';
import { describedOf } from './described-fields.ts';
import { questionnairesOf } from './facets.ts';
import { describedIn } from './own-descriptions.ts';
import { policyMeaningOf } from './policy-meaning.ts';

export const BY_KEY = 'WHERE workspace_id = ? AND kind = ? AND service_id = ?';

export const NO_LABEL = {
  name: '',
  note: '',
  defaultQuestionnaireId: null,
  archived: false,
  fields: [],
} as const;

/** The entries of a workspace, of one kind or all, the last used first; questionnaires with what their results mean. */
export function shownEntries(
  db: DatabaseSync,
  workspaceId: string,
  kind: LibraryKind | undefined,
): LibraryEntry[] {
  const entries = all(
    db,
    `SELECT * FROM library WHERE workspace_id = ? AND (? IS NULL OR kind = ?)
     ORDER BY last_used_at DESC NULLS LAST, name COLLATE NOCASE, service_id`,
    workspaceId,
    kind ?? null,
    kind ?? null,
  ).map((row) => shownEntry(db, workspaceId, rowToEntry(row)));
  return kind === 'job_description' ? entries : [...entries, ...removedEntries(db, workspaceId, entries)];
}

/** An entry with what the questionnaire's results mean. */
export function shownEntry(db: DatabaseSync, workspaceId: string, entry: LibraryEntry): LibraryEntry {
  const { kind, serviceId: id } = entry;
  return kind === 'questionnaire' ? { ...entry, fields: describedOf(db, { workspaceId, id }) } : entry;
}

/** Entries for the questionnaires that the policy describes and requests have, but that a person removed. */
function removedEntries(
  db: DatabaseSync,
  workspaceId: string,
  entries: readonly LibraryEntry[],
): LibraryEntry[] {
  const known = new Set(entries.map(({ kind, serviceId }) => (kind === 'questionnaire' ? serviceId : '')));
  return questionnairesOf(db, workspaceId).flatMap((serviceId) => {
    const fields = policyMeaningOf(db, serviceId) ?? [];
    return fields.length === 0 || known.has(serviceId)
      ? []
      : [{ ...NO_LABEL, kind: 'questionnaire', serviceId, fields, archived: true, lastUsedAt: null }];
  });
}

/** An entry as it is stored, with what a person described. */
export function findEntry(db: DatabaseSync, workspaceId: string, key: LibraryKey): LibraryEntry | undefined {
  const row = one(db, `SELECT * FROM library ${BY_KEY}`, workspaceId, key.kind, key.serviceId);
  return row && rowToEntry(row);
}

function rowToEntry(row: Row): LibraryEntry {
  return {
    kind: oneOf(row, 'kind', LIBRARY_KINDS),
    serviceId: text(row, 'service_id'),
    name: text(row, 'name'),
    note: text(row, 'note'),
    defaultQuestionnaireId: textOrNull(row, 'default_questionnaire_id'),
    archived: integer(row, 'archived') === 1,
    fields: describedIn(text(row, 'fields')),
    lastUsedAt: integerOrNull(row, 'last_used_at'),
  };
}
