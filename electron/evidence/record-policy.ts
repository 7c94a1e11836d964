import { createHash } from 'node:crypto';
import { canonicalJson, type EvidenceFacts } from '../../shared/evidence.ts';
import { FREE, type Policy } from '../policy/judge-policy.ts';
import { type JudgedQuestionnaires, NO_QUESTIONNAIRES } from '../policy/judge-questionnaires.ts';

/**
 * What the evidence records of a policy: a hash of it as it is in force, without its secrets and numbers, and one of what it says about
 * questionnaires' results; null without one.
 */
export function policyFacts(policy: Policy): EvidenceFacts | null {
  if (policy === FREE) return null;
  const { questionnaires, problems } = policy;
  const hasMeaning = questionnaires !== NO_QUESTIONNAIRES;
  return {
    policy: hashOf(policy),
    problems: problems.length,
    questionnaires: hasMeaning ? hashOf(questionnaires) : null,
  };
}

function hashOf(part: Policy | JudgedQuestionnaires): string {
  const plain: unknown = JSON.parse(JSON.stringify(part, withoutSecrets));
  return createHash('sha256').update(canonicalJson(plain)).digest('hex');
}

/**
 * Sets as lists, numbers as text (canonical JSON has only whole ones), and what could be guessed left out: client secrets,
 * and the numbers that nobody may call, of which entries of their own say how many came and went.
 */
function withoutSecrets(key: string, value: unknown): unknown {
  if (key === 'clientSecret') return undefined;
  if (key === 'numbers' && Array.isArray(value)) return String(value.length);
  if (value instanceof Set) return [...value].toSorted();
  return typeof value === 'number' ? String(value) : value;
}
