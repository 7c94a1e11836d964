import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { DescribedField } from '../../../shared/described-field.ts';
import { one, type Row, text } from '../operation.ts';

/** What the organisation's policy says about the results of questionnaires (policy/meaning-overlay.ts). */
export interface PolicyMeaning {
  readonly described: readonly { readonly id: string; readonly fields: readonly DescribedField[] }[];
  /** Nobody can describe any other questionnaire either. */
  readonly locked: boolean;
}

interface MeaningInForce {
  readonly byId: ReadonlyMap<string, readonly DescribedField[]>;
  readonly locked: boolean;
  /** Of the descriptions; null: there are none. */
  readonly digest: string | null;
}

const NONE: MeaningInForce = { byId: new Map(), locked: false, digest: null };

/** By connection. Only what the stored columns of results go by is stored: a full disk must not change any meaning. */
const setByPolicy = new WeakMap<DatabaseSync, MeaningInForce>();

function inForce(db: DatabaseSync): MeaningInForce {
  return setByPolicy.get(db) ?? NONE;
}

/** Sets what questionnaires' results mean in every workspace, in place of its Library. */
export function setPolicyMeaning(db: DatabaseSync, { described, locked }: PolicyMeaning): void {
  const json = JSON.stringify(described.toSorted((one, other) => (one.id < other.id ? -1 : 1)));
  setByPolicy.set(db, {
    byId: new Map(described.map(({ id, fields }) => [id, fields])),
    locked,
    digest: described.length === 0 ? null : createHash('sha256').update(json).digest('hex'),
  });
}

/** Takes it along when the database is opened anew. */
export function keepPolicyMeaning(before: DatabaseSync, after: DatabaseSync): void {
  setByPolicy.set(after, inForce(before));
}

/** The questionnaires that the policy describes. */
export function policyMeanings(db: DatabaseSync): ReadonlyMap<string, readonly DescribedField[]> {
  return inForce(db).byId;
}

/** What the policy says about a questionnaire; undefined if it leaves that to the Library. */
export function policyMeaningOf(db: DatabaseSync, id: string): readonly DescribedField[] | undefined {
  return inForce(db).byId.get(id);
}

/** Names what the policy describes; null: nothing. */
export function policyMeaningDigest(db: DatabaseSync): string | null {
  return inForce(db).digest;
}

/** What the stored columns of a workspace's results go by; undefined: by the Library alone. */
export function appliedMeaning(db: DatabaseSync, workspaceId: string): Row | undefined {
  return one(db, 'SELECT digest, described FROM policy_descriptions WHERE workspace_id = ?', workspaceId);
}

/** Whether they don't go by the policy in force yet. */
export function isPolicyMeaningPending(db: DatabaseSync, workspaceId: string): boolean {
  const row = appliedMeaning(db, workspaceId);
  return (row ? text(row, 'digest') : null) !== policyMeaningDigest(db);
}

/** Whether nobody can change what a questionnaire's results mean. */
export function isMeaningLocked(db: DatabaseSync, id: string): boolean {
  const { byId, locked } = inForce(db);
  return locked || byId.has(id);
}
