import { win32 } from 'node:path';
import { policyProblem } from '../../../shared/policy.ts';
import { LARGEST_POLICY, unreadable } from '../../policy/policy-text.ts';
import type { PolicySource } from '../../policy/ports.ts';
import { listsKey, readRegistryOutput } from '../../policy/registry-output.ts';
import { runProgram } from './run-program.ts';

const PARENT = 'SOFTWARE\\Policies';

/** Every Windows has this key, and everybody may read it. */
const ALWAYS_THERE = `HKLM\\${PARENT}`;

/** What `reg.exe` prints for these arguments; undefined where it ends with an error. */
export type AskRegistry = (args: readonly string[]) => Promise<string | undefined>;

/** A policy in the registry of Windows: of the computer (HKLM) or of the user (HKCU), where administrators alone may write. */
export function registryPolicy(hive: 'HKLM' | 'HKCU', ask: AskRegistry = regExe()): PolicySource {
  const key = `${hive}\\${PARENT}\\Callboard`;
  return {
    place: key,
    read: async () => {
      const printed = await ask(['query', key, '/s', '/reg:64']);
      if (printed !== undefined) return readRegistryOutput(printed);
      // `reg.exe` ends alike where a key is not there and where it may not be read: the key above it tells.
      const siblings = await ask(['query', `${hive}\\${PARENT}`, '/reg:64']);
      const readable = siblings ?? (await ask(['query', ALWAYS_THERE, '/reg:64']));
      if (readable !== undefined && !listsKey(siblings ?? '', 'Callboard')) return { kind: 'absent' };
      return unreadable(policyProblem('', 'registry_closed'));
    },
  };
}

function regExe(): AskRegistry {
  const program = win32.join(systemRoot(process.env['SystemRoot']), 'System32', 'reg.exe');
  return async (args) => {
    try {
      return new TextDecoder().decode(await runProgram(program, args, 4 * LARGEST_POLICY));
    } catch {
      return undefined;
    }
  };
}

/** The folder of Windows; a path that does not begin at a drive is not believed. */
export function systemRoot(said: string | undefined): string {
  return said !== undefined && /^[A-Za-z]:\\[^"<>|?*/]+$/.test(said) ? said : 'C:\\Windows';
}
