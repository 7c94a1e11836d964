import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { DescribedField } from '../../../shared/described-field.ts';
import { describedFields } from '../../../shared/library.ts';
import { all, change, text, upsert } from '../operation.ts';
import { questionnairesOf } from './facets.ts';
import { ownDescribedOf } from './own-descriptions.ts';
import { addPin, pinsOf } from './pinned-values.ts';
import { appliedMeaning, policyMeaningDigest, policyMeaningOf } from './policy-meaning.ts';
import { scheduleBackfill } from './results-backfill.ts';

/** Described fields by the ID of their questionnaire. */
const stored = z.array(z.tuple([z.string(), describedFields]));

/**
 * Makes the stored columns of a workspace's results go by what the policy in force says about the questionnaires it has:
 * pins newly described fields, and schedules the results to be read again (`backfillBatch`). True if that changes anything.
 * Runs in the caller's transaction.
 */
export function applyPolicyMeaning(db: DatabaseSync, workspaceId: string): boolean {
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
  store(db, workspaceId, now);
  if (changed.size > 0) scheduleBackfill(db, workspaceId, [...changed]);
  return changed.size > 0;
}

function storedMeaning(db: DatabaseSync, workspaceId: string) {
  const row = appliedMeaning(db, workspaceId);
  return row ? stored.parse(JSON.parse(text(row, 'described'))) : [];
}

function store(
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
export function changedPaths(
  before: readonly DescribedField[],
  now: readonly DescribedField[],
): readonly string[] {
  const isIn = (fields: readonly DescribedField[], field: DescribedField): boolean =>
    fields.some((each) => JSON.stringify(each) === JSON.stringify(field));
  return [...before.filter((field) => !isIn(now, field)), ...now.filter((field) => !isIn(before, field))].map(
    ({ path }) => path,
  );
}

/** Newly described fields are pinned automatically up to this number of pins. */
const MAX_PINNED = 50;

/** Pins the fields that were not described before. */
export function pinNew(
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
