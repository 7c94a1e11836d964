import type { DatabaseSync } from 'node:sqlite';
import { isEmptyAssessment } from '../../../shared/assessment-shape.ts';
import type { AnswerExamples } from '../../../shared/field-examples.ts';
import { all, integer, one, type Row } from '../operation.ts';
import { coveringOf, IS_REVEALED } from './covering.ts';
import { describedOf } from './described-fields.ts';
import { FieldExampleCollector } from './field-examples.ts';
import { storedResults } from './results-backfill.ts';

/** Limits for one call, so that it blocks for some 50 ms at most. A larger answer is read if it is the newest. */
const MAX_ANSWERS = 50;
const MAX_BYTES = 256 * 1024;
const MAX_REQUESTS = 20_000;

/** The newest requests of a questionnaire. */
const NEWEST = `(SELECT row, has_results FROM requests INDEXED BY requests_by_questionnaire
  WHERE questionnaire_template_id = ? AND workspace_id = ? ORDER BY row DESC LIMIT ${MAX_REQUESTS}) AS requests`;

/**
 * What the newest answers to a questionnaire had in its result fields. While verdicts come first, a request without one
 * adds nothing, not even a field that may be seen before.
 */
export function answerExamples(
  db: DatabaseSync,
  workspaceId: string,
  questionnaireId: string,
): AnswerExamples {
  const isCovering = coveringOf(db, workspaceId) !== undefined;
  const described = describedOf(db, { workspaceId, id: questionnaireId });
  const collector = new FieldExampleCollector(described.map(({ path }) => path));
  const found = all(
    db,
    `SELECT requests.row, answers.size FROM ${NEWEST} JOIN answers ON answers.row = requests.row
     WHERE has_results = 1 ${isCovering ? `AND ${IS_REVEALED}` : ''} ORDER BY requests.row DESC LIMIT ${MAX_ANSWERS}`,
    questionnaireId,
    workspaceId,
  );
  let answers = 0;
  for (const row of withinBytes(found)) {
    const results = storedResults(db, row);
    if (results === undefined || isEmptyAssessment(results)) continue;
    collector.add(results);
    answers += 1;
  }
  const leftOutCovered = isCovering && hasCovered(db, workspaceId, questionnaireId);
  return { answers, leftOutCovered, fields: collector.fields(), hasMore: collector.hasMore };
}

/** The first rows with at most so many bytes together, and at least one. */
function withinBytes(found: readonly Row[]): readonly number[] {
  let bytes = 0;
  const end = found.findIndex((row) => {
    bytes += integer(row, 'size');
    return bytes > MAX_BYTES;
  });
  return found.slice(0, end < 0 ? undefined : Math.max(end, 1)).map((row) => integer(row, 'row'));
}

function hasCovered(db: DatabaseSync, workspaceId: string, questionnaireId: string): boolean {
  const sql = `SELECT 1 FROM ${NEWEST} WHERE has_results = 1 AND NOT ${IS_REVEALED} LIMIT 1`;
  return one(db, sql, questionnaireId, workspaceId) !== undefined;
}
