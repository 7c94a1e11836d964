import { policyProblem } from '../../../shared/policy.ts';
import { type FoundPolicy, LARGEST_POLICY, readPolicyText, unreadable } from '../../policy/policy-text.ts';
import type { PolicySource } from '../../policy/ports.ts';
import { isObject } from '../../policy/problems.ts';
import { runProgram } from './run-program.ts';
import { type FileTrust, readTrustedFile } from './trusted-file.ts';

/** The folder in which macOS keeps what profiles set; root alone may write there. */
const FOLDER = '/Library/Managed Preferences';

/** Turns the property list of this path into JSON. */
export type ToJson = (path: string) => Promise<Uint8Array>;

/** A policy that a configuration profile of macOS sets: for one user, or without a name for the computer. */
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

/** A user name as macOS has them: one folder, never a way to another. */
export function isUserName(name: string): boolean {
  return /^[\w.-]+$/.test(name) && !name.startsWith('.');
}

/** What macOS itself writes beside what a profile sets (`PayloadUUID` and the like) is not of the policy. */
function withoutPayloadKeys(found: FoundPolicy): FoundPolicy {
  if (found.kind !== 'document' || !isObject(found.document)) return found;
  const own = Object.entries(found.document).filter(([name]) => !/^Payload[A-Z]/.test(name));
  if (own.length === 0) return { kind: 'absent' };
  return { ...found, document: Object.fromEntries(own) };
}

function plutil(path: string): Promise<Uint8Array> {
  return runProgram('/usr/bin/plutil', ['-convert', 'json', '-o', '-', path], LARGEST_POLICY);
}
