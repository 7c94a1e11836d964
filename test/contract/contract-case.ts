import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const casesFolder = join(import.meta.dirname, 'cases');

/** A line of a trace: what happened, with its facts. */
const traceLine = z.looseObject({ event: z.string() });
export type TraceLine = z.output<typeof traceLine>;

/** Lines in this order; those in an inner list come in any order. */
const expectedLines = z.array(z.union([traceLine, z.array(traceLine).min(2)]));

const outcome = z.strictObject({
  trace: expectedLines,
  exitCode: z.number().int(),
  /** The same of the second instance that the case asks for. */
  second: z.strictObject({ trace: expectedLines, exitCode: z.number().int() }).optional(),
});
export type Outcome = z.output<typeof outcome>;

/** A file `cases/NAME.json`, beside the script `cases/NAME.js` of the app's main process. */
const contractCase = z.strictObject({
  /** A sentence about Electron: the name of the test. */
  promise: z.string(),
  /** How we know: "recorded in Electron VERSION on PLATFORM" once it was. */
  source: z.union([
    z.literal(['documentation', 'electron source']),
    z.templateLiteral(['recorded in Electron ', z.string(), ' on ', z.string()]),
  ]),
  /** Electron's pages, source files or issues that say so. */
  from: z.array(z.string()).min(1),
  /** Whether the case needs a page in a window. */
  needsPage: z.boolean().default(false),
  /** The systems that have this behaviour; default all. */
  platforms: z.array(z.enum(['linux', 'darwin', 'win32'])).optional(),
  /** Set for a case that one host can't run. */
  onlyIn: z.strictObject({ host: z.enum(['preview', 'electron']), because: z.string() }).optional(),
  /** Further arguments in Electron. */
  electronArgs: z.array(z.string()).default([]),
  /** Further environment variables in the preview. */
  previewEnv: z.record(z.string(), z.string()).default({}),
  /** What happens on every system, and where a system differs. */
  expected: z.strictObject({
    all: outcome,
    linux: outcome.optional(),
    darwin: outcome.optional(),
    win32: outcome.optional(),
  }),
});
export type ContractCase = z.output<typeof contractCase> & { readonly name: string };

/** All cases of the suite. */
export function readCases(): ContractCase[] {
  return readdirSync(casesFolder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({
      name: file.replace(/\.json$/, ''),
      ...contractCase.parse(JSON.parse(readFileSync(join(casesFolder, file), 'utf8'))),
    }));
}

/** Names of the main scripts in the folder of cases. */
export function caseScripts(): string[] {
  return readdirSync(casesFolder)
    .filter((file) => /^[\w-]+\.js$/.test(file))
    .map((file) => file.replace(/\.js$/, ''));
}

/** What the case promises on this system. */
export function expectedHere({ expected }: ContractCase): Outcome {
  const { all, ...systems } = expected;
  return systems[process.platform as keyof typeof systems] ?? all;
}

/** The lines of a trace file. */
export function parseTrace(text: string): TraceLine[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => traceLine.parse(JSON.parse(line)));
}

/** Brings `lines` into the form of `expected`, with the same sorting of lines that may come in any order. */
export function inFormOf(expected: Outcome['trace'], lines: readonly TraceLine[]): Outcome['trace'] {
  const rest = [...lines];
  const formed = expected.flatMap((entry) => {
    if (rest.length === 0) return [];
    return [Array.isArray(entry) ? sorted(rest.splice(0, entry.length)) : (rest.shift() ?? [])];
  });
  return [...formed, ...rest];
}

/** Sorts each inner list of an expected trace. */
export function sortedForm(expected: Outcome['trace']): Outcome['trace'] {
  return expected.map((entry) => (Array.isArray(entry) ? sorted(entry) : entry));
}

function sorted(lines: readonly TraceLine[]): TraceLine[] {
  return lines.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
}
