import type { DatabaseSync } from 'node:sqlite';
import { VERDICTS } from '../../../../shared/request.ts';
import { MAX_NOTES_LENGTH } from '../../../../shared/request-filter.ts';
import { all, change, integer, one, oneOf, text } from '../../operation.ts';
import { appendEventOf, rowToEvent } from '../../stores/history-store.ts';
import { copyRows } from './copy-rows.ts';
import type { Restoring } from './merge.ts';

/**
 * Merges tags, verdicts and notes. A request that was here before gets the tags of both sides and keeps its verdict, if
 * it has one; results that could be seen on one side count as shown. Different notes of the backup follow ours.
 */
export function mergeMarks(db: DatabaseSync, restoring: Restoring): void {
  const map = "JOIN temp.request_map AS map ON map.old_row = b.row AND map.fate <> 'twice'";
  copyRows(db, {
    table: 'request_tags',
    from: `backup.request_tags AS b ${map} JOIN temp.workspace_map AS workspace ON workspace.old_id = b.workspace_id`,
    columns: { row: 'map.new_row', workspace_id: 'workspace.new_id' },
    keepOurs: true,
  });
  mergeVerdicts(db, restoring.now);
  change(
    db,
    `UPDATE main.requests AS m SET results_shown = 1
     FROM backup.requests AS b JOIN temp.request_map AS map ON map.old_row = b.row AND map.fate = 'known'
     WHERE m.row = map.new_row AND m.results_shown = 0 AND b.results_shown = 1`,
  );
  // The earlier verdict is the first one, whichever side has it.
  change(
    db,
    `INSERT INTO main.first_verdicts (row, verdict, at, given_by, seen, covered)
     SELECT map.new_row, b.verdict, b.at, b.given_by, b.seen, b.covered FROM backup.first_verdicts AS b ${map} WHERE true
     ON CONFLICT DO UPDATE SET verdict = excluded.verdict, at = excluded.at, given_by = excluded.given_by,
       seen = excluded.seen, covered = excluded.covered WHERE excluded.at < first_verdicts.at`,
  );
  const otherNotes = all(
    db,
    `SELECT map.new_row AS row, m.text AS ours, b.text AS theirs FROM backup.notes AS b ${map}
     JOIN main.notes AS m ON m.row = map.new_row WHERE instr(m.text, b.text) = 0`,
  );
  change(
    db,
    `INSERT OR IGNORE INTO temp.to_index SELECT map.new_row FROM backup.notes AS b ${map}
     WHERE NOT EXISTS (SELECT 1 FROM main.notes AS m WHERE m.row = map.new_row)`,
  );
  copyRows(db, {
    table: 'notes',
    from: `backup.notes AS b ${map} WHERE true`,
    columns: { row: 'map.new_row' },
    keepOurs: true,
  });
  for (const notes of otherNotes) {
    addNotes(db, integer(notes, 'row'), text(notes, 'ours'), text(notes, 'theirs'), restoring);
  }
}

/** Takes verdicts for requests that have none here, with what the history of the backup says of them. */
function mergeVerdicts(db: DatabaseSync, now: number): void {
  const taken = all(
    db,
    `SELECT map.new_row AS row, b.row AS old_row, b.verdict
     FROM backup.requests AS b JOIN temp.request_map AS map ON map.old_row = b.row AND map.fate = 'known'
     JOIN main.requests AS m ON m.row = map.new_row WHERE m.verdict = 'none' AND b.verdict <> 'none'`,
  );
  for (const each of taken) {
    const [row, verdict] = [integer(each, 'row'), oneOf(each, 'verdict', VERDICTS)];
    change(db, 'UPDATE main.requests SET verdict = ? WHERE row = ?', verdict, row);
    const given = all(
      db,
      `SELECT at, code, values_json FROM backup.history AS b WHERE b.row = ? AND b.code = 'verdict_set'
         AND NOT EXISTS (SELECT 1 FROM main.history AS m
           WHERE m.row = ? AND m.code = b.code AND m.at = b.at AND m.values_json = b.values_json)
       ORDER BY b.ordinal`,
      integer(each, 'old_row'),
      row,
    );
    for (const event of given) appendEventOf(db, row, integer(event, 'at'), rowToEvent(event));
    // Removed here since the backup: the history must not end with that.
    if (given.length === 0) appendEventOf(db, row, now, { code: 'verdict_set', values: { verdict } });
  }
}

/** Appends to our notes, or to the history if the notes would become too long. */
function addNotes(
  db: DatabaseSync,
  row: number,
  ours: string,
  theirs: string,
  { madeAt, now, notesHeading }: Restoring,
): void {
  const both = `${ours}\n\n${notesHeading}\n${theirs}`;
  if (both.length <= MAX_NOTES_LENGTH) {
    change(db, 'UPDATE main.notes SET text = ? WHERE row = ?', both, row);
    change(db, 'INSERT OR IGNORE INTO temp.to_index VALUES (?)', row);
    return;
  }
  const known = one(
    db,
    `SELECT 1 FROM main.history WHERE row = ? AND code = 'notes_in_backup' AND values_json ->> 'notes' = ?`,
    row,
    theirs,
  );
  if (!known) appendEventOf(db, row, now, { code: 'notes_in_backup', values: { madeAt, notes: theirs } });
}
