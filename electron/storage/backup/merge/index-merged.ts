import type { DatabaseSync } from 'node:sqlite';
import { CodedError } from '../../../../shared/result.ts';
import { resultsIn } from '../../../tracking/read-results.ts';
import { readAnswer } from '../../answers/answer-store.ts';
import { all, integer, one, text } from '../../operation.ts';
import { resultColumns, storeResultColumns } from '../../tracked/described-fields.ts';
import type { ResultColumns } from '../../tracked/pinned-values.ts';
import { indexRequest } from '../../tracked/request-index.ts';
import type { WorkControl } from '../control.ts';

/** Makes the words of the search and the pinned values of the requests in `temp.to_index`. */
export function indexMerged(db: DatabaseSync, control: WorkControl): void {
  const counted = one(db, 'SELECT count(*) AS n FROM temp.to_index');
  const total = counted ? integer(counted, 'n') : 0;
  const columns = new Map<number, ResultColumns>();
  let done = 0;
  for (let after = -1; ; ) {
    const rows = all(
      db,
      `SELECT tracked.row, tracked.workspace, tracked.questionnaire, questionnaire.value AS id
       FROM temp.to_index JOIN main.tracked USING (row)
       JOIN main.facets AS questionnaire ON questionnaire.code = tracked.questionnaire
       WHERE tracked.row > ? ORDER BY tracked.row LIMIT 500`,
      after,
    );
    for (const each of rows) {
      const [row, workspace] = [integer(each, 'row'), integer(each, 'workspace')];
      const [code, id] = [integer(each, 'questionnaire'), text(each, 'id')];
      const known = columns.get(code) ?? resultColumns(db, { workspace, id });
      columns.set(code, known);
      const results = resultsIn(unpacked(db, row));
      storeResultColumns(db, row, results, id, known);
      indexRequest(db, row, results);
      after = row;
    }
    if (rows.length === 0) return;
    done += rows.length;
    control.check();
    control.progress(done / total);
  }
}

/** An answer that cannot be unpacked, or swells beyond what a service sends, was not packed by Callboard. */
function unpacked(db: DatabaseSync, row: number): string | null {
  try {
    return readAnswer(db, row);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE'
      ? new CodedError('backup_unfit', { cause: error })
      : error;
  }
}
