import type { DatabaseSync } from 'node:sqlite';
import type { DescribedField } from '../../../shared/described-field.ts';
import { requestFilter } from '../../../shared/request-filter.ts';
import { all, change, integer, one, type Row, text } from '../operation.ts';
import { describedIn } from '../requests/own-descriptions.ts';
import { dropPin } from '../requests/pinned-values.ts';
import { scheduleBackfill } from '../requests/results-backfill.ts';
import { folded, wordsIn } from '../requests/search.ts';
import { FEWEST_DIGITS } from './person.ts';
import { isWithoutSomebody } from './subject-in-text.ts';

/**
 * Removes a result field everywhere: its column, its description in the Library, and views that filter or sort by it.
 * Runs in the caller's transaction.
 */
function forgetField(db: DatabaseSync, workspaceId: string, path: string): void {
  dropPin(db, workspaceId, path);
  for (const row of all(
    db,
    `SELECT service_id, fields FROM library WHERE workspace_id = ? AND fields <> '[]'`,
    workspaceId,
  )) {
    const fields = describedIn(text(row, 'fields'));
    const left = fields.filter((field) => field.path !== path);
    if (left.length < fields.length) storeFields(db, workspaceId, text(row, 'service_id'), left);
  }
  const sql = `UPDATE views SET sort = 'updated', descending = 1 WHERE workspace_id = ? AND sort = ?`;
  change(db, sql, workspaceId, `pin:${path}`);
  for (const row of all(db, 'SELECT id, filter FROM views WHERE workspace_id = ?', workspaceId)) {
    const { pinned } = requestFilter.parse(JSON.parse(text(row, 'filter')));
    // Without this condition, the filter would match too much, so the whole view is deleted.
    if (pinned.some((each) => each.path === path))
      change(db, 'DELETE FROM views WHERE id = ?', text(row, 'id'));
  }
}

/** Stores the described fields of a questionnaire; headlines are updated when the results are read again. */
function storeFields(
  db: DatabaseSync,
  workspaceId: string,
  questionnaireId: string,
  fields: readonly DescribedField[],
): void {
  const sql = `UPDATE library SET fields = ? WHERE workspace_id = ? AND kind = 'questionnaire' AND service_id = ?`;
  change(db, sql, JSON.stringify(fields), workspaceId, questionnaireId);
  scheduleBackfill(db, workspaceId, []);
}

/**
 * Columns follow fields from which a colleague took somebody: their labels, or the whole where the path named them and no result
 * has it any more. `here`: the description before. Gives whether any did.
 */
export function followScrubbed(
  db: DatabaseSync,
  workspaceId: string,
  here: readonly DescribedField[],
  now: readonly DescribedField[],
): boolean {
  const gone = here.filter(({ path }) => NAMED_STEP.test(path) && !now.some((field) => field.path === path));
  forgetUnused(
    db,
    workspaceId,
    gone.map(({ path }) => path),
  );
  const renamed = now.filter(({ path, label }) =>
    here.some((field) => field.path === path && isWithoutSomebody(field.label, label)),
  );
  const sql = 'UPDATE pins SET label = ? WHERE workspace_id = ? AND path = ?';
  for (const { path, label } of renamed) change(db, sql, label, workspaceId, path);
  return gone.length + renamed.length > 0;
}

/** A path step that selects a list entry by its name, which comes from an answer and not from the answers' structure. */
const NAMED_STEP = /\/[^/=]+=/;

/**
 * Pinned fields whose paths may come from this submission's answer: paths that contain a word of the name or the number,
 * or that name an entry which this result has.
 */
export function fieldsNamedAfter(db: DatabaseSync, row: number, workspaceId: string): string[] {
  const submission = one(db, 'SELECT candidate_name, phone_number FROM submissions WHERE row = ?', row);
  if (!submission) return [];
  const words = wordsIn(text(submission, 'candidate_name')).filter((word) => word.length > 2);
  const digits = text(submission, 'phone_number').slice(-FEWEST_DIGITS);
  const isNamed = (path: string) =>
    words.some((word) => folded(path).includes(word)) || path.replaceAll(/\D/g, '').includes(digits);
  const sql = `SELECT pins.path, pinned_values.value IS NOT NULL AS held FROM pins
    LEFT JOIN pinned_values ON pinned_values.pin = pins.pin AND pinned_values.row = ? WHERE pins.workspace_id = ?`;
  return all(db, sql, row, workspaceId)
    .filter((pin) => isNamed(text(pin, 'path')) || (pin['held'] === 1 && NAMED_STEP.test(text(pin, 'path'))))
    .map((pin) => text(pin, 'path'));
}

/** Removes those of these fields that no result has any more. */
export function forgetUnused(db: DatabaseSync, workspaceId: string, paths: readonly string[]): void {
  for (const path of paths) {
    const sql = `SELECT 1 FROM pins JOIN pinned_values ON pinned_values.pin = pins.pin
      WHERE pins.workspace_id = ? AND pins.path = ? AND pinned_values.value IS NOT NULL LIMIT 1`;
    const used = one(db, sql, workspaceId, path);
    if (!used) forgetField(db, workspaceId, path);
  }
}

/** A JSON pointer with `~1` and `~0` unescaped. */
export function readablePath(path: string): string {
  return path.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Removes the subject from a pinned field's label, or the whole field if its path contains the subject. */
export function scrubPin(db: DatabaseSync, row: Row, without: (whole: string) => string): void {
  const [workspaceId, path] = [text(row, 'workspace_id'), text(row, 'path')];
  if (without(readablePath(path)) !== readablePath(path)) {
    forgetField(db, workspaceId, path);
    return;
  }
  change(db, 'UPDATE pins SET label = ? WHERE pin = ?', without(text(row, 'label')), integer(row, 'pin'));
}

/** The same for described fields in the Library. */
export function scrubDescribed(db: DatabaseSync, row: Row, without: (whole: string) => string): void {
  const fields = describedIn(text(row, 'fields'))
    .filter(({ path }) => without(readablePath(path)) === readablePath(path))
    .map((field) => ({ ...field, label: without(field.label) }));
  storeFields(db, text(row, 'workspace_id'), text(row, 'service_id'), fields);
}
