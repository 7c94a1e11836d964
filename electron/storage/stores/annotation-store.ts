import type { DatabaseSync } from 'node:sqlite';
import type { LibraryKind } from '../../../shared/library.ts';
import { VERDICTS, type Verdict } from '../../../shared/request.ts';
import type { Annotation, AnnotationChange, RequestSelection } from '../../../shared/request-filter.ts';
import type { DecisionRecord } from '../../privacy/decision-record.ts';
import { heldSubmission } from '../erasure/held-data.ts';
import { change, integer, one, oneOf, read, text, upsert, write } from '../operation.ts';
import { type Covering, coveringOf, markResultsOf } from '../requests/covering.ts';
import { describedOf } from '../requests/described-fields.ts';
import { facetId } from '../requests/facets.ts';
import { matchesOf, rowOf } from '../requests/filter-conditions.ts';
import { findAllIds } from '../requests/find-requests.ts';
import { tagsOf } from '../requests/request-rows.ts';
import { storedResults } from '../requests/results-backfill.ts';
import { indexRequest } from '../requests/search.ts';
import { appendEvidence } from './evidence-store.ts';
import { appendEventOf } from './history-store.ts';

/** The recruiter's verdicts, tags, notes and archive. `now`: UTC ms. */
export const annotationStore = {
  /** The ids of the selected requests. Read before a change, after which they may no longer match. */
  selected: read((db, workspaceId: string, selection: RequestSelection): string[] => {
    if ('requestIds' in selection) return [...new Set(selection.requestIds)];
    const except = new Set(selection.except);
    const ids = findAllIds(db, matchesOf(db, workspaceId, selection.filter));
    return ids.filter((id) => !except.has(id));
  }),

  /** Changes annotations; gives the previous ones of the requests that changed. */
  annotate: write(
    (
      db,
      workspaceId: string,
      requestIds: readonly string[],
      changes: AnnotationChange,
      now: number,
      by?: string,
    ): Annotation[] => {
      const reason = changes.verdict === undefined ? undefined : changes.reason;
      const giving = { now, by: by ?? '', reason, isRestored: false, covering: coveringOf(db, workspaceId) };
      return requestIds.flatMap(
        (id) => replaceAnnotation(db, workspaceId, id, (before) => changed(before, changes), giving) ?? [],
      );
    },
  ),

  /** Restores previous annotations; gives the ids of the requests that changed. */
  restore: write(
    (db, workspaceId: string, annotations: readonly Annotation[], now: number, by?: string): string[] => {
      const covering = coveringOf(db, workspaceId);
      const giving = { now, by: by ?? '', reason: undefined, isRestored: true, covering };
      return annotations
        .filter((annotation) =>
          replaceAnnotation(db, workspaceId, annotation.requestId, () => annotation, giving),
        )
        .map(({ requestId }) => requestId);
    },
  ),

  /** False if the workspace doesn't track the request. */
  setNotes: write((db, workspaceId: string, requestId: string, notes: string, now: number): boolean => {
    const row = rowOf(db, workspaceId, requestId);
    if (row === undefined) return false;
    const before = one(db, 'SELECT text FROM notes WHERE row = ?', row);
    if ((before ? text(before, 'text') : '') === notes) return true;
    if (notes === '') change(db, 'DELETE FROM notes WHERE row = ?', row);
    else upsert(db, 'notes', { row }, { text: notes });
    indexRequest(db, row, storedResults(db, row));
    const code = notes === '' ? 'notes_removed' : before ? 'notes_changed' : 'notes_written';
    appendEventOf(db, row, now, { code, values: null });
    return true;
  }),

  /** The results of these submissions were given to a person, covered or not: a verdict from now on tells. */
  showResults: write((db, submissionIds: readonly string[]): void => markResultsOf(db, submissionIds)),

  /** Marks requests as seen; gives the ids of those that had unseen changes. */
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

/** Gives the previous annotation; undefined if nothing changed. */
function replaceAnnotation(
  db: DatabaseSync,
  workspaceId: string,
  requestId: string,
  replace: (before: Annotation) => Annotation,
  giving: Giving,
): Annotation | undefined {
  const row = rowOf(db, workspaceId, requestId);
  const stored = one(db, 'SELECT verdict, archived FROM requests WHERE row = ?', row ?? null);
  if (row === undefined || !stored) return undefined;
  const before = {
    requestId,
    verdict: oneOf(stored, 'verdict', VERDICTS),
    tags: tagsOf(db, JSON.stringify([row])).get(row) ?? [],
    archived: integer(stored, 'archived') === 1,
  };
  const wanted = replace(before);
  const after = mayGive(db, row, wanted.verdict, giving) ? wanted : { ...wanted, verdict: before.verdict };
  return storeAnnotation(db, { workspaceId, row }, before, after, giving) ? before : undefined;
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

/** Stores the differences; false if there were none. */
function storeAnnotation(
  db: DatabaseSync,
  { workspaceId, row }: { readonly workspaceId: string; readonly row: number },
  before: Annotation,
  after: Annotation,
  giving: Giving,
): boolean {
  const added = after.tags.filter((tag) => !before.tags.includes(tag));
  const removed = before.tags.filter((tag) => !after.tags.includes(tag));
  const otherVerdict = after.verdict !== before.verdict;
  const otherColumns = otherVerdict || after.archived !== before.archived;
  // A verdict from before reasons were needed becomes the first one by its reason.
  const isReasoned = giving.reason !== undefined && after.verdict !== 'none' && isFirstVerdict(db, row);
  if (!otherColumns && !isReasoned && added.length === 0 && removed.length === 0) return false;
  if (otherColumns) {
    const sql = 'UPDATE requests SET verdict = ?, archived = ? WHERE row = ?';
    change(db, sql, after.verdict, Number(after.archived), row);
  }
  if (otherVerdict || isReasoned) recordVerdict(db, row, after.verdict, giving);
  for (const tag of added) {
    facetId(db, workspaceId, 'tag', tag);
    const sql = 'INSERT OR IGNORE INTO request_tags (workspace_id, tag, row) VALUES (?, ?, ?)';
    change(db, sql, workspaceId, tag, row);
  }
  for (const tag of removed) {
    const sql = 'DELETE FROM request_tags WHERE workspace_id = ? AND tag = ? AND row = ?';
    change(db, sql, workspaceId, tag, row);
  }
  return true;
}

/** How a verdict is given. */
interface Giving {
  /** UTC ms. */
  readonly now: number;
  /** The account on the computer. */
  readonly by: string;
  readonly reason: string | undefined;
  /** Whether it is given back by an undo; its reason, if it had one, is in the history. */
  readonly isRestored: boolean;
  readonly covering: Covering | undefined;
}

/**
 * Whether a verdict may be stored: where it comes before the score, it needs a reason. None needs none, and neither does one
 * that an undo gives back once nothing is covered any more.
 */
function mayGive(
  db: DatabaseSync,
  row: number,
  verdict: Verdict,
  { reason, covering, isRestored }: Giving,
): boolean {
  if (covering === undefined || verdict === 'none' || reason !== undefined) return true;
  return isRestored && !isFirstVerdict(db, row);
}

/** Whether the request has no verdict with a reason yet. */
function isFirstVerdict(db: DatabaseSync, row: number): boolean {
  return one(db, 'SELECT 1 FROM first_verdicts WHERE row = ?', row) === undefined;
}

/**
 * Records a verdict in the history and the evidence, in the caller's transaction. The first with a reason uncovers the
 * request for good: what was seen once can't be covered again.
 */
function recordVerdict(db: DatabaseSync, row: number, verdict: Verdict, giving: Giving): void {
  const { now, by, reason, covering } = giving;
  const request = one(
    db,
    `SELECT submissions.id, requests.has_results, requests.results_shown FROM requests JOIN submissions ON submissions.row = requests.row
     WHERE requests.row = ?`,
    row,
  );
  if (!request) throw new Error('Only tracked requests have verdicts.');
  const isFirst = isFirstVerdict(db, row);
  const isCovered = covering !== undefined && isFirst;
  const hasResults = integer(request, 'has_results') === 1;
  const wasShown = integer(request, 'results_shown') === 1;
  const seen = wasShown || (hasResults && !isCovered);
  // Seen, but not when the verdict was given.
  const covered = seen && isCovered;
  const why = reason === undefined ? {} : { reason };
  appendEventOf(db, row, now, {
    code: 'verdict_set',
    values: { verdict, seen, ...(covered && { covered }), ...why, ...(by !== '' && { by }) },
  });
  const about = { row, submissionId: text(request, 'id') };
  appendEvidence(db, {
    kind: 'verdict',
    at: now,
    facts: { verdict, seen, ...(covered && { covered }) },
    about: reason === undefined ? about : { ...about, personal: { reason } },
  });
  if (!isFirst || verdict === 'none' || reason === undefined) return;
  const sql =
    'INSERT INTO first_verdicts (row, verdict, at, given_by, seen, covered) VALUES (?, ?, ?, ?, ?, ?)';
  change(db, sql, row, verdict, now, by, Number(seen), Number(isCovered));
  if (isCovered) appendEvidence(db, { kind: 'revealed', at: now, facts: { verdict }, about });
}

export const decisionStore = {
  /**
   * What was recorded about the decision on a submission, or on the one with the same data whose request it shares; undefined
   * if there is none. `covered` while a verdict comes first: nothing of it may be seen before.
   */
  of: read((db, submissionId: string): DecisionRecord | 'covered' | undefined => {
    const sql = `SELECT submissions.workspace_id, requests.row, coalesce(owner.id, submissions.id) AS id FROM submissions
      LEFT JOIN requests ON requests.workspace_id = submissions.workspace_id
        AND requests.request_id = submissions.request_id
      LEFT JOIN submissions AS owner ON owner.row = requests.row WHERE submissions.id = ?`;
    const found = one(db, sql, submissionId);
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
