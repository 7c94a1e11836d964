import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { DescribedField } from '../../../shared/described-field.ts';
import {
  describedFields,
  LIBRARY_KINDS,
  type LibraryEntry,
  type LibraryEntryFields,
  type LibraryKey,
  type LibraryKind,
  type LibraryLabel,
  type LibrarySnapshot,
  type LibraryUsage,
} from '../../../shared/library.ts';
import type { Submission } from '../../../shared/submission.ts';
import {
  all,
  change,
  integer,
  integerOrNull,
  one,
  oneOf,
  type Row,
  read,
  text,
  textOrNull,
  upsert,
  write,
} from '../operation.ts';
import { answerExamples, scoreOffer } from '../requests/answer-examples.ts';
import { markShownResults } from '../requests/covering.ts';
import {
  appliedMeaning,
  describedOf,
  isMeaningLocked,
  policyMeaningDigest,
  policyMeaningOf,
} from '../requests/described-fields.ts';
import { questionnairesOf, renameFacet } from '../requests/facets.ts';
import { describedIn, ownDescribedOf, type Questionnaire } from '../requests/own-descriptions.ts';
import { addPin, pinsOf } from '../requests/pinned-values.ts';
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

export const NO_LABEL = {
  name: '',
  note: '',
  defaultQuestionnaireId: null,
  archived: false,
  fields: [],
} as const;

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

  scoreOffer: read(scoreOffer),

  /** Never offers a score for the questionnaire again, or offers one once more. */
  declineScore: write((db, workspaceId: string, questionnaireId: string, isDeclined: boolean): void =>
    upsert(
      db,
      'library',
      { workspace_id: workspaceId, kind: 'questionnaire', service_id: questionnaireId, name: '', note: '' },
      { score_declined: Number(isDeclined) },
    ),
  ),

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

  replace: writeAndBackfill((db, workspaceId: string, entries: readonly LibraryLabel[]): LibrarySnapshot[] =>
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
      if (!before) {
        dropLabel(db, workspaceId, key);
        continue;
      }
      store(db, workspaceId, before);
      mergeLastUse(db, workspaceId, key, before.lastUsedAt);
    }
  }),
};

/** Stores an entry, with the described fields that are stored already if the organisation's policy locks them. */
export function storeLabel(db: DatabaseSync, workspaceId: string, entry: LibraryLabel): void {
  const isLocked = entry.kind === 'questionnaire' && isMeaningLocked(db, entry.serviceId);
  const fields = isLocked ? (findEntry(db, workspaceId, entry)?.fields ?? []) : entry.fields;
  store(db, workspaceId, { ...entry, fields });
}

/** Removes a label; an id that was used stays without one. */
export function dropLabel(db: DatabaseSync, workspaceId: string, { kind, serviceId }: LibraryKey): void {
  const key = { kind, serviceId };
  const lastUsedAt = findEntry(db, workspaceId, key)?.lastUsedAt ?? null;
  if (lastUsedAt === null) drop(db, workspaceId, key);
  else storeLabel(db, workspaceId, { ...key, ...NO_LABEL });
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
  const sql = `WITH uses AS (
      SELECT ${column} AS service_id, sum(n) AS requests, 0 AS others FROM request_counts
      WHERE workspace_id = ? GROUP BY 1
      UNION ALL
      SELECT ${column}, 0, count(*) FROM ${OPEN_ROWS}
      WHERE workspace_id = ? AND ${IS_OPEN} AND state <> 'draft' GROUP BY 1)
    SELECT service_id, sum(requests) AS requests, sum(requests + others) AS submissions
    FROM uses GROUP BY service_id ORDER BY service_id`;
  return all(db, sql, workspaceId, workspaceId).map((row) => ({
    kind,
    serviceId: text(row, 'service_id'),
    submissions: integer(row, 'submissions'),
    requests: integer(row, 'requests'),
  }));
}

const BY_KEY = 'WHERE workspace_id = ? AND kind = ? AND service_id = ?';

/** The entries of a workspace, of one kind or all, the last used first; questionnaires with what their results mean. */
function shownEntries(db: DatabaseSync, workspaceId: string, kind: LibraryKind | undefined): LibraryEntry[] {
  const entries = all(
    db,
    `SELECT * FROM library WHERE workspace_id = ? AND (? IS NULL OR kind = ?)
     ORDER BY last_used_at DESC NULLS LAST, name COLLATE NOCASE, service_id`,
    workspaceId,
    kind ?? null,
    kind ?? null,
  ).map((row) => shownEntry(db, workspaceId, rowToEntry(row)));
  return kind === 'job_description' ? entries : [...entries, ...removedEntries(db, workspaceId, entries)];
}

/** An entry with what the questionnaire's results mean. */
function shownEntry(db: DatabaseSync, workspaceId: string, entry: LibraryEntry): LibraryEntry {
  const { kind, serviceId: id } = entry;
  return kind === 'questionnaire' ? { ...entry, fields: describedOf(db, { workspaceId, id }) } : entry;
}

