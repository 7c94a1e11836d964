/**
 * `npm run bench [-- PART ...] [--rounds N] [--out FILE] [--list]`: measures the felt budgets in the built app and in
 * reference
 * programs. Prints a table and writes bench-results.json. Each part runs in its own process, one after the other. A run
 * of all parts also updates the figures in docs/performance.md; `--page FILE [--page FILE ...]` updates them from saved
 * results.
 */
import { fork, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAppModules } from '../test/bench/built-app.ts';
import type { Found, Part } from '../test/bench/part.ts';
import { parts } from '../test/bench/parts/index.ts';
import { writeFigures } from '../test/bench/performance-page.ts';
import { joined, type Results, tableOf } from '../test/bench/results.ts';
import { buildIfChanged } from './build.ts';
import { npmCommand } from './npm-command.mjs';

const root = join(import.meta.dirname, '..');
const bench = join(root, 'test/bench');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    out: { type: 'string', default: join(root, 'bench-results.json') },
    list: { type: 'boolean', default: false },
    page: { type: 'string', multiple: true, default: [] },
  },
});

if (values.list) {
  for (const { name, budgets, about } of parts)
    console.log(`${name.padEnd(8)} ${budgets.join(', ').padEnd(12)} ${about}`);
} else if (values.page.length > 0) {
  writePage(joined(values.page.map((file): Results => JSON.parse(readFileSync(file, 'utf8')))));
} else {
  await measure(chosenParts());
}

function chosenParts(): readonly Part[] {
  const unknown = positionals.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0) {
    console.error(`Unknown part: ${unknown.join(', ')}. Parts: ${parts.map(({ name }) => name).join(', ')}.`);
    process.exit(2);
  }
  return positionals.length === 0 ? parts : parts.filter(({ name }) => positionals.includes(name));
}

/** Saves the results after each part, so that a run can be stopped early. */
async function measure(chosen: readonly Part[]): Promise<void> {
  const rounds = Number(values.rounds);
  buildIfChanged();
  await buildAppModules();
  installReferences();
  let results: Results = {
    at: new Date().toISOString(),
    machine: thisMachine(),
    rounds,
    figures: [],
    notRun: [],
    broken: [],
  };
  const end = (): void => {
    console.log(`\n${tableOf(results)}\n\nFull results: ${values.out}`);
    if (results.broken.length > 0) process.exitCode = 1;
  };
  process.once('SIGINT', () => {
    end();
    process.exit(1);
  });
  for (const { name, about } of chosen) {
    console.error(`== ${name}: ${about}`);
    const started = performance.now();
    results = withPart(results, name, await runPart(name, rounds));
    writeFileSync(values.out, `${JSON.stringify(results, null, 2)}\n`);
    console.error(`  ${Math.round((performance.now() - started) / 1000)} s`);
  }
  end();
  if (results.broken.length === 0 && chosen === parts) writePage(results);
}

interface Broken {
  readonly why: string;
}

function withPart(results: Results, part: string, found: Found | Broken): Results {
  if ('why' in found) return { ...results, broken: [...results.broken, { part, why: found.why }] };
  return {
    ...results,
    figures: [...results.figures, ...found.figures],
    notRun: [...results.notRun, ...(found.notRun ?? [])],
  };
}

function thisMachine(): Results['machine'] {
  return {
    cpus: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    system: `${process.platform} ${release().split('-')[0]}`,
  };
}

function writePage(results: Results): void {
  writeFigures(join(root, 'docs/performance.md'), results);
  console.log('Updated the figures in docs/performance.md.');
}

function runPart(name: string, rounds: number): Promise<Found | Broken> {
  return new Promise((resolve) => {
    const child = fork(join(bench, 'run-part.ts'), [name, String(rounds)], { execArgv: ['--expose-gc'] });
    let found: Found | undefined;
    child.on('message', (message: Found) => {
      found = message;
    });
    child.once('exit', (code, signal) =>
      resolve(found ?? { why: `ended with ${signal ?? code}, see above` }),
    );
  });
}

/** Installs the tools and libraries to compare with, from a separate package so that the app doesn't depend on them. */
function installReferences(): void {
  const lock = join(bench, 'package-lock.json');
  const stamp = join(bench, 'node_modules', '.callboard-setup');
  const hash = createHash('sha256').update(readFileSync(lock)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  console.error('Installing the reference programs (newman, Bruno, AG Grid) ...');
  const [npm, ...first] = npmCommand();
  // Building the app may have set NODE_ENV to production, for which npm omits dev dependencies.
  const args = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync(npm, [...first, ...args], { cwd: bench, stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    console.error('Check the connection to the npm registry (npm ping), then run the command again.');
    process.exit(1);
  }
  writeFileSync(stamp, hash);
}
