import type { DatabaseSync } from 'node:sqlite';
import type { DescribedField } from '../../../shared/described-field.ts';
import { requestFilter } from '../../../shared/request-filter.ts';
import { all, change, integer, one, type Row, text } from '../operation.ts';
import { describedIn } from '../requests/described-fields.ts';
import { folded, wordsIn } from '../requests/folded.ts';
import { dropPin } from '../requests/pinned-values.ts';
import { readAgain } from '../requests/results-backfill.ts';
import { LOCAL_DIGITS } from './subject.ts';

/**
 * Forgets a field of the results wherever it is named: the column, what the Library describes of it, views that look for it
 * or stand in its order. Part of the caller's transaction.
 */
export function forgetField(db: DatabaseSync, workspaceId: string, path: string): void {
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
  change(
    db,
    `UPDATE views SET sort = 'updated', descending = 1 WHERE workspace_id = ? AND sort = ?`,
    workspaceId,
    `pin:${path}`,
  );
  for (const row of all(db, 'SELECT id, filter FROM views WHERE workspace_id = ?', workspaceId)) {
    const { pinned } = requestFilter.parse(JSON.parse(text(row, 'filter')));
    // A filter without what it looked for would show everybody: it goes as a whole.
    if (pinned.some((each) => each.path === path))
      change(db, 'DELETE FROM views WHERE id = ?', text(row, 'id'));
  }
}

/** Stores what is described of a questionnaire with less in it; headlines follow when the results are read again. */
export function storeFields(
  db: DatabaseSync,
  workspaceId: string,
  questionnaireId: string,
  fields: readonly DescribedField[],
): void {
  change(
    db,
    `UPDATE library SET fields = ? WHERE workspace_id = ? AND kind = 'questionnaire' AND service_id = ?`,
    JSON.stringify(fields),
    workspaceId,
    questionnaireId,
  );
  readAgain(db, workspaceId, []);
}

/** A step into a list by what an entry is called: taken from an answer, and not from how answers are made. */
const NAMED_STEP = /\/[^/=]+=/;

/**
 * The pinned fields whose paths seem to be taken from the answer of this submission, whoever is called like that besides:
 * those with a word of the name or the number in them, and those that name an entry this result has.
 */
export function fieldsNamedAfter(db: DatabaseSync, row: number, workspaceId: string): string[] {
  const submission = one(db, 'SELECT candidate_name, phone_number FROM submissions WHERE row = ?', row);
  if (!submission) return [];
  const words = wordsIn(text(submission, 'candidate_name')).filter((word) => word.length > 2);
  const digits = text(submission, 'phone_number').slice(-LOCAL_DIGITS);
  const isNamed = (path: string) =>
    words.some((word) => folded(path).includes(word)) || path.replaceAll(/\D/g, '').includes(digits);
  return all(
    db,
    `SELECT pins.path, pinned_values.value IS NOT NULL AS held FROM pins
     LEFT JOIN pinned_values ON pinned_values.pin = pins.pin AND pinned_values.row = ? WHERE pins.workspace_id = ?`,
    row,
    workspaceId,
  )
    .filter((pin) => isNamed(text(pin, 'path')) || (pin['held'] === 1 && NAMED_STEP.test(text(pin, 'path'))))
    .map((pin) => text(pin, 'path'));
}

/** Forgets those of these fields that no result has any more. */
export function forgetUnused(db: DatabaseSync, workspaceId: string, paths: readonly string[]): void {
  for (const path of paths) {
    const used = one(
      db,
      `SELECT 1 FROM pins JOIN pinned_values ON pinned_values.pin = pins.pin
       WHERE pins.workspace_id = ? AND pins.path = ? AND pinned_values.value IS NOT NULL LIMIT 1`,
      workspaceId,
      path,
    );
    if (!used) forgetField(db, workspaceId, path);
  }
}

/** A pointer as it reads: with what stands for slashes and tildes written out. */
export function readablePath(path: string): string {
  return path.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Takes the subject out of a pinned field's heading, or the whole field where its path holds it. */
export function scrubPin(db: DatabaseSync, row: Row, without: (whole: string) => string): void {
  const [workspaceId, path] = [text(row, 'workspace_id'), text(row, 'path')];
  if (without(readablePath(path)) !== readablePath(path)) {
    forgetField(db, workspaceId, path);
    return;
  }
  change(db, 'UPDATE pins SET label = ? WHERE pin = ?', without(text(row, 'label')), integer(row, 'pin'));
}

/** The same of what the Library describes. */
export function scrubDescribed(db: DatabaseSync, row: Row, without: (whole: string) => string): void {
  const fields = describedIn(text(row, 'fields'))
    .filter(({ path }) => without(readablePath(path)) === readablePath(path))
    .map((field) => ({ ...field, label: without(field.label) }));
  storeFields(db, text(row, 'workspace_id'), text(row, 'service_id'), fields);
}
