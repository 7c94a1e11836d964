import type { DatabaseSync } from 'node:sqlite';
import { VERDICTS } from '../../../shared/request.ts';
import type { Annotation, AnnotationChange, RequestSelection } from '../../../shared/request-filter.ts';
import { resultsIn } from '../../tracking/read-results.ts';
import { readAnswer } from '../answers/answer-store.ts';
import { all, change, integer, one, type Row, text, write } from '../operation.ts';
import { facetCode, workspaceNumber } from '../tracked/facets.ts';
import { indexRequest } from '../tracked/request-index.ts';
import { verdictOf } from '../tracked/request-rows.ts';
import { rowOf, selectedRows } from '../tracked/row-numbers.ts';
import { appendEventOf } from './event-operations.ts';

/** The recruiter's own marks on requests. `now`: UTC ms. */
export const annotationOperations = {
  /** Marks the selection; answers the marks of those that are different now, as they were before. */
  annotate: write(
    (
      db,
      workspaceId: string,
      selection: RequestSelection,
      marks: AnnotationChange,
      now: number,
    ): Annotation[] => {
      const workspace = workspaceNumber(db, workspaceId);
      if (workspace === undefined) return [];
      return selectedRows(db, workspace, selection).flatMap((row) => {
        const before = marksOf(db, row);
        return before && mark(db, workspace, row, before, changed(before, marks), now) ? [before] : [];
      });
    },
  ),

  /** Puts marks back as they were; answers the ids of the requests that are different now. */
  restore: write((db, workspaceId: string, annotations: readonly Annotation[], now: number): string[] => {
    const workspace = workspaceNumber(db, workspaceId);
    if (workspace === undefined) return [];
    return annotations.flatMap((wanted) => {
      const row = rowOf(db, workspace, wanted.requestId);
      const before = row === undefined ? undefined : marksOf(db, row);
      const done = row !== undefined && before && mark(db, workspace, row, before, wanted, now);
      return done ? [wanted.requestId] : [];
    });
  }),

  /** False where the workspace tracks no such request. */
  setNotes: write((db, workspaceId: string, requestId: string, notes: string, now: number): boolean => {
    const workspace = workspaceNumber(db, workspaceId);
    const row = workspace === undefined ? undefined : rowOf(db, workspace, requestId);
    if (row === undefined) return false;
    const before = one(db, 'SELECT text FROM notes WHERE row = ?', row);
    if ((before ? text(before, 'text') : '') === notes) return true;
    if (notes === '') change(db, 'DELETE FROM notes WHERE row = ?', row);
    else {
      change(
        db,
        'INSERT INTO notes (row, text) VALUES (?, ?) ON CONFLICT DO UPDATE SET text = excluded.text',
        row,
        notes,
      );
    }
    indexRequest(db, row, resultsIn(readAnswer(db, row)));
    const code = notes === '' ? 'notes_removed' : before ? 'notes_changed' : 'notes_written';
    appendEventOf(db, row, now, { code, values: null });
    return true;
  }),

  /** The person has looked at these; answers the ids of those that had changed unseen. */
  seen: write((db, workspaceId: string, selection: RequestSelection): string[] => {
    const workspace = workspaceNumber(db, workspaceId);
    if (workspace === undefined) return [];
    return selectedRows(db, workspace, selection).flatMap((row) => {
      const marked = change(db, 'UPDATE tracked SET unseen = 0 WHERE row = ? AND unseen = 1', row);
      const found = marked > 0 && one(db, 'SELECT request_id FROM submissions WHERE row = ?', row);
      return found ? [text(found, 'request_id')] : [];
    });
  }),
};

function marksOf(db: DatabaseSync, row: number): Annotation | undefined {
  const found = one(
    db,
    `SELECT submissions.request_id, tracked.verdict, tracked.archived
     FROM tracked JOIN submissions ON submissions.row = tracked.row WHERE tracked.row = ?`,
    row,
  );
  return found && rowToAnnotation(found, tagsOf(db, row));
}

function rowToAnnotation(row: Row, tags: readonly string[]): Annotation {
  return {
    requestId: text(row, 'request_id'),
    verdict: verdictOf(integer(row, 'verdict')),
    tags: [...tags],
    archived: integer(row, 'archived') === 1,
  };
}

function tagsOf(db: DatabaseSync, row: number): string[] {
  return all(
    db,
    `SELECT facets.value FROM request_tags JOIN facets ON facets.code = request_tags.tag
     WHERE request_tags.row = ? ORDER BY facets.sort_key, facets.value`,
    row,
  ).map((each) => text(each, 'value'));
}

function changed(
  before: Annotation,
  { verdict, addTags, removeTags, archived }: AnnotationChange,
): Annotation {
  const removed = new Set(removeTags);
  return {
    ...before,
    verdict: verdict ?? before.verdict,
    archived: archived ?? before.archived,
    tags: [...new Set([...before.tags, ...(addTags ?? [])])].filter((tag) => !removed.has(tag)),
  };
}

/** Stores the marks of a request where they differ; says whether they did. */
function mark(
  db: DatabaseSync,
  workspace: number,
  row: number,
  before: Annotation,
  after: Annotation,
  now: number,
): boolean {
  const added = after.tags.filter((tag) => !before.tags.includes(tag));
  const removed = before.tags.filter((tag) => !after.tags.includes(tag));
  const otherVerdict = after.verdict !== before.verdict;
  const otherMarks = otherVerdict || after.archived !== before.archived;
  if (!otherMarks && added.length === 0 && removed.length === 0) return false;
  if (otherMarks) {
    change(
      db,
      'UPDATE tracked SET verdict = ?, archived = ? WHERE row = ?',
      VERDICTS.indexOf(after.verdict),
      Number(after.archived),
      row,
    );
  }
  if (otherVerdict) {
    appendEventOf(db, row, now, { code: 'verdict_set', values: { verdict: after.verdict } });
  }
  for (const tag of added) {
    const code = facetCode(db, workspace, 'tag', tag);
    change(db, 'INSERT OR IGNORE INTO request_tags (row, tag) VALUES (?, ?)', row, code);
  }
  for (const tag of removed) {
    const code = facetCode(db, workspace, 'tag', tag);
    change(db, 'DELETE FROM request_tags WHERE row = ? AND tag = ?', row, code);
  }
  return true;
}
