import { policyProblem } from '../../../shared/policy.ts';
import { type FoundPolicy, MAX_POLICY_SIZE, readPolicyText, unreadable } from '../../policy/policy-text.ts';
import type { PolicySource } from '../../policy/ports.ts';
import { isObject } from '../../policy/problems.ts';
import { runProgram } from './run-program.ts';
import { type FileTrust, readTrustedFile } from './trusted-file.ts';

/** Where macOS stores preferences set by profiles; only root can write there. */
const FOLDER = '/Library/Managed Preferences';

/** Converts the property list at a path to JSON. */
export type ToJson = (path: string) => Promise<Uint8Array>;

/** A policy set by a macOS configuration profile: for a user, or for the computer if `user` is undefined. */
export function managedPreferences(
  user: string | undefined,
  { folder = FOLDER, trust = { owners: [0] }, toJson = plutil }: ManagedPreferencesOptions = {},
): PolicySource {
  const path = [folder, user, 'app.callboard.plist'].filter((part) => part !== undefined).join('/');
  return {
    place: path,
    read: async () => {
      const content = await readTrustedFile(path, trust);
      if (!(content instanceof Uint8Array)) return content;
      try {
        return withoutPayloadKeys(readPolicyText(await toJson(path)));
      } catch {
        return unreadable(policyProblem('', 'not_a_property_list'));
      }
    },
  };
}

export interface ManagedPreferencesOptions {
  readonly folder?: string;
  readonly trust?: FileTrust;
  readonly toJson?: ToJson;
}

/** Whether a name is safe as a single path segment. */
export function isUserName(name: string): boolean {
  return /^[\w.-]+$/.test(name) && !name.startsWith('.');
}

/** Drops the keys macOS adds to a profile's own (`PayloadUUID` and the like). */
function withoutPayloadKeys(found: FoundPolicy): FoundPolicy {
  if (found.kind !== 'document' || !isObject(found.document)) return found;
  const own = Object.entries(found.document).filter(([name]) => !/^Payload[A-Z]/.test(name));
  if (own.length === 0) return { kind: 'absent' };
  return { ...found, document: Object.fromEntries(own) };
}

function plutil(path: string): Promise<Uint8Array> {
  return runProgram('/usr/bin/plutil', ['-convert', 'json', '-o', '-', path], MAX_POLICY_SIZE);
}
