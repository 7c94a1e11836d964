import type { DatabaseSync } from 'node:sqlite';
import { resultsIn } from '../../../shared/read-results.ts';
import type { Annotation, AnnotationChange, RequestSelection } from '../../../shared/request-filter.ts';
import { all, change, integer, one, type Row, read, text, write } from '../operation.ts';
import { facetId } from '../requests/facets.ts';
import { conditionsOf } from '../requests/filter-conditions.ts';
import { findAllIds } from '../requests/find-requests.ts';
import { indexRequest } from '../requests/request-index.ts';
import { verdictOf } from '../requests/request-rows.ts';
import { rowOf } from '../requests/selected-rows.ts';
import { readAnswer } from '../requests/stored-answer.ts';
import { appendEventOf } from './history-store.ts';

/** The recruiter's own marks on requests. `now`: UTC ms. */
export const annotationStore = {
  /** The ids of the requests that are selected, read once: a change may make them match no more. */
  selected: read((db, workspaceId: string, selection: RequestSelection): string[] => {
    if ('requestIds' in selection) return [...new Set(selection.requestIds)];
    const except = new Set(selection.except);
    const ids = findAllIds(db, conditionsOf(db, workspaceId, selection.filter));
    return ids.filter((id) => !except.has(id));
  }),

  /** Marks these requests; answers the marks of those that are different now, as they were before. */
  annotate: write(
    (
      db,
      workspaceId: string,
      requestIds: readonly string[],
      marks: AnnotationChange,
      now: number,
    ): Annotation[] => {
      return requestIds.flatMap((id) => {
        const row = rowOf(db, workspaceId, id);
        const before = row === undefined ? undefined : marksOf(db, row);
        const done =
          row !== undefined && before && mark(db, workspaceId, row, before, changed(before, marks), now);
        return done ? [before] : [];
      });
    },
  ),

  /** Puts marks back as they were; answers the ids of the requests that are different now. */
  restore: write((db, workspaceId: string, annotations: readonly Annotation[], now: number): string[] => {
    return annotations.flatMap((wanted) => {
      const row = rowOf(db, workspaceId, wanted.requestId);
      const before = row === undefined ? undefined : marksOf(db, row);
      const done = row !== undefined && before && mark(db, workspaceId, row, before, wanted, now);
      return done ? [wanted.requestId] : [];
    });
  }),

  /** False where the workspace tracks no such request. */
  setNotes: write((db, workspaceId: string, requestId: string, notes: string, now: number): boolean => {
    const row = rowOf(db, workspaceId, requestId);
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
  seen: write((db, workspaceId: string, requestIds: readonly string[]): string[] =>
    requestIds.filter(
      (id) =>
        change(
          db,
          'UPDATE requests SET unseen = 0 WHERE workspace_id = ? AND request_id = ? AND unseen = 1',
          workspaceId,
          id,
        ) > 0,
    ),
  ),
};

function marksOf(db: DatabaseSync, row: number): Annotation | undefined {
  const found = one(db, 'SELECT request_id, verdict, archived FROM requests WHERE row = ?', row);
  return found && rowToAnnotation(found, tagsOf(db, row));
}

function rowToAnnotation(row: Row, tags: readonly string[]): Annotation {
  return {
    requestId: text(row, 'request_id'),
    verdict: verdictOf(row),
    tags: [...tags],
    archived: integer(row, 'archived') === 1,
  };
}

function tagsOf(db: DatabaseSync, row: number): string[] {
  return all(
    db,
    `SELECT request_tags.tag FROM request_tags JOIN facets ON facets.workspace_id = request_tags.workspace_id
       AND facets.kind = 'tag' AND facets.value = request_tags.tag
     WHERE request_tags.row = ? ORDER BY facets.sort_key, facets.value`,
    row,
  ).map((each) => text(each, 'tag'));
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
  workspaceId: string,
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
      'UPDATE requests SET verdict = ?, archived = ? WHERE row = ?',
      after.verdict,
      Number(after.archived),
      row,
    );
  }
  if (otherVerdict) {
    appendEventOf(db, row, now, { code: 'verdict_set', values: { verdict: after.verdict } });
  }
  for (const tag of added) {
    facetId(db, workspaceId, 'tag', tag);
    change(
      db,
      'INSERT OR IGNORE INTO request_tags (workspace_id, tag, row) VALUES (?, ?, ?)',
      workspaceId,
      tag,
      row,
    );
  }
  for (const tag of removed) {
    change(
      db,
      'DELETE FROM request_tags WHERE workspace_id = ? AND tag = ? AND row = ?',
      workspaceId,
      tag,
      row,
    );
  }
  return true;
}
