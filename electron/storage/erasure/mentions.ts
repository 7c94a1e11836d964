import type { DatabaseSync } from 'node:sqlite';
import { LIBRARY_KINDS } from '../../../shared/library.ts';
import { resultsIn } from '../../../shared/read-results.ts';
import { all, change, integer, type Row, text } from '../operation.ts';
import { nameFacet } from '../requests/facets.ts';
import { indexRequest } from '../requests/request-index.ts';
import { readAnswer } from '../requests/stored-answer.ts';
import { scrubDescribed, scrubPin } from './pinned-fields.ts';
import { CODES, withoutSubject, withoutSubjectInJson } from './subject-in-text.ts';

/** Where texts of people stand that may name somebody else. */
interface Place {
  /** Rows with columns of text, and what is needed to change them. */
  readonly select: string;
  readonly texts: readonly string[];
  /** Where they are JSON, only the texts in it are looked at, and of events and problems not the codes. */
  readonly json?: true | 'coded';
  /** Takes the subject out of a row. */
  readonly scrub: (db: DatabaseSync, row: Row, without: (whole: string) => string) => void;
}

/** By request: looked through in ranges of rows. */
const OF_REQUESTS: readonly Place[] = [
  {
    select:
      'SELECT row, problem AS words FROM submissions WHERE row > ? AND row <= ? AND problem IS NOT NULL',
    texts: ['words'],
    json: 'coded',
    scrub: (db, row, without) =>
      change(db, 'UPDATE submissions SET problem = ? WHERE row = ?', ...rewritten(row, without)),
  },
  {
    select: 'SELECT row, problem AS words FROM requests WHERE row > ? AND row <= ? AND problem IS NOT NULL',
    texts: ['words'],
    json: 'coded',
    scrub: (db, row, without) =>
      change(db, 'UPDATE requests SET problem = ? WHERE row = ?', ...rewritten(row, without)),
  },
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
    // Cells of rows that went into the queue: who referred this candidate, for example.
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

/** A pointer with what stands for slashes and tildes written out. */
const READABLE_PATH = `replace(replace(path, '~1', '/'), '~0', '~')`;

/** Small tables, looked through whole. */
const OF_WORKSPACES: readonly Place[] = [
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
    // A filter without what it looked for would show everybody: it goes as a whole.
    scrub: (db, row) => change(db, 'DELETE FROM views WHERE id = ?', text(row, 'id')),
  },
  {
    select: `SELECT id, sort, replace(sort, '~1', '/') AS readable FROM views`,
    texts: ['sort', 'readable'],
    scrub: (db, row) =>
      change(db, `UPDATE views SET sort = 'updated', descending = 1 WHERE id = ?`, text(row, 'id')),
  },
  {
    // After what goes with a field, which is counted by itself.
    select: `SELECT pin, workspace_id, path, label, ${READABLE_PATH} AS readable FROM pins`,
    texts: ['readable', 'label'],
    scrub: scrubPin,
  },
  {
    select: 'SELECT workspace_id, kind, service_id, name, note FROM library',
    texts: ['name', 'note'],
    scrub: (db, row, without) => {
      const key = [text(row, 'workspace_id'), text(row, 'kind'), text(row, 'service_id')] as const;
      change(
        db,
        'UPDATE library SET name = ?, note = ? WHERE workspace_id = ? AND kind = ? AND service_id = ?',
        without(text(row, 'name')),
        without(text(row, 'note')),
        ...key,
      );
      const kind = LIBRARY_KINDS.find((known) => known === key[1]);
      if (kind) nameFacet(db, key[0], kind, key[2]);
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
    // What was chosen for files of one kind: with something else in it, it would be chosen wrongly.
    scrub: (db, row) =>
      change(
        db,
        'DELETE FROM import_columns WHERE workspace_id = ? AND header_key = ?',
        text(row, 'workspace_id'),
        text(row, 'header_key'),
      ),
  },
  {
    // Their cells are found as rows of files, and chosen by themselves.
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
    select: `SELECT id, workspace_id, value FROM facets WHERE kind = 'tag'`,
    texts: ['value'],
    scrub: (db, row) => {
      const tag = [text(row, 'workspace_id'), text(row, 'value')] as const;
      change(db, 'DELETE FROM request_tags WHERE workspace_id = ? AND tag = ?', ...tag);
      change(db, 'DELETE FROM facets WHERE id = ?', integer(row, 'id'));
    },
  },
];

/**
 * Counts the texts in which the pattern is found, of the requests with a number in `range` that are not `spared`, and
 * takes it out of them where that is wanted. Part of the caller's transaction.
 */
export function mentionsInRequests(
  db: DatabaseSync,
  pattern: RegExp,
  range: { readonly after: number; readonly upTo: number },
  spared: (row: number) => boolean,
  scrub: boolean,
): number {
  return OF_REQUESTS.reduce(
    (sum, place) =>
      sum +
      inPlace(
        db,
        place,
        all(db, place.select, range.after, range.upTo).filter((row) => !spared(integer(row, 'row'))),
        pattern,
        scrub,
      ),
    0,
  );
}

/** The same in what belongs to no request. */
export function mentionsElsewhere(db: DatabaseSync, pattern: RegExp, scrub: boolean): number {
  return OF_WORKSPACES.reduce(
    (sum, place) => sum + inPlace(db, place, all(db, place.select), pattern, scrub),
    0,
  );
}

function inPlace(
  db: DatabaseSync,
  place: Place,
  rows: readonly Row[],
  pattern: RegExp,
  scrub: boolean,
): number {
  const codes = place.json === 'coded' ? CODES : undefined;
  const without = (whole: string): string =>
    place.json ? withoutSubjectInJson(pattern, whole, codes) : withoutSubject(pattern, whole);
  const found = rows.filter((row) =>
    place.texts.some((column) => {
      const whole = text(row, column);
      return without(whole) !== whole;
    }),
  );
  if (scrub) for (const row of found) place.scrub(db, row, without);
  return found.length;
}

function rewritten(row: Row, without: (whole: string) => string): [string, number] {
  return [without(text(row, 'words')), integer(row, 'row')];
}
