import { createHash } from 'node:crypto';
import { canonicalJson, type EvidenceFacts } from '../../shared/evidence.ts';
import { FREE, type Policy } from '../policy/judge-policy.ts';

/** What the evidence records of a policy: a hash of it as it is in force, without its secrets; null without one. */
export function policyFacts(policy: Policy): EvidenceFacts | null {
  if (policy === FREE) return null;
  const plain: unknown = JSON.parse(JSON.stringify(policy, withoutSecrets));
  const hash = createHash('sha256').update(canonicalJson(plain)).digest('hex');
  return { policy: hash, problems: policy.problems.length };
}

/** Sets as lists, numbers as text (canonical JSON has only whole ones), and no client secret: it could be guessed. */
function withoutSecrets(key: string, value: unknown): unknown {
  if (key === 'clientSecret') return undefined;
  if (value instanceof Set) return [...value].toSorted();
  return typeof value === 'number' ? String(value) : value;
}
