import type { DatabaseSync } from 'node:sqlite';
import { LIBRARY_KINDS } from '../../../shared/library.ts';
import { resultsIn } from '../../../shared/read-results.ts';
import { all, change, integer, oneOf, type Row, text } from '../operation.ts';
import { renameFacet } from '../requests/facets.ts';
import { readAnswer } from '../requests/results-backfill.ts';
import { indexRequest } from '../requests/search.ts';
import { scrubDescribed, scrubPin } from './pinned-fields.ts';
import { CODES, withoutSubject, withoutSubjectInJson } from './subject-in-text.ts';

/** Columns of text that may mention a person. */
interface TextSource {
  /** Selects the columns of text, and those that `scrub` needs. */
  readonly select: string;
  readonly texts: readonly string[];
  /** Searches only strings inside JSON; `coded`: skips codes in events and problems. */
  readonly json?: true | 'coded';
  /** Removes the subject from a row. */
  readonly scrub: (db: DatabaseSync, row: Row, without: (whole: string) => string) => void;
}

/** Texts of submissions and requests, searched in ranges of rows. */
const REQUEST_TEXTS: readonly TextSource[] = [
  ...['submissions', 'requests'].map(
    (table): TextSource => ({
      select: `SELECT row, problem AS words FROM ${table} WHERE row > ? AND row <= ? AND problem IS NOT NULL`,
      texts: ['words'],
      json: 'coded',
      scrub: (db, row, without) =>
        change(db, `UPDATE ${table} SET problem = ? WHERE row = ?`, ...rewritten(row, without)),
    }),
  ),
  {
    select: `SELECT row, ordinal, values_json AS words FROM history
       WHERE row > ? AND row <= ? AND values_json IS NOT NULL`,
    texts: ['words'],
    json: 'coded',
    scrub: (db, row, without) =>
      change(
        db,
        'UPDATE history SET values_json = ? WHERE row = ? AND ordinal = ?',
        ...rewritten(row, without),
        integer(row, 'ordinal'),
      ),
  },
  {
    select: 'SELECT row, text AS words FROM notes WHERE row > ? AND row <= ?',
    texts: ['words'],
    scrub: (db, row, without) => {
      change(db, 'UPDATE notes SET text = ? WHERE row = ?', ...rewritten(row, without));
      const number = integer(row, 'row');
      indexRequest(db, number, resultsIn(readAnswer(db, number)));
    },
  },
  {
    // Cells of queued rows, for example with who referred this candidate.
    select: `SELECT submissions.row, import_rows.submission_id, import_rows.cells FROM submissions
       JOIN import_rows ON import_rows.submission_id = submissions.id WHERE row > ? AND row <= ?`,
    texts: ['cells'],
    json: true,
    scrub: (db, row, without) =>
      change(
        db,
        'UPDATE import_rows SET cells = ? WHERE submission_id = ?',
        without(text(row, 'cells')),
        text(row, 'submission_id'),
      ),
  },
];

/** A JSON pointer with `~1` and `~0` unescaped, as in `readablePath`. */
const READABLE_PATH = `replace(replace(path, '~1', '/'), '~0', '~')`;

