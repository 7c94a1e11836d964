import type { DatabaseSync } from 'node:sqlite';
import type { DescribedField } from '../../../shared/described-field.ts';
import type {
  LibraryEntry,
  LibraryEntryFields,
  LibraryKey,
  LibraryKind,
  LibraryLabel,
  LibrarySnapshot,
  LibraryUsage,
} from '../../../shared/library.ts';
import type { Submission } from '../../../shared/submission.ts';
import { all, change, integer, read, text, upsert } from '../operation.ts';
import { answerExamples } from '../requests/answer-examples.ts';
import { applyPolicyMeaning, changedPaths, pinNew } from '../requests/apply-policy-meaning.ts';
import { markShownResults } from '../requests/covering.ts';
import { renameFacet } from '../requests/facets.ts';
import { BY_KEY, findEntry, NO_LABEL, shownEntries, shownEntry } from '../requests/library-entries.ts';
import type { Questionnaire } from '../requests/own-descriptions.ts';
import { isMeaningLocked, policyMeaningOf } from '../requests/policy-meaning.ts';
import { scheduleBackfill, writeAndBackfill } from '../requests/results-backfill.ts';
import { IS_OPEN, OPEN_ROWS } from './submission-row.ts';

/** Adds the ids of submissions to the Library, once each, to suggest them next time; in the caller's transaction. */
export function rememberIds(db: DatabaseSync, submissions: readonly Submission[]): void {
  const used = new Map<string, readonly [LibraryKind, string, Submission]>();
  for (const submission of submissions) {
    for (const [kind, id] of [
      ['job_description', submission.jobDescriptionId],
      ['questionnaire', submission.questionnaireTemplateId],
    ] as const) {
      used.set(JSON.stringify([submission.workspaceId, kind, id]), [kind, id, submission]);
    }
  }
  for (const [kind, serviceId, { workspaceId, createdAt }] of used.values()) {
    const isNewToPolicy =
      kind === 'questionnaire' &&
      policyMeaningOf(db, serviceId) !== undefined &&
      findEntry(db, workspaceId, { kind, serviceId }) === undefined;
    upsert(
      db,
      'library',
      { workspace_id: workspaceId, kind, service_id: serviceId, name: '', note: '' },
      { last_used_at: createdAt },
    );
    if (isNewToPolicy) applyPolicyMeaning(db, workspaceId);
  }
}

export const libraryStore = {
  /** The entries of a workspace, of one kind or all, the last used first; questionnaires with what their results mean. */
  list: read(shownEntries),

  /** How often each id was submitted and accepted. */
  usage: read((db, workspaceId: string): LibraryUsage[] => [
    ...usageOf(db, workspaceId, 'job_description', 'job_description_id'),
    ...usageOf(db, workspaceId, 'questionnaire', 'questionnaire_template_id'),
  ]),

  /** What the newest answers to a questionnaire had in its result fields. */
  examples: read(answerExamples),

  /** Adds or changes an entry; keeps its default questionnaire, archive and fields if they are undefined. */
  save: writeAndBackfill((db, workspaceId: string, fields: LibraryEntryFields): LibraryEntry => {
    const known = findEntry(db, workspaceId, fields);
    storeLabel(db, workspaceId, {
      ...fields,
      defaultQuestionnaireId:
        fields.defaultQuestionnaireId === undefined
          ? (known?.defaultQuestionnaireId ?? null)
          : fields.defaultQuestionnaireId,
      archived: fields.archived ?? known?.archived ?? false,
      fields: fields.fields ?? known?.fields ?? [],
    });
    const saved = findEntry(db, workspaceId, fields);
    if (!saved) throw new Error('The Library entry was not stored.');
    return shownEntry(db, workspaceId, saved);
  }),

  /**
   * Describes a field of a questionnaire's results, or removes its description (null); gives the previous entry. Undefined,
   * with nothing changed, where the organisation's policy locks it.
   */
  describe: writeAndBackfill(
    (
      db,
      workspaceId: string,
      questionnaireId: string,
      path: string,
      field: DescribedField | null,
    ): LibrarySnapshot | undefined => {
      if (isMeaningLocked(db, questionnaireId)) return undefined;
      const key = { kind: 'questionnaire', serviceId: questionnaireId } as const;
      const before = findEntry(db, workspaceId, key) ?? null;
      const others = (before?.fields ?? [])
        .filter((each) => each.path !== path)
        .map((each) => (field?.headline ? { ...each, headline: false } : each));
      const entry = before ?? { ...key, ...NO_LABEL };
      store(db, workspaceId, { ...entry, fields: field ? [...others, { ...field, path }] : others });
      return { ...key, before };
    },
  ),

  /** Removes an entry; gives what it was. */
  remove: writeAndBackfill(
    (db, workspaceId: string, kind: LibraryKind, serviceId: string): LibrarySnapshot => {
      const key = { kind, serviceId };
      const before = findEntry(db, workspaceId, key) ?? null;
      drop(db, workspaceId, key);
      return { ...key, before };
    },
  ),

  /**
   * Makes what is stored of results go by the organisation's policy, and by what can be seen under it; true if results have to
   * be read again.
   */
  applyPolicy: writeAndBackfill((db, workspaceId: string): boolean => {
    const isChanged = applyPolicyMeaning(db, workspaceId);
    markShownResults(db, workspaceId);
    return isChanged;
  }),

  /** Stores entries; gives their previous states. */
  merge: writeAndBackfill((db, workspaceId: string, entries: readonly LibraryLabel[]): LibrarySnapshot[] =>
    entries.map((entry) => {
      const { kind, serviceId } = entry;
      const before = findEntry(db, workspaceId, entry) ?? null;
      storeLabel(db, workspaceId, entry);
      return { kind, serviceId, before };
    }),
  ),

  /** Restores entries to earlier states. An id that was first used since then stays, without a label. */
  restore: writeAndBackfill((db, workspaceId: string, snapshots: readonly LibrarySnapshot[]): void => {
    for (const { before, ...key } of snapshots) {
      const usedSince = findEntry(db, workspaceId, key)?.lastUsedAt ?? null;
      if (!before && usedSince === null) {
        drop(db, workspaceId, key);
        continue;
      }
      store(db, workspaceId, before ?? { ...key, ...NO_LABEL });
      mergeLastUse(db, workspaceId, key, before?.lastUsedAt ?? null);
    }
  }),
};

