import type { DatabaseSync } from 'node:sqlite';
import type { LibraryKind } from '../../../shared/library.ts';
import type { DecisionRecord } from '../../privacy/decision-record.ts';
import { heldSubmission } from '../erasure/held-data.ts';
import { integer, one, read, text } from '../operation.ts';
import { coveringOf } from '../requests/covering.ts';
import { describedOf } from '../requests/described-fields.ts';
import { isFirstVerdict } from './record-verdict.ts';

export const decisionStore = {
  /**
   * What was recorded about the decision on a submission, or on the one with the same data whose request it shares; undefined
   * if there is none. `covered` while a verdict comes first: nothing of it may be seen before.
   */
  of: read((db, submissionId: string): DecisionRecord | 'covered' | undefined => {
    const found = one(
      db,
      `SELECT submissions.workspace_id, requests.row, coalesce(owner.id, submissions.id) AS id FROM submissions
       LEFT JOIN requests ON requests.workspace_id = submissions.workspace_id
         AND requests.request_id = submissions.request_id
       LEFT JOIN submissions AS owner ON owner.row = requests.row WHERE submissions.id = ?`,
      submissionId,
    );
    if (!found) return undefined;
    const workspaceId = text(found, 'workspace_id');
    const isCovered =
      found['row'] !== null &&
      coveringOf(db, workspaceId) !== undefined &&
      isFirstVerdict(db, integer(found, 'row'));
    if (isCovered) return 'covered';
    const held = heldSubmission(db, text(found, 'id'));
    if (!held) return undefined;
    const { jobDescriptionId, questionnaireTemplateId: id } = held.submission;
    return {
      held,
      job: nameOf(db, workspaceId, 'job_description', jobDescriptionId),
      questionnaire: nameOf(db, workspaceId, 'questionnaire', id),
      described: describedOf(db, { workspaceId, id }),
    };
  }),
};

function nameOf(db: DatabaseSync, workspaceId: string, kind: LibraryKind, id: string): string | null {
  const sql = 'SELECT name FROM library WHERE workspace_id = ? AND kind = ? AND service_id = ?';
  const row = one(db, sql, workspaceId, kind, id);
  return row && text(row, 'name') !== '' ? text(row, 'name') : null;
}
