import { isDeepStrictEqual } from 'node:util';
import { readSafely } from '../../shared/read-safely.ts';
import { CodedError } from '../../shared/result.ts';
import {
  CONSENT_WORDING,
  RULE_PARTS,
  type RulePart,
  type WorkspaceRules,
  workspaceRules,
} from '../../shared/workspace-rules.ts';
import type { JudgedRules } from './judge-rules.ts';

/** A policy's effect on the rules of workspaces. Stored rules are kept underneath, for when the policy is removed. */
export interface RulesOverlay {
  /** Parts that override stored ones. */
  readonly values: Partial<WorkspaceRules>;
  /** Parts that can't be changed; those without a value keep the stored one. */
  readonly fixed: ReadonlySet<RulePart>;
  /** Consent is required in the stored wording: what the policy says about it can't be read. */
  readonly consentRequired: boolean;
}

export const NO_RULES_FIXED: RulesOverlay = { values: {}, fixed: new Set(), consentRequired: false };

/** The parts that can't be changed under this policy. */
export function fixedRules({ values, unclear }: JudgedRules): readonly RulePart[] {
  return RULE_PARTS.filter((part) => values[part] !== undefined || unclear[part] !== undefined);
}

/** What holds under a policy. `last`: the rules of the last policies, which still hold where this one can't be read. */
export function rulesOverlay(judged: JudgedRules, last: LastRules): RulesOverlay {
  const remembered = rulesToRemember(judged, last);
  // While what the policy says about covering can't be read, everything is covered that can be.
  const strict = judged.unclear.verdictFirst === 'invalid' && { verdictFirst: true };
  const values = { ...strict, ...remembered };
  const consentRequired = judged.unclear.consent === 'invalid' && values.consent === undefined;
  return { values, fixed: new Set(fixedRules(judged)), consentRequired };
}

/** What it says about a verdict before the score, in place of every workspace's own rule; null if it leaves that to them. */
export function policyVerdictMode(judged: JudgedRules, last: LastRules): boolean | null {
  return rulesOverlay(judged, last).values.verdictFirst ?? null;
}

/** Parts of rules as JSON, by name. */
export type LastRules = Readonly<Record<string, unknown>>;

/** The rules of this policy; where it can't be read, those of earlier ones. */
export function rulesToRemember({ values, unclear }: JudgedRules, last: LastRules): Partial<WorkspaceRules> {
  const earlier = RULE_PARTS.filter((part) => unclear[part]).map((part) => [
    part,
    readPart(part, last[part]),
  ]);
  return { ...Object.fromEntries(earlier.filter(([, value]) => value !== undefined)), ...values };
}

function readPart(part: RulePart, json: unknown): unknown {
  return json === undefined ? undefined : readSafely(workspaceRules.shape[part], json).data;
}

/** The effective rules. */
export function withRulesOverlay(
  stored: WorkspaceRules,
  { values, consentRequired }: RulesOverlay,
): WorkspaceRules {
  const wording = stored.consent.wording || CONSENT_WORDING;
  return {
    ...stored,
    ...(consentRequired && { consent: { asked: true, required: true, wording } }),
    ...values,
  };
}

/**
 * The rules to store after a change. Throws a CodedError `setting_set_by_organisation` if it would change a fixed part. The
 * current value of a fixed part is accepted but not stored: it is the policy's, not the person's.
 */
export function rulesToStore(
  stored: WorkspaceRules,
  wanted: WorkspaceRules,
  overlay: RulesOverlay,
): WorkspaceRules {
  const effective = withRulesOverlay(stored, overlay);
  const fixed = [...overlay.fixed];
  if (fixed.some((part) => !isDeepStrictEqual(wanted[part], effective[part]))) {
    throw new CodedError('setting_set_by_organisation');
  }
  return { ...wanted, ...Object.fromEntries(fixed.map((part) => [part, stored[part]])) };
}
