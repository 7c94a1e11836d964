import type { DatabaseSync } from 'node:sqlite';
import { resultsIn } from '../../../../shared/read-results.ts';
import { CodedError } from '../../../../shared/result.ts';
import { all, integer, scalar, text } from '../../operation.ts';
import { columnsByQuestionnaire, storeResultColumns } from '../../requests/described-fields.ts';
import { indexRequest } from '../../requests/request-index.ts';
import { isDamagedAnswer, readAnswer } from '../../requests/stored-answer.ts';
import type { WorkControl } from '../control.ts';

/** Builds the search index and the pinned values of the requests in `temp.to_index`. */
export function indexMerged(db: DatabaseSync, control: WorkControl): void {
  const total = scalar(db, 'SELECT count(*) AS n FROM temp.to_index');
  const columnsOf = columnsByQuestionnaire(db);
  let done = 0;
  for (let after = -1; ; ) {
    const rows = all(
      db,
      `SELECT requests.row, requests.workspace_id, requests.questionnaire_template_id
       FROM temp.to_index JOIN main.requests USING (row)
       WHERE requests.row > ? ORDER BY requests.row LIMIT 500`,
      after,
    );
    for (const each of rows) {
      const row = integer(each, 'row');
      const [workspaceId, id] = [text(each, 'workspace_id'), text(each, 'questionnaire_template_id')];
      const results = resultsIn(mergedAnswer(db, row));
      storeResultColumns(db, row, results, id, columnsOf({ workspaceId, id }));
      indexRequest(db, row, results);
      after = row;
    }
    if (rows.length === 0) return;
    done += rows.length;
    control.check();
    control.progress(done / total);
  }
}

/** Callboard never wrote an answer that is damaged or decompresses to an excessive size. */
function mergedAnswer(db: DatabaseSync, row: number): string | null {
  try {
    return readAnswer(db, row);
  } catch (error) {
    throw isDamagedAnswer(error) ? new CodedError('backup_unfit', { cause: error }) : error;
  }
}
