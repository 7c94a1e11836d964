import { type PolicyProblem, policyProblem } from '../../shared/policy.ts';
import { JsonProblem, parseStrictJson } from './strict-json.ts';

/** A policy that is there and cannot be read. */
type Unreadable = { readonly kind: 'unreadable'; readonly problem: PolicyProblem };

/** What a place where a policy may be holds. */
export type FoundPolicy =
  /** Nothing at all: no policy. */
  | { readonly kind: 'absent' }
  /** Something that says what it sets, not judged yet; and what of it could not be taken in. */
  | { readonly kind: 'document'; readonly document: unknown; readonly problems?: readonly PolicyProblem[] }
  /** There is something, and it cannot be read or trusted. */
  | Unreadable;

/** A policy is a page of text; what is larger was put there by mistake, bytes. */
export const LARGEST_POLICY = 1024 * 1024;

/** Reads the bytes of a policy file: JSON as UTF-8 or, with a byte order mark, UTF-16. White space alone is no policy. */
export function readPolicyText(bytes: Uint8Array): FoundPolicy {
  if (bytes.length > LARGEST_POLICY) {
    return unreadable(policyProblem('', 'too_large', { mostBytes: LARGEST_POLICY }));
  }
  const text = decode(bytes);
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

/** Windows' own editors write UTF-16, and either encoding with a byte order mark. */
function decode(bytes: Uint8Array): string | undefined {
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
