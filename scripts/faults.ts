/**
 * `npm run faults [-- crash|cut|closing|lists|model|workspaces|all] [--kills N] [--runs N] [--seed S]`: the long forms of the tests in
 * test/faults, and of the comparison of the list of requests with a plain scan. Prints a table of cases, duplicates, losses and needless decisions; fails on any violation.
 *
 * `--kills`: how often the process is killed (crash; `closing` has one form). `--runs`: how often every cut is made (cut), how many
 * random histories of 20,000 requests there are (lists), how many of the queue (model, 10,000 unless said), and how many times fifty
 * interleavings of two workspaces (workspaces). `--seed`: the same seed makes the same run again.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Figures } from '../test/faults/figures.ts';

interface ModelRun {
  runModel(options: { readonly runs: number; readonly seed: number }): Promise<{
    readonly runs: number;
    readonly failures: number | readonly unknown[];
  }>;
}

const root = join(import.meta.dirname, '..');
const modelFile = join(root, 'test', 'faults', 'model', 'run.ts');

const TESTS: Readonly<Record<string, readonly string[]>> = {
  crash: ['test/faults/crash', 'test/faults/two-processes'],
  cut: ['test/faults/cut-everywhere'],
  closing: ['test/faults/closing-service'],
  lists: ['test/electron/storage/list-model'],
  model: [],
  workspaces: ['test/faults/workspace-races'],
  all: ['test/faults', 'test/electron/storage/list-model'],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '1000' },
    runs: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
  },
});
const what = positionals[0] ?? 'all';
const tests = TESTS[what];
if (!tests || [values.kills, values.runs ?? '1', values.seed].some((text) => !/^\d+$/.test(text))) {
  console.error(
    'Usage: npm run faults [-- crash|cut|closing|lists|model|workspaces|all] [--kills N] [--runs N] [--seed S]',
  );
  process.exit(2);
}

console.log(`Seed ${values.seed}`);
const passed = tests.length === 0 || (await runTests(tests));
const modelled = what === 'model' || what === 'all' ? await runModel() : true;
process.exitCode = passed && modelled ? 0 : 1;

/** Runs these tests in their long form and prints the table of what they report. */
async function runTests(paths: readonly string[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-faults-'));
  const report = join(folder, 'figures');
  const asked = {
    FAULTS_REPORT: report,
    FAULTS_KILLS: values.kills,
    FAULTS_RUNS: values.runs ?? '1',
    FAULTS_SEED: values.seed,
  };
  const ok = await vitest(['run', '--exclude=test/faults/model/**', ...paths], asked);
  const lines = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n') : [];
  rmSync(folder, { recursive: true, force: true });
  const figures = lines.map((line): Figures => JSON.parse(line));
  console.table(Object.fromEntries(figures.map(({ name, ...counts }) => [name, counts])));
  return ok && figures.length > 0 && figures.every(({ duplicates, losses }) => duplicates + losses === 0);
}

function vitest(args: readonly string[], asked: Readonly<Record<string, string>>): Promise<boolean> {
  const script = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...asked },
    });
    child.once('error', (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });
}

async function runModel(): Promise<boolean> {
  if (!existsSync(modelFile)) {
    console.log('No model here: test/faults/model/run.ts is missing.');
    return what === 'all';
  }
  const model: ModelRun = await import(pathToFileURL(modelFile).href);
  const { runs, failures } = await model.runModel({
    runs: Number(values.runs ?? 10_000),
    seed: Number(values.seed),
  });
  const failed = typeof failures === 'number' ? failures : failures.length;
  console.table({ model: { cases: runs, failures: failed } });
  if (typeof failures !== 'number') for (const failure of failures) console.error(failure);
  return failed === 0;
}
