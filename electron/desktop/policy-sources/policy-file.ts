import { readPolicyText } from '../../policy/policy-text.ts';
import type { PolicySource } from '../../policy/ports.ts';
import { type FileTrust, readTrustedFile } from './trusted-file.ts';

/** A policy as a JSON file. */
export function policyFile(path: string, trust: FileTrust): PolicySource {
  return {
    place: path,
    read: async () => {
      const content = await readTrustedFile(path, trust);
      return content instanceof Uint8Array ? readPolicyText(content) : content;
    },
  };
}
