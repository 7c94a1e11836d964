import { type PolicyProblem, policyProblem } from '../../shared/policy.ts';
import { JsonProblem, parseStrictJson } from './strict-json.ts';

/** A policy that exists but can't be read. */
type Unreadable = { readonly kind: 'unreadable'; readonly problem: PolicyProblem };

/** The content of a policy source. */
export type FoundPolicy =
  | { readonly kind: 'absent' }
  /** A document that is not validated yet, and problems found while reading it. */
  | { readonly kind: 'document'; readonly document: unknown; readonly problems?: readonly PolicyProblem[] }
  /** Something that can't be read or trusted. */
  | Unreadable;

/** Bytes. */
export const MAX_POLICY_SIZE = 1024 * 1024;

/** Parses a policy file: JSON in UTF-8 or, with a byte order mark, UTF-16. White space alone means no policy. */
export function readPolicyText(bytes: Uint8Array): FoundPolicy {
  if (bytes.length > MAX_POLICY_SIZE) {
    return unreadable(policyProblem('', 'too_large', { mostBytes: MAX_POLICY_SIZE }));
  }
  const text = decodePolicyText(bytes);
  if (text === undefined) return unreadable(policyProblem('', 'not_text'));
  if (text.trim() === '') return { kind: 'absent' };
  try {
    return { kind: 'document', document: parseStrictJson(text) };
  } catch (error) {
    if (error instanceof JsonProblem) return unreadable(error.problem);
    throw error;
  }
}

export function unreadable(problem: PolicyProblem): Unreadable {
  return { kind: 'unreadable', problem };
}

/** Windows editors write UTF-16, and add byte order marks to both encodings. */
export function decodePolicyText(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  try {
    if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le', { fatal: true }).decode(bytes);
    if (first === 0xfe && second === 0xff && bytes.length % 2 === 0) {
      return new TextDecoder('utf-16le', { fatal: true }).decode(Buffer.from(bytes).swap16());
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