/** Stores an entry, with the described fields that are stored already if the organisation's policy locks them. */
function storeLabel(db: DatabaseSync, workspaceId: string, entry: LibraryLabel): void {
  const isLocked = entry.kind === 'questionnaire' && isMeaningLocked(db, entry.serviceId);
  const fields = isLocked ? (findEntry(db, workspaceId, entry)?.fields ?? []) : entry.fields;
  store(db, workspaceId, { ...entry, fields });
}

/** Stores an entry; all writes of labels go through here. */
function store(db: DatabaseSync, workspaceId: string, entry: LibraryLabel): void {
  const before = findEntry(db, workspaceId, entry)?.fields ?? [];
  const fields = entry.kind === 'questionnaire' ? entry.fields : [];
  const key = { workspace_id: workspaceId, kind: entry.kind, service_id: entry.serviceId };
  upsert(db, 'library', key, {
    name: entry.name,
    note: entry.note,
    default_questionnaire_id: entry.kind === 'job_description' ? entry.defaultQuestionnaireId || null : null,
    archived: Number(entry.archived),
    fields: JSON.stringify(fields),
  });
  renameFacet(db, workspaceId, entry.kind, entry.serviceId);
  applyFields(db, { workspaceId, id: entry.serviceId }, before, fields);
}

/** Pins newly described fields, and schedules a backfill for changed ones; neither where the policy describes them. */
function applyFields(
  db: DatabaseSync,
  questionnaire: Questionnaire,
  before: readonly DescribedField[],
  now: readonly DescribedField[],
): void {
  const { workspaceId, id } = questionnaire;
  if (policyMeaningOf(db, id)) {
    applyPolicyMeaning(db, workspaceId);
    return;
  }
  const changed = changedPaths(before, now);
  if (changed.length === 0) return;
  pinNew(db, workspaceId, { known: before, now });
  scheduleBackfill(db, workspaceId, changed);
  markShownResults(db, workspaceId);
}

/** Deletes an entry; all deletions go through here. */
function drop(db: DatabaseSync, workspaceId: string, { kind, serviceId }: LibraryKey): void {
  const before = findEntry(db, workspaceId, { kind, serviceId })?.fields ?? [];
  change(db, `DELETE FROM library ${BY_KEY}`, workspaceId, kind, serviceId);
  renameFacet(db, workspaceId, kind, serviceId);
  applyFields(db, { workspaceId, id: serviceId }, before, []);
}

/** Sets the last use, unless the stored one is later. */
function mergeLastUse(db: DatabaseSync, workspaceId: string, key: LibraryKey, at: number | null): void {
  const latest = 'nullif(max(coalesce(last_used_at, 0), coalesce(?, 0)), 0)';
  const sql = `UPDATE library SET last_used_at = ${latest} ${BY_KEY}`;
  change(db, sql, at, workspaceId, key.kind, key.serviceId);
}

/** Counts accepted submissions from `request_counts`, and the few others with a query. */
function usageOf(
  db: DatabaseSync,
  workspaceId: string,
  kind: LibraryKind,
  column: 'job_description_id' | 'questionnaire_template_id',
): LibraryUsage[] {
  return all(
    db,
    `WITH uses AS (
       SELECT ${column} AS service_id, sum(n) AS requests, 0 AS others FROM request_counts
       WHERE workspace_id = ? GROUP BY 1
       UNION ALL
       SELECT ${column}, 0, count(*) FROM ${OPEN_ROWS}
       WHERE workspace_id = ? AND ${IS_OPEN} AND state <> 'draft' GROUP BY 1)
     SELECT service_id, sum(requests) AS requests, sum(requests + others) AS submissions
     FROM uses GROUP BY service_id ORDER BY service_id`,
    workspaceId,
    workspaceId,
  ).map((row) => ({
    kind,
    serviceId: text(row, 'service_id'),
    submissions: integer(row, 'submissions'),
    requests: integer(row, 'requests'),
  }));
}
