import type { DatabaseSync } from 'node:sqlite';
import type { LibraryKind } from '../../../../shared/library.ts';
import { all, text } from '../../operation.ts';
import { facetId, nameFacet } from '../../requests/facets.ts';
import { copyRows } from './copy-rows.ts';

const WORKSPACE = 'JOIN temp.workspace_map AS workspace ON workspace.old_id = b.workspace_id';

/**
 * What belongs to a whole workspace. What is here stays as it is; the backup adds what is missing: entries of the
 * Library, and names and notes of those that have none here, views, rules where nobody has set any, imports. Answers the
 * ids of the workspaces in which more is described about results.
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
    table: 'imports',
    from: `backup.imports AS b ${WORKSPACE} ORDER BY b.created_at, b.rowid`,
    // Its rest may have been queued on the other computer since: it is not offered to be gone on with here.
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
  // An id that was only used has neither name nor note, and nobody has chosen anything about it.
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
    const kind: LibraryKind = text(row, 'kind') === 'questionnaire' ? 'questionnaire' : 'job_description';
    nameFacet(db, text(row, 'new_id'), kind, text(row, 'service_id'));
  }
  return described;
}

/** Makes the values known here that requests of the backup share. */
export function mergeFacets(db: DatabaseSync): void {
  for (const row of all(
    db,
    `SELECT b.kind, b.value, workspace.new_id FROM backup.facets AS b ${WORKSPACE} ORDER BY b.id`,
  )) {
    const kind = FACET_KINDS.find((known) => known === row['kind']);
    if (!kind) throw new TypeError(`Unknown kind of facet: ${String(row['kind'])}`);
    facetId(db, text(row, 'new_id'), kind, text(row, 'value'));
  }
}

const FACET_KINDS = ['status', 'call_status', 'job_description', 'questionnaire', 'tag'] as const;

/** Pins that are missing here; answers the ids of the workspaces that got some. */
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
