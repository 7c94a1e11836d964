import type { DatabaseSync } from 'node:sqlite';
import { LIBRARY_KINDS } from '../../../../shared/library.ts';
import { all, oneOf, text } from '../../operation.ts';
import { FACET_KINDS, facetId, renameFacet } from '../../requests/facets.ts';
import { copyRows } from './copy-rows.ts';

const WORKSPACE = 'JOIN temp.workspace_map AS workspace ON workspace.old_id = b.workspace_id';

/**
 * Merges data of whole workspaces. Ours wins; the backup adds missing Library entries, names, notes and descriptions,
 * views, kept reasons, rules and imports. Gives the ids of the workspaces that got descriptions of result fields.
 */
export function mergeWorkspaceData(db: DatabaseSync): readonly string[] {
  const described = mergeLibrary(db);
  const id = 'workspace.new_id';
  copyRows(db, {
    table: 'workspace_rules',
    from: `backup.workspace_rules AS b ${WORKSPACE} WHERE true`,
    columns: { workspace_id: id },
    keepOurs: true,
  });
  copyRows(db, {
    table: 'views',
    from: `backup.views AS b ${WORKSPACE} ORDER BY b.created_at, b.rowid`,
    columns: { workspace_id: id },
    keepOurs: true,
  });
  copyRows(db, {
    table: 'kept_reasons',
    from: `backup.kept_reasons AS b ${WORKSPACE} WHERE true`,
    columns: { workspace_id: id },
    keepOurs: true,
  });
  copyRows(db, {
    table: 'imports',
    from: `backup.imports AS b ${WORKSPACE} ORDER BY b.created_at, b.rowid`,
    // The other computer may have queued the remaining rows since, so don't offer to resume the import here.
    columns: { workspace_id: id, finished_at: 'coalesce(b.finished_at, b.created_at)' },
    keepOurs: true,
  });
  copyRows(db, { table: 'import_rows', from: 'backup.import_rows AS b', keepOurs: true });
  copyRows(db, {
    table: 'import_columns',
    from: `backup.import_columns AS b ${WORKSPACE}`,
    columns: { workspace_id: id },
    keepOurs: true,
  });
  return described;
}

function mergeLibrary(db: DatabaseSync): readonly string[] {
  const described = all(
    db,
    `SELECT DISTINCT workspace.new_id FROM backup.library AS b ${WORKSPACE}
     LEFT JOIN main.library AS m ON m.workspace_id = workspace.new_id AND m.kind = b.kind AND m.service_id = b.service_id
     WHERE b.fields <> '[]' AND coalesce(m.fields, '[]') = '[]'`,
  ).map((row) => text(row, 'new_id'));
  // An entry that only records the use of an id has no name, no note and no choices to keep.
  db.exec(`
    UPDATE main.library AS m SET name = b.name, note = b.note, archived = b.archived,
      default_questionnaire_id = coalesce(m.default_questionnaire_id, b.default_questionnaire_id)
    FROM backup.library AS b ${WORKSPACE}
    WHERE m.workspace_id = workspace.new_id AND m.kind = b.kind AND m.service_id = b.service_id
      AND m.name = '' AND m.note = '' AND m.archived = 0;
    UPDATE main.library AS m SET fields = b.fields
    FROM backup.library AS b ${WORKSPACE}
    WHERE m.workspace_id = workspace.new_id AND m.kind = b.kind AND m.service_id = b.service_id AND m.fields = '[]';
    UPDATE main.library AS m SET last_used_at = b.last_used_at
    FROM backup.library AS b ${WORKSPACE}
    WHERE m.workspace_id = workspace.new_id AND m.kind = b.kind AND m.service_id = b.service_id
      AND b.last_used_at > coalesce(m.last_used_at, 0);
  `);
  copyRows(db, {
    table: 'library',
    from: `backup.library AS b ${WORKSPACE} WHERE true`,
    columns: { workspace_id: 'workspace.new_id' },
    keepOurs: true,
  });
  for (const row of all(db, `SELECT b.*, workspace.new_id FROM backup.library AS b ${WORKSPACE}`)) {
    renameFacet(db, text(row, 'new_id'), oneOf(row, 'kind', LIBRARY_KINDS), text(row, 'service_id'));
  }
  return described;
}

/** Adds the facets of the backup. */
export function mergeFacets(db: DatabaseSync): void {
  for (const row of all(
    db,
    `SELECT b.kind, b.value, workspace.new_id FROM backup.facets AS b ${WORKSPACE} ORDER BY b.id`,
  )) {
    facetId(db, text(row, 'new_id'), oneOf(row, 'kind', FACET_KINDS), text(row, 'value'));
  }
}

/** Adds missing pins; gives the ids of the workspaces that got any. */
export function mergePins(db: DatabaseSync): string[] {
  const missing = all(
    db,
    `SELECT workspace.new_id FROM backup.pins AS b ${WORKSPACE}
     WHERE b.state <> 'removing' AND NOT EXISTS (
       SELECT 1 FROM main.pins AS m WHERE m.workspace_id = workspace.new_id AND m.path = b.path)`,
  );
  copyRows(db, {
    table: 'pins',
    from: `backup.pins AS b ${WORKSPACE} WHERE b.state <> 'removing' ORDER BY b.pin`,
    columns: { pin: null, workspace_id: 'workspace.new_id', state: "'filling'" },
    keepOurs: true,
  });
  return [...new Set(missing.map((row) => text(row, 'new_id')))];
}
