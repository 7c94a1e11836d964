import { join } from 'node:path';
import { z } from 'zod';
import type { Checks } from './checks.ts';
import type { Host } from './host.ts';
import { CHECK_MARK } from './probe/check-mark.ts';
import { StartedProgram } from './started-program.ts';

const PROBE = join(import.meta.dirname, 'probe');
const LONGEST_MS = 240_000;

const check = z.object({
  area: z.string(),
  name: z.string(),
  outcome: z.enum(['ok', 'failed', 'not available']),
  words: z.string(),
  ms: z.number(),
});

export interface Probed {
  /** What Electron printed besides the checks. */
  readonly output: string;
  /** Flags without which Electron doesn't start here. */
  readonly flags: readonly string[];
}

/**
 * Runs the probe (probe/main.ts) and takes over its checks. If Electron doesn't start, tries again without its sandbox, which
 * Linux systems may forbid.
 */
export async function runProbe(host: Host, userData: string, checks: Checks): Promise<Probed> {
  const first = await attempt(host, userData, checks, []);
  if (first.found > 0 || host.kind !== 'electron' || process.platform !== 'linux') return first;
  const second = await attempt(host, userData, checks, ['--no-sandbox']);
  return {
    output: `${first.output}\n--- again, with --no-sandbox ---\n${second.output}`,
    flags: second.flags,
  };
}

async function attempt(host: Host, userData: string, checks: Checks, flags: readonly string[]) {
  const program = new StartedProgram(host.command(PROBE, userData, flags));
  const how = await program.end(LONGEST_MS);
  const lines = program.output.split(/\r?\n/);
  const told = lines.flatMap((line) => {
    const at = line.indexOf(CHECK_MARK);
    return at < 0 ? [] : [check.parse(JSON.parse(line.slice(at + CHECK_MARK.length)))];
  });
  for (const each of told) checks.add(each);
  const output = lines.filter((line) => !line.includes(CHECK_MARK)).join('\n');
  await checks.run('Start', `The probe starts and ends ${flags.join(' ')}`.trim(), () => {
    if (told.length === 0) throw new Error(`It ended with ${how} before its first check.`);
    if (how !== 'code 0') throw new Error(`It ended with ${how}.`);
    return `${how}, ${told.length} checks`;
  });
  return { found: told.length, output, flags };
}
