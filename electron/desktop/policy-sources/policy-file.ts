import { policyProblem } from '../../../shared/policy.ts';
import { readPolicyText, unreadable } from '../../policy/policy-text.ts';
import type { PolicySource } from '../../policy/ports.ts';
import { type FileTrust, readTrustedFile } from './trusted-file.ts';

/** A policy in a JSON file. An empty file is an error, not an absent policy: it may be half-written. */
export function policyFile(path: string, trust: FileTrust): PolicySource {
  return {
    place: path,
    read: async () => {
      const content = await readTrustedFile(path, trust);
      if (!(content instanceof Uint8Array)) return content;
      const found = readPolicyText(content);
      return found.kind === 'absent' ? unreadable(policyProblem('', 'file_empty')) : found;
    },
  };
}