/** Texts of workspaces, in tables small enough to be searched as a whole. */
const WORKSPACE_TEXTS: readonly TextSource[] = [
  {
    select: `SELECT workspace_id, service_id, fields, replace(fields, '~1', '/') AS readable FROM library
       WHERE fields <> '[]'`,
    texts: ['fields', 'readable'],
    json: true,
    scrub: scrubDescribed,
  },
  {
    select: `SELECT id, name, filter, replace(filter, '~1', '/') AS readable FROM views`,
    texts: ['name', 'filter', 'readable'],
    json: true,
    // Without the name, the filter would match everybody, so the whole view is deleted.
    scrub: (db, row) => change(db, 'DELETE FROM views WHERE id = ?', text(row, 'id')),
  },
  {
    select: `SELECT id, sort, replace(sort, '~1', '/') AS readable FROM views`,
    texts: ['sort', 'readable'],
    scrub: (db, row) =>
      change(db, `UPDATE views SET sort = 'updated', descending = 1 WHERE id = ?`, text(row, 'id')),
  },
  {
    // Scrubbing a pin also changes the library and views, so they come first to be counted.
    select: `SELECT pin, workspace_id, path, label, ${READABLE_PATH} AS readable FROM pins`,
    texts: ['readable', 'label'],
    scrub: scrubPin,
  },
  {
    select: 'SELECT workspace_id, kind, service_id, name, note FROM library',
    texts: ['name', 'note'],
    scrub: (db, row, without) => {
      const kind = oneOf(row, 'kind', LIBRARY_KINDS);
      const [workspaceId, serviceId] = [text(row, 'workspace_id'), text(row, 'service_id')];
      change(
        db,
        'UPDATE library SET name = ?, note = ? WHERE workspace_id = ? AND kind = ? AND service_id = ?',
        without(text(row, 'name')),
        without(text(row, 'note')),
        workspaceId,
        kind,
        serviceId,
      );
      renameFacet(db, workspaceId, kind, serviceId);
    },
  },
  {
    select: 'SELECT id, name FROM imports',
    texts: ['name'],
    scrub: (db, row) => change(db, `UPDATE imports SET name = '' WHERE id = ?`, text(row, 'id')),
  },
  {
    select: 'SELECT id, headers FROM imports',
    texts: ['headers'],
    json: true,
    scrub: (db, row, without) =>
      change(
        db,
        'UPDATE imports SET headers = ? WHERE id = ?',
        without(text(row, 'headers')),
        text(row, 'id'),
      ),
  },
  {
    select: 'SELECT workspace_id, header_key, columns FROM import_columns',
    texts: ['header_key', 'columns'],
    json: true,
    // A scrubbed header would never match a file again, so the remembered columns are deleted.
    scrub: (db, row) =>
      change(
        db,
        'DELETE FROM import_columns WHERE workspace_id = ? AND header_key = ?',
        text(row, 'workspace_id'),
        text(row, 'header_key'),
      ),
  },
  {
    // Not the cells: the search for a person lists these rows, and the user chooses which to erase.
    select:
      'SELECT import_id, row_number, problems FROM import_rows WHERE problems IS NOT NULL AND erased = 0',
    texts: ['problems'],
    json: 'coded',
    scrub: (db, row, without) =>
      change(
        db,
        'UPDATE import_rows SET problems = ? WHERE import_id = ? AND row_number = ?',
        without(text(row, 'problems')),
        text(row, 'import_id'),
        integer(row, 'row_number'),
      ),
  },
  {
    // Not the policy's: its reasons would come back with it.
    select: `SELECT id, reason, coalesce(lifted_reason, '') AS lifted_reason FROM do_not_call
       WHERE source = 'person' AND (reason <> '' OR lifted_reason <> '')`,
    texts: ['reason', 'lifted_reason'],
    scrub: (db, row, without) =>
      change(
        db,
        `UPDATE do_not_call SET reason = ?, lifted_reason = iif(lifted_at IS NULL, NULL, ?) WHERE id = ?`,
        without(text(row, 'reason')),
        without(text(row, 'lifted_reason')),
        text(row, 'id'),
      ),
  },
  {
    select: `SELECT id, reason FROM holds`,
    texts: ['reason'],
    scrub: (db, row, without) =>
      change(db, 'UPDATE holds SET reason = ? WHERE id = ?', without(text(row, 'reason')), text(row, 'id')),
  },
  {
    select: `SELECT id, workspace_id, value FROM facets WHERE kind = 'tag'`,
    texts: ['value'],
    scrub: (db, row) => {
      const [workspaceId, tag] = [text(row, 'workspace_id'), text(row, 'value')];
      change(db, 'DELETE FROM request_tags WHERE workspace_id = ? AND tag = ?', workspaceId, tag);
      change(db, 'DELETE FROM facets WHERE id = ?', integer(row, 'id'));
    },
  },
];

/**
 * Counts the texts of requests in `range` that match the pattern, except `excluded` rows; `scrub` also removes the
 * matches from them, in the caller's transaction.
 */
export function mentionsInRequests(
  db: DatabaseSync,
  pattern: RegExp,
  range: { readonly after: number; readonly upTo: number },
  excluded: (row: number) => boolean,
  scrub: boolean,
): number {
  const found = REQUEST_TEXTS.map((source) => {
    const rows = all(db, source.select, range.after, range.upTo);
    const included = rows.filter((row) => !excluded(integer(row, 'row')));
    return mentionsIn(db, source, included, pattern, scrub);
  });
  return found.reduce((sum, count) => sum + count, 0);
}

/** The same for texts that belong to no request. */
export function mentionsElsewhere(db: DatabaseSync, pattern: RegExp, scrub: boolean): number {
  return WORKSPACE_TEXTS.reduce(
    (sum, source) => sum + mentionsIn(db, source, all(db, source.select), pattern, scrub),
    0,
  );
}

function mentionsIn(
  db: DatabaseSync,
  source: TextSource,
  rows: readonly Row[],
  pattern: RegExp,
  scrub: boolean,
): number {
  const codes = source.json === 'coded' ? CODES : undefined;
  const without = (whole: string): string =>
    source.json ? withoutSubjectInJson(pattern, whole, codes) : withoutSubject(pattern, whole);
  const mentions = (whole: string): boolean => without(whole) !== whole;
  const found = rows.filter((row) => source.texts.some((column) => mentions(text(row, column))));
  if (scrub) for (const row of found) source.scrub(db, row, without);
  return found.length;
}

function rewritten(row: Row, without: (whole: string) => string): [string, number] {
  return [without(text(row, 'words')), integer(row, 'row')];
}
