import type { DatabaseSync } from 'node:sqlite';
import type { LibraryKind } from '../../../../shared/library.ts';
import { all, change, integer, text } from '../../operation.ts';
import { facetCode, nameFacet } from '../../tracked/facets.ts';
import { copyRows } from './copy-rows.ts';

const WORKSPACE_BY_ID = 'JOIN temp.workspace_map AS workspace ON workspace.old_id = b.workspace_id';
const WORKSPACE_BY_NUMBER = 'JOIN temp.workspace_map AS workspace ON workspace.old_number = b.workspace';

/**
 * What belongs to a whole workspace. What is here stays as it is; the backup adds what is missing: entries of the
 * Library, and names and notes of those that have none here, views, rules where nobody has set any, imports. Answers the
 * numbers of the workspaces in which more is described about results.
 */
export function mergeWorkspaceData(db: DatabaseSync): readonly number[] {
  const described = mergeLibrary(db);
  const id = 'workspace.new_id';
  copyRows(db, {
    table: 'workspace_rules',
    from: `backup.workspace_rules AS b ${WORKSPACE_BY_ID} WHERE true`,
    columns: { workspace_id: id },
    keepOurs: true,
  });
  copyRows(db, {
    table: 'views',
    from: `backup.views AS b ${WORKSPACE_BY_NUMBER} ORDER BY b.created_at, b.rowid`,
    columns: { workspace: 'workspace.new_number' },
    keepOurs: true,
  });
  copyRows(db, {
    table: 'imports',
    from: `backup.imports AS b ${WORKSPACE_BY_ID} ORDER BY b.created_at, b.rowid`,
    // Its rest may have been queued on the other computer since: it is not offered to be gone on with here.
    columns: { workspace_id: id, finished_at: 'coalesce(b.finished_at, b.created_at)' },
    keepOurs: true,
  });
  copyRows(db, { table: 'import_rows', from: 'backup.import_rows AS b', keepOurs: true });
  copyRows(db, {
    table: 'import_columns',
    from: `backup.import_columns AS b ${WORKSPACE_BY_ID}`,
    columns: { workspace_id: id },
    keepOurs: true,
  });
  return described;
}

function mergeLibrary(db: DatabaseSync): readonly number[] {
  const described = all(
    db,
    `SELECT DISTINCT workspace.new_number FROM backup.library AS b ${WORKSPACE_BY_ID}
     LEFT JOIN main.library AS m ON m.workspace_id = workspace.new_id AND m.kind = b.kind AND m.service_id = b.service_id
     WHERE b.fields <> '[]' AND coalesce(m.fields, '[]') = '[]'`,
  ).map((row) => integer(row, 'new_number'));
  // An id that was only used has neither name nor note, and nobody has chosen anything about it.
  db.exec(`
    UPDATE main.library AS m SET name = b.name, note = b.note, archived = b.archived,
      default_questionnaire_id = coalesce(m.default_questionnaire_id, b.default_questionnaire_id)
    FROM backup.library AS b ${WORKSPACE_BY_ID}
    WHERE m.workspace_id = workspace.new_id AND m.kind = b.kind AND m.service_id = b.service_id
      AND m.name = '' AND m.note = '' AND m.archived = 0;
    UPDATE main.library AS m SET fields = b.fields
    FROM backup.library AS b ${WORKSPACE_BY_ID}
    WHERE m.workspace_id = workspace.new_id AND m.kind = b.kind AND m.service_id = b.service_id AND m.fields = '[]';
    UPDATE main.library AS m SET last_used_at = b.last_used_at
    FROM backup.library AS b ${WORKSPACE_BY_ID}
    WHERE m.workspace_id = workspace.new_id AND m.kind = b.kind AND m.service_id = b.service_id
      AND b.last_used_at > coalesce(m.last_used_at, 0);
  `);
  copyRows(db, {
    table: 'library',
    from: `backup.library AS b ${WORKSPACE_BY_ID} WHERE true`,
    columns: { workspace_id: 'workspace.new_id' },
    keepOurs: true,
  });
  for (const row of all(db, `SELECT b.*, workspace.new_id FROM backup.library AS b ${WORKSPACE_BY_ID}`)) {
    const kind: LibraryKind = text(row, 'kind') === 'questionnaire' ? 'questionnaire' : 'job_description';
    nameFacet(db, text(row, 'new_id'), kind, text(row, 'service_id'));
  }
  return described;
}

/** Fills `temp.facet_map` (old, new): values that many requests share, by their numbers here. */
export function mergeFacets(db: DatabaseSync): void {
  db.exec('CREATE TEMP TABLE facet_map (old INTEGER PRIMARY KEY, new INTEGER NOT NULL) STRICT');
  // 0 stands for none.
  change(db, 'INSERT INTO temp.facet_map VALUES (0, 0)');
  const facets = all(
    db,
    `SELECT b.code, b.kind, b.value, workspace.new_number FROM backup.facets AS b ${WORKSPACE_BY_NUMBER} ORDER BY b.code`,
  );
  for (const row of facets) {
    const kind = FACET_KINDS.find((known) => known === row['kind']);
    if (!kind) throw new TypeError(`Unknown kind of facet: ${String(row['kind'])}`);
    const here = facetCode(db, integer(row, 'new_number'), kind, text(row, 'value'));
    change(db, 'INSERT INTO temp.facet_map VALUES (?, ?)', integer(row, 'code'), here);
  }
}

const FACET_KINDS = ['status', 'call_status', 'job_description', 'questionnaire', 'tag'] as const;

/** Pins that are missing here; answers the numbers of the workspaces that got some. */
export function mergePins(db: DatabaseSync): number[] {
  const missing = all(
    db,
    `SELECT workspace.new_number FROM backup.pins AS b ${WORKSPACE_BY_NUMBER}
     WHERE NOT EXISTS (SELECT 1 FROM main.pins AS m WHERE m.workspace = workspace.new_number AND m.path = b.path)
     ORDER BY b.pin`,
  );
  copyRows(db, {
    table: 'pins',
    from: `backup.pins AS b ${WORKSPACE_BY_NUMBER} ORDER BY b.pin`,
    columns: { pin: null, workspace: 'workspace.new_number' },
    keepOurs: true,
  });
  return [...new Set(missing.map((row) => integer(row, 'new_number')))];
}
