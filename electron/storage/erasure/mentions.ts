import type { DatabaseSync } from 'node:sqlite';
import { LIBRARY_KINDS } from '../../../shared/library.ts';
import { all, change, integer, oneOf, type Row, text, textOrNull } from '../operation.ts';
import { renameFacet } from '../requests/facets.ts';
import { storedResults } from '../requests/results-backfill.ts';
import { indexRequest } from '../requests/search.ts';
import { TABLES, type Table } from '../tables.ts';
import { keepDigestsOfTags } from '../team/shared-marks.ts';
import { scrubDescribed, scrubPin } from './pinned-fields.ts';
import { CODES, withoutSubject, withoutSubjectInJson } from './subject-in-text.ts';

/** Columns of text that may mention a person; those where only the mention is replaced are made from `tables.ts`. */
interface TextSource {
  /** Selects the columns of text, and those that `scrub` needs. */
  readonly select: string;
  readonly texts: readonly string[];
  /** Searches only strings inside JSON; `coded`: skips codes in events and problems. */
  readonly json?: true | 'coded';
  /** Removes the subject from a row. */
  readonly scrub: (db: DatabaseSync, row: Row, without: (whole: string) => string) => void;
}

/** What is searched of a table, and what else changes with its texts. */
interface Rows {
  readonly where?: string;
  readonly afterwards?: (db: DatabaseSync, row: Row) => void;
}

const ROWS: Readonly<Record<string, Rows>> = {
  // Not the policy's: its reasons would come back with it.
  do_not_call: { where: "source = 'person'" },
  import_rows: { where: 'erased = 0' },
  notes: { afterwards: indexAgain },
  colleague_marks: { afterwards: indexAgain },
  library: {
    afterwards: (db, entry) => {
      const [workspaceId, kind] = [text(entry, 'workspace_id'), oneOf(entry, 'kind', LIBRARY_KINDS)];
      renameFacet(db, workspaceId, kind, text(entry, 'service_id'));
    },
  },
};

/** The search index has the words of what is noted of a request. */
function indexAgain(db: DatabaseSync, noted: Row): void {
  const row = integer(noted, 'row');
  indexRequest(db, row, storedResults(db, row));
}

/** The columns of a table in which only a mention is replaced, by how they are searched. */
function listedTexts([name, { erased, columns }]: [string, Table]): TextSource[] {
  const range = erased === 'with_submission' ? 'row > ? AND row <= ?' : 'true';
  const { where = 'true', afterwards } = ROWS[name] ?? {};
  return (['text', 'json', 'coded'] as const).flatMap((kind) => {
    const texts = Object.keys(columns).filter((column) => columns[column] === kind);
    if (texts.length === 0) return [];
    const written = texts.map((column) => `${column} <> ''`).join(' OR ');
    return {
      select: `SELECT * FROM ${name} WHERE ${range} AND ${where} AND (${written})`,
      texts,
      ...(kind !== 'text' && { json: kind === 'coded' ? kind : true }),
      scrub: (db, row, without) => {
        const keys = all(db, 'SELECT name FROM pragma_table_info(?) WHERE pk > 0', name);
        const isRow = keys.map((key) => `${text(key, 'name')} = ?`).join(' AND ');
        change(
          db,
          `UPDATE ${name} SET ${texts.map((column) => `${column} = ?`).join(', ')} WHERE ${isRow}`,
          ...texts.map((column) => (row[column] === null ? null : without(text(row, column)))),
          ...keys.map((key) => keyIn(row, text(key, 'name'))),
        );
        afterwards?.(db, row);
      },
    };
  });
}

function keyIn(row: Row, column: string): string | number {
  return typeof row[column] === 'number' ? integer(row, column) : text(row, column);
}

const isOfSubmissions = ([, { erased }]: [string, Table]): boolean => erased === 'with_submission';

/** Texts of submissions and requests, searched in ranges of rows. */
const REQUEST_TEXTS: readonly TextSource[] = [
  ...Object.entries(TABLES).filter(isOfSubmissions).flatMap(listedTexts),
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

/** Texts of workspaces, in tables small enough to be searched as a whole. Unqueued rows' cells aren't among them: the search for a
 * person lists these rows, and the user chooses which to erase. */
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
    select: 'SELECT id, name FROM imports',
    texts: ['name'],
    scrub: (db, row) => change(db, `UPDATE imports SET name = '' WHERE id = ?`, text(row, 'id')),
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
    select: `SELECT id, workspace_id, value FROM facets WHERE kind = 'tag'`,
    texts: ['value'],
    scrub: (db, row) => {
      const [workspaceId, tag] = [text(row, 'workspace_id'), text(row, 'value')];
      change(db, 'DELETE FROM request_tags WHERE workspace_id = ? AND tag = ?', workspaceId, tag);
      keepDigestsOfTags(db);
      change(db, 'DELETE FROM facets WHERE id = ?', integer(row, 'id'));
    },
  },
  ...Object.entries(TABLES)
    .filter((table) => !isOfSubmissions(table))
    .flatMap(listedTexts),
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
  const found = rows.filter((row) => source.texts.some((column) => mentions(textOrNull(row, column) ?? '')));
  if (scrub) for (const row of found) source.scrub(db, row, without);
  return found.length;
}
