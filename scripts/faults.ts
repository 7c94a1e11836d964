/**
 * `npm run faults [-- backups|copies|crash|cut|closing|do-not-call|evidence|lists|model|pace|rules|team|workspaces|all] [--kills N] [--runs N] [--seed S]`:
 * long versions of the tests in test/faults, and of the list model test. Prints a table of cases, duplicates, losses and
 * needless decisions; fails on any violation.
 *
 * `--kills`: number of process kills (crash; `closing` has a fixed number). `--runs`: repetitions of each cut (cut),
 * random histories of 20,000 requests (lists), queue histories (model, default 10,000), histories of processes with a
 * do-not-call list (do-not-call: duplicates are calls to listed numbers, losses files with an erased one), random histories
 * whose backup is restored on a new computer (backups: losses are those that don't come back as they were), histories of a
 * team (team, default 1,000; a tenth as many of erasures in one, of which losses are bytes left, too, and of what computers show in the
 * end, of which losses are differences), and sets of fifty interleavings of two workspaces (workspaces). `--changes`: tampered files of evidence (evidence). `--seed`: repeats a run.
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
  backups: ['test/faults/backups.test.ts'],
  copies: ['test/faults/copied-folder'],
  crash: ['test/faults/crash', 'test/faults/two-processes'],
  cut: ['test/faults/cut-everywhere'],
  closing: ['test/faults/closing-service'],
  'do-not-call': ['test/faults/do-not-call'],
  evidence: ['test/faults/evidence-changes'],
  lists: ['test/electron/storage/list-model'],
  model: [],
  pace: ['test/faults/pace.test.ts'],
  rules: ['test/electron/submissions/rules-table.test.ts'],
  team: ['test/faults/team'],
  workspaces: ['test/faults/workspace-races'],
  all: ['test/faults', 'test/electron/storage/list-model'],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '1000' },
    runs: { type: 'string' },
    changes: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
  },
});
const kind = positionals[0] ?? 'all';
const tests = TESTS[kind];
if (
  !tests ||
  [values.kills, values.runs ?? '1', values.changes, values.seed].some((text) => !/^\d+$/.test(text))
) {
  console.error(
    'Usage: npm run faults [-- backups|copies|crash|cut|closing|do-not-call|evidence|lists|model|pace|rules|team|workspaces|all] [--kills N] [--runs N] [--changes N] [--seed S]',
  );
  process.exit(2);
}

console.log(`Seed ${values.seed}`);
const passed = tests.length === 0 || (await runTests(tests));
const modelPassed = kind === 'model' || kind === 'all' ? await runModel() : true;
process.exitCode = passed && modelPassed ? 0 : 1;

/** Runs the long versions of these tests and prints their figures as a table. */
async function runTests(paths: readonly string[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-faults-'));
  const report = join(folder, 'figures');
  const environment = {
    FAULTS_REPORT: report,
    FAULTS_KILLS: values.kills,
    FAULTS_RUNS: values.runs ?? (kind === 'team' ? '1000' : '1'),
    FAULTS_CHANGES: values.changes,
    FAULTS_SEED: values.seed,
  };
  const ok = await vitest(['run', '--exclude=test/faults/model/**', ...paths], environment);
  const lines = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n') : [];
  rmSync(folder, { recursive: true, force: true });
  const figures = lines.map((line): Figures => JSON.parse(line));
  console.table(Object.fromEntries(figures.map(({ name, ...counts }) => [name, counts])));
  return ok && figures.length > 0 && figures.every(({ duplicates, losses }) => duplicates + losses === 0);
}

function vitest(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<boolean> {
  const script = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...environment },
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
    return kind === 'all';
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
