import type { DatabaseSync } from 'node:sqlite';
import type { DescribedField } from '../../../shared/described-field.ts';
import {
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
import { all, change, integer, integerOrNull, one, type Row, read, text, textOrNull } from '../operation.ts';
import { describedIn } from '../requests/described-fields.ts';
import { nameFacet } from '../requests/facets.ts';
import { addPin, pinsOf } from '../requests/pinned-values.ts';
import { readAgain, writeAndRead } from '../requests/results-backfill.ts';

/** Ids typed into submissions are offered the next time; part of the caller's transaction. Of thousands, most name the same. */
export function rememberIds(db: DatabaseSync, submissions: readonly Submission[]): void {
  const used = new Map<string, readonly [LibraryKind, string, Submission]>();
  for (const each of submissions) {
    const { workspaceId, jobDescriptionId, questionnaireTemplateId } = each;
    used.set(JSON.stringify([workspaceId, 0, jobDescriptionId]), ['job_description', jobDescriptionId, each]);
    used.set(JSON.stringify([workspaceId, 1, questionnaireTemplateId]), [
      'questionnaire',
      questionnaireTemplateId,
      each,
    ]);
  }
  for (const [kind, serviceId, { workspaceId, createdAt }] of used.values())
    change(
      db,
      `INSERT INTO library (workspace_id, kind, service_id, name, note, last_used_at) VALUES (?, ?, ?, '', '', ?)
       ON CONFLICT DO UPDATE SET last_used_at = excluded.last_used_at`,
      workspaceId,
      kind,
      serviceId,
      createdAt,
    );
}

export const libraryStore = {
  /** Entries of a workspace (of one kind, or all), the last used first. */
  list: read((db, workspaceId: string, kind: LibraryKind | undefined): LibraryEntry[] =>
    all(
      db,
      `SELECT * FROM library WHERE workspace_id = ? AND (? IS NULL OR kind = ?)
       ORDER BY last_used_at DESC NULLS LAST, name COLLATE NOCASE, service_id`,
      workspaceId,
      kind ?? null,
      kind ?? null,
    ).map(rowToEntry),
  ),

  /** How often each id was submitted and accepted. */
  usage: read((db, workspaceId: string): LibraryUsage[] => [
    ...usageOf(db, workspaceId, 'job_description', 'job_description_id'),
    ...usageOf(db, workspaceId, 'questionnaire', 'questionnaire_template_id'),
  ]),

  /** Adds an entry or changes it; a default questionnaire or archive that is left out stays as it is. */
  save: writeAndRead((db, workspaceId: string, fields: LibraryEntryFields): LibraryEntry => {
    const known = find(db, workspaceId, fields);
    store(db, workspaceId, {
      ...fields,
      defaultQuestionnaireId:
        fields.defaultQuestionnaireId === undefined
          ? (known?.defaultQuestionnaireId ?? null)
          : fields.defaultQuestionnaireId,
      archived: fields.archived ?? known?.archived ?? false,
      fields: fields.fields ?? known?.fields ?? [],
    });
    const saved = find(db, workspaceId, fields);
    if (!saved) throw new Error('The Library entry was not stored.');
    return saved;
  }),

  /** Describes one field of a questionnaire's results, or takes that away (null); answers how the entry was before. */
  describe: writeAndRead(
    (
      db,
      workspaceId: string,
      questionnaireId: string,
      path: string,
      field: DescribedField | null,
    ): LibrarySnapshot => {
      const key = { kind: 'questionnaire', serviceId: questionnaireId } as const;
      const before = find(db, workspaceId, key) ?? null;
      const others = (before?.fields ?? [])
        .filter((each) => each.path !== path)
        .map((each) => (field?.headline ? { ...each, headline: false } : each));
      const entry = before ?? { ...key, ...NO_LABEL };
      store(db, workspaceId, { ...entry, fields: field ? [...others, { ...field, path }] : others });
      return { ...key, before };
    },
  ),

  /** Takes an entry away; answers what it was. */
  remove: writeAndRead((db, workspaceId: string, kind: LibraryKind, serviceId: string): LibrarySnapshot => {
    const key = { kind, serviceId };
    const before = find(db, workspaceId, key) ?? null;
    drop(db, workspaceId, key);
    return { ...key, before };
  }),

  /** Stores all of these; answers what each was before. */
  merge: writeAndRead((db, workspaceId: string, entries: readonly LibraryLabel[]): LibrarySnapshot[] =>
    entries.map((entry) => {
      const { kind, serviceId } = entry;
      const before = find(db, workspaceId, entry) ?? null;
      store(db, workspaceId, entry);
      return { kind, serviceId, before };
    }),
  ),

  /** Puts entries back as they were. An id used for the first time since then stays, without a label. */
  restore: writeAndRead((db, workspaceId: string, snapshots: readonly LibrarySnapshot[]): void => {
    for (const { before, ...key } of snapshots) {
      const usedSince = find(db, workspaceId, key)?.lastUsedAt ?? null;
      if (!before && usedSince === null) {
        drop(db, workspaceId, key);
        continue;
      }
      store(db, workspaceId, before ?? { ...key, ...NO_LABEL });
      noteUse(db, workspaceId, key, before?.lastUsedAt ?? null);
    }
  }),
};

const NO_LABEL = { name: '', note: '', defaultQuestionnaireId: null, archived: false, fields: [] } as const;

/** The one place that writes what an entry says. */
function store(db: DatabaseSync, workspaceId: string, entry: LibraryLabel): void {
  const before = find(db, workspaceId, entry)?.fields ?? [];
  const fields = entry.kind === 'questionnaire' ? entry.fields : [];
  change(
    db,
    `INSERT INTO library (workspace_id, kind, service_id, name, note, default_questionnaire_id, archived, fields)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET name = excluded.name, note = excluded.note,
       default_questionnaire_id = excluded.default_questionnaire_id, archived = excluded.archived,
       fields = excluded.fields`,
    workspaceId,
    entry.kind,
    entry.serviceId,
    entry.name,
    entry.note,
    entry.kind === 'job_description' ? entry.defaultQuestionnaireId || null : null,
    Number(entry.archived),
    JSON.stringify(fields),
  );
  nameFacet(db, workspaceId, entry.kind, entry.serviceId);
  followFields(db, workspaceId, before, fields);
}

/** With more columns than this, what is described anew is no column by itself. */
const MOST_PINNED = 50;

/** What is described anew becomes a column, and what the list says of requests follows. */
function followFields(
  db: DatabaseSync,
  workspaceId: string,
  before: readonly DescribedField[],
  now: readonly DescribedField[],
): void {
  const isIn = (fields: readonly DescribedField[], field: DescribedField): boolean =>
    fields.some((each) => JSON.stringify(each) === JSON.stringify(field));
  const changed = [
    ...before.filter((field) => !isIn(now, field)),
    ...now.filter((field) => !isIn(before, field)),
  ].map(({ path }) => path);
  if (changed.length === 0) return;
  const known = new Set([...before, ...pinsOf(db, workspaceId)].map(({ path }) => path));
  for (const { path, label, smallest } of now) {
    if (known.has(path) || pinsOf(db, workspaceId).length >= MOST_PINNED) continue;
    addPin(db, workspaceId, { path, label, kind: smallest === null ? 'text' : 'number' });
  }
  readAgain(db, workspaceId, changed);
}

/** The one place that takes an entry away. */
function drop(db: DatabaseSync, workspaceId: string, { kind, serviceId }: LibraryKey): void {
  const before = find(db, workspaceId, { kind, serviceId })?.fields ?? [];
  change(
    db,
    'DELETE FROM library WHERE workspace_id = ? AND kind = ? AND service_id = ?',
    workspaceId,
    kind,
    serviceId,
  );
  nameFacet(db, workspaceId, kind, serviceId);
  followFields(db, workspaceId, before, []);
}

/** Uses since then count as well: the later of both stays. */
function noteUse(
  db: DatabaseSync,
  workspaceId: string,
  { kind, serviceId }: LibraryKey,
  at: number | null,
): void {
  change(
    db,
    `UPDATE library SET last_used_at = nullif(max(coalesce(last_used_at, 0), coalesce(?, 0)), 0)
     WHERE workspace_id = ? AND kind = ? AND service_id = ?`,
    at,
    workspaceId,
    kind,
    serviceId,
  );
}

function find(
  db: DatabaseSync,
  workspaceId: string,
  { kind, serviceId }: LibraryKey,
): LibraryEntry | undefined {
  const row = one(
    db,
    'SELECT * FROM library WHERE workspace_id = ? AND kind = ? AND service_id = ?',
    workspaceId,
    kind,
    serviceId,
  );
  return row && rowToEntry(row);
}

/** Accepted ones are counted already (`request_counts`), and of all others there are few. */
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
       SELECT ${column}, 0, count(*) FROM submissions INDEXED BY submissions_open
       WHERE workspace_id = ? AND state NOT IN ('accepted', 'discarded') AND state <> 'draft' GROUP BY 1)
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

function rowToEntry(row: Row): LibraryEntry {
  const kind = LIBRARY_KINDS.find((known) => known === row['kind']);
  if (!kind) throw new TypeError(`Unknown Library kind: ${String(row['kind'])}`);
  return {
    kind,
    serviceId: text(row, 'service_id'),
    name: text(row, 'name'),
    note: text(row, 'note'),
    defaultQuestionnaireId: textOrNull(row, 'default_questionnaire_id'),
    archived: integer(row, 'archived') === 1,
    fields: describedIn(text(row, 'fields')),
    lastUsedAt: integerOrNull(row, 'last_used_at'),
  };
}
