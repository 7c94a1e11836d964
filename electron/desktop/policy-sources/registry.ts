import { win32 } from 'node:path';
import { policyProblem } from '../../../shared/policy.ts';
import { MAX_POLICY_SIZE, unreadable } from '../../policy/policy-text.ts';
import type { PolicySource } from '../../policy/ports.ts';
import { listsKey, readRegistryOutput } from '../../policy/registry-output.ts';
import { runProgram } from './run-program.ts';

const PARENT = 'SOFTWARE\\Policies';

/** A key that exists on every Windows and that everybody may read. */
const ALWAYS_THERE = `HKLM\\${PARENT}`;

/** The output of `reg.exe`; undefined if it fails. */
export type RunReg = (args: readonly string[]) => Promise<string | undefined>;

/** A policy in the Windows registry, for the computer (HKLM) or the user (HKCU). Only administrators can write these keys. */
export function registryPolicy(hive: 'HKLM' | 'HKCU', runReg: RunReg = regExe()): PolicySource {
  const key = `${hive}\\${PARENT}\\Callboard`;
  return {
    place: key,
    read: async () => {
      const printed = await runReg(['query', key, '/s', '/reg:64']);
      if (printed !== undefined) return readRegistryOutput(printed);
      // `reg.exe` fails alike for a missing and for an unreadable key. Its parent tells which.
      const siblings = await runReg(['query', `${hive}\\${PARENT}`, '/reg:64']);
      const readable = siblings ?? (await runReg(['query', ALWAYS_THERE, '/reg:64']));
      if (readable !== undefined && !listsKey(siblings ?? '', 'Callboard')) return { kind: 'absent' };
      return unreadable(policyProblem('', 'registry_closed'));
    },
  };
}

function regExe(): RunReg {
  const program = win32.join(systemRoot(process.env['SystemRoot']), 'System32', 'reg.exe');
  return async (args) => {
    try {
      return new TextDecoder().decode(await runProgram(program, args, 4 * MAX_POLICY_SIZE));
    } catch {
      return undefined;
    }
  };
}

/** The Windows folder, from the variable SystemRoot if that is a plausible absolute path. */
export function systemRoot(value: string | undefined): string {
  return value !== undefined && /^[A-Za-z]:\\[^"<>|?*/]+$/.test(value) ? value : 'C:\\Windows';
}