/** Entries for the questionnaires that the policy describes and requests have, but that a person removed. */
function removedEntries(
  db: DatabaseSync,
  workspaceId: string,
  entries: readonly LibraryEntry[],
): LibraryEntry[] {
  const known = new Set(entries.map(({ kind, serviceId }) => (kind === 'questionnaire' ? serviceId : '')));
  return questionnairesOf(db, workspaceId).flatMap((serviceId) => {
    const fields = policyMeaningOf(db, serviceId) ?? [];
    return fields.length === 0 || known.has(serviceId)
      ? []
      : [{ ...NO_LABEL, kind: 'questionnaire', serviceId, fields, archived: true, lastUsedAt: null }];
  });
}

/** An entry as it is stored, with what a person described. */
export function findEntry(db: DatabaseSync, workspaceId: string, key: LibraryKey): LibraryEntry | undefined {
  const row = one(db, `SELECT * FROM library ${BY_KEY}`, workspaceId, key.kind, key.serviceId);
  return row && rowToEntry(row);
}

function rowToEntry(row: Row): LibraryEntry {
  return {
    kind: oneOf(row, 'kind', LIBRARY_KINDS),
    serviceId: text(row, 'service_id'),
    name: text(row, 'name'),
    note: text(row, 'note'),
    defaultQuestionnaireId: textOrNull(row, 'default_questionnaire_id'),
    archived: integer(row, 'archived') === 1,
    fields: describedIn(text(row, 'fields')),
    lastUsedAt: integerOrNull(row, 'last_used_at'),
  };
}

const stored = z.array(z.tuple([z.string(), describedFields]));

/**
 * Makes the stored columns of a workspace's results go by what the policy in force says about the questionnaires it has:
 * pins newly described fields, and schedules the results to be read again (`backfillBatch`). True if that changes anything.
 * Runs in the caller's transaction.
 */
function applyPolicyMeaning(db: DatabaseSync, workspaceId: string): boolean {
  const before = new Map(storedMeaning(db, workspaceId));
  const now = new Map(
    knownQuestionnaires(db, workspaceId).flatMap((id) => {
      const fields = policyMeaningOf(db, id);
      return fields ? [[id, fields] as const] : [];
    }),
  );
  const changed = new Set<string>();
  for (const id of new Set([...before.keys(), ...now.keys()])) {
    const own = ownDescribedOf(db, { workspaceId, id });
    const [was, is] = [before.get(id) ?? own, now.get(id) ?? own];
    for (const path of changedPaths(was, is)) changed.add(path);
    pinNew(db, workspaceId, { known: [...was, ...own], now: is });
  }
  storePolicyMeaning(db, workspaceId, now);
  if (changed.size > 0) scheduleBackfill(db, workspaceId, [...changed]);
  return changed.size > 0;
}

function storedMeaning(db: DatabaseSync, workspaceId: string) {
  const row = appliedMeaning(db, workspaceId);
  return row ? stored.parse(JSON.parse(text(row, 'described'))) : [];
}

function storePolicyMeaning(
  db: DatabaseSync,
  workspaceId: string,
  described: ReadonlyMap<string, readonly DescribedField[]>,
): void {
  const digest = policyMeaningDigest(db);
  const row = appliedMeaning(db, workspaceId);
  if (digest === null) {
    if (row) change(db, 'DELETE FROM policy_descriptions WHERE workspace_id = ?', workspaceId);
    return;
  }
  const json = JSON.stringify([...described]);
  if (row?.['digest'] === digest && row['described'] === json) return;
  upsert(db, 'policy_descriptions', { workspace_id: workspaceId }, { digest, described: json });
}

/** The questionnaires that the Library of a workspace has, or that its requests have had. */
function knownQuestionnaires(db: DatabaseSync, workspaceId: string): readonly string[] {
  const sql = `SELECT service_id FROM library WHERE workspace_id = ? AND kind = 'questionnaire'`;
  const named = all(db, sql, workspaceId).map((row) => text(row, 'service_id'));
  return [...new Set([...named, ...questionnairesOf(db, workspaceId)])];
}

/** The paths of fields that are described in another way, or no longer, or newly. */
function changedPaths(before: readonly DescribedField[], now: readonly DescribedField[]): readonly string[] {
  const isIn = (fields: readonly DescribedField[], field: DescribedField): boolean =>
    fields.some((each) => JSON.stringify(each) === JSON.stringify(field));
  return [...before.filter((field) => !isIn(now, field)), ...now.filter((field) => !isIn(before, field))].map(
    ({ path }) => path,
  );
}

/** Newly described fields are pinned automatically up to this number of pins. */
const MAX_PINNED = 50;

/** Pins the fields that were not described before. */
function pinNew(
  db: DatabaseSync,
  workspaceId: string,
  { known, now }: { readonly known: readonly DescribedField[]; readonly now: readonly DescribedField[] },
): void {
  const kept = new Set([...known, ...pinsOf(db, workspaceId)].map(({ path }) => path));
  for (const { path, label, smallest } of now) {
    if (kept.has(path) || pinsOf(db, workspaceId).length >= MAX_PINNED) continue;
    addPin(db, workspaceId, { path, label, kind: smallest === null ? 'text' : 'number' });
  }
}
