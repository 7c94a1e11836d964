import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { pinnedValueOf } from '../../../shared/assessment-pins.ts';
import {
  BETTER_ENDS,
  type BetterEnd,
  type DescribedField,
  goodnessOf,
  type Headline,
  headlineOf,
} from '../../../shared/described-field.ts';
import type { Json, RequestRow } from '../../../shared/request.ts';
import { change, one, type Row, text } from '../operation.ts';
import { ownDescribedOf, ownDescriptions, type Questionnaire } from './own-descriptions.ts';
import { pinsOf, type ResultColumns, shareKey, storePinnedValues } from './pinned-values.ts';
import { sortKey } from './search.ts';

/**
 * What the result fields of a questionnaire mean, pinned or not: as the organisation's policy describes them, or else the
 * Library. Whatever goes by the meaning of a field asks here, or {@link describedByQuestionnaire}.
 */
export function describedOf(db: DatabaseSync, questionnaire: Questionnaire): readonly DescribedField[] {
  return policyMeaningOf(db, questionnaire.id) ?? ownDescribedOf(db, questionnaire);
}

/** The same for every described questionnaire of a workspace. */
export function describedByQuestionnaire(
  db: DatabaseSync,
  workspaceId: string,
): ReadonlyMap<string, readonly DescribedField[]> {
  return new Map([...ownDescriptions(db, workspaceId), ...policyMeanings(db)]);
}

/** The pinned fields of a workspace with their descriptions. */
export function resultColumns(db: DatabaseSync, questionnaire: Questionnaire): ResultColumns {
  const pins = pinsOf(db, questionnaire.workspaceId);
  const described =
    pins.length === 0
      ? []
      : describedOf(db, questionnaire).filter(({ path }) => pins.some((pin) => pin.path === path));
  return { pins, described };
}

/** {@link resultColumns} with a cache by questionnaire. */
export function columnsByQuestionnaire(db: DatabaseSync): (questionnaire: Questionnaire) => ResultColumns {
  const known = new Map<string, ResultColumns>();
  return (questionnaire) => {
    const key = JSON.stringify([questionnaire.workspaceId, questionnaire.id]);
    const columns = known.get(key) ?? resultColumns(db, questionnaire);
    known.set(key, columns);
    return columns;
  };
}

/** The headline and pinned values of results, as the list shows them. */
export function shownColumns(
  { pins, described }: ResultColumns,
  results: Json | undefined,
): Pick<RequestRow, 'headline' | 'pinned'> {
  const values = pins.flatMap((pin) => {
    const value = pinnedValueOf(results, pin);
    return value === undefined ? [] : [[pin.path, value] as const];
  });
  return { headline: headlineOf(results, described)?.text ?? null, pinned: Object.fromEntries(values) };
}

/** Stores the pinned values and the headline of a request in the caller's transaction. */
export function storeResultColumns(
  db: DatabaseSync,
  row: number,
  results: Json | undefined,
  questionnaire: string,
  columns: ResultColumns,
): void {
  storePinnedValues(db, columns, row, results);
  const headline = headlineOf(results, columns.described);
  const key = headline && headlineKey(headline, questionnaire);
  const sql = `UPDATE requests SET headline = ?1, headline_key = ?2
    WHERE row = ?3 AND (headline IS NOT ?1 OR headline_key IS NOT ?2)`;
  change(db, sql, headline?.text ?? null, key, row);
}

/** The field in a sort key of a headline, and which end of its scale is better; undefined without one. */
export function headlineIn(
  key: string | null,
): { readonly path: string; readonly better: BetterEnd | null } | undefined {
  const [, , path, , better] = key?.split(KEY_SEPARATOR) ?? [];
  return path === undefined ? undefined : { path, better: BETTER_ENDS.find((end) => end === better) ?? null };
}

const KEY_SEPARATOR = '\u0001';

/**
 * The sort key of a headline: groups headlines by label and questionnaire, then sorts better values higher. Null for a
 * value that isn't on its scale.
 */
function headlineKey(
  { value: { field, text: sent, scaled } }: Headline,
  questionnaire: string,
): string | null {
  if (field.smallest !== null && scaled === null) return null;
  const own = scaled ? shareKey(goodnessOf(scaled)) : sortKey(sent);
  return [sortKey(field.label), questionnaire, field.path, own, scaled?.better ?? ''].join(KEY_SEPARATOR);
}

/** What the organisation's policy says about the results of questionnaires (policy/policy-questionnaires.ts). */
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
function policyMeanings(db: DatabaseSync): ReadonlyMap<string, readonly DescribedField[]> {
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
