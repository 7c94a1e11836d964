/**
 * `npm test`: format and lint, types, build, unit and integration tests, end-to-end tests and the packaging check.
 * Continues
 * after failures, so that one run reports everything; at the end it lists what couldn't run on this machine, and why.
 *
 * Components keep one core busy, with one page after the other; the other tests wait for sockets, timers and processes
 * more than they reckon. End-to-end tests don't run beside those: two cores would be too busy for what they time.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  type Counts,
  judgeUnsteady,
  type KnownUnsteady,
  NOTHING,
  playwrightCounts,
  vitestCounts,
} from './report-counts.ts';

const root = join(import.meta.dirname, '..');
/** The command of a package, run by Node itself: on Windows the ones in .bin need a shell, which splits paths with spaces. */
const bin = (name: string, ...args: string[]): string[] => {
  const folder = join(root, 'node_modules', name);
  const { bin: commands }: { bin: Record<string, string> } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  return [process.execPath, join(folder, Object.values(commands)[0] ?? ''), ...args];
};
const report = (name: string): string => join(root, 'out', `${name}-report.json`);

interface Step {
  readonly name: string;
  /** Prefix of each output line. */
  readonly short: string;
  readonly commands: readonly (readonly string[])[];
  /** Reads the results, if the step runs tests. */
  readonly counts?: () => Counts;
}

const lint: Step = {
  name: 'format, lint and walls',
  short: 'lint',
  commands: [bin('@biomejs/biome', 'ci', '--error-on-warnings', '.')],
};
const types: Step = {
  name: 'types',
  short: 'types',
  // With all projects that these refer to. One thread: more would double the CPU time. What has not changed since the
  // last run is not checked again.
  commands: [bin('typescript', '--build', 'test', 'test/components', '--singleThreaded')],
};
const build: Step = {
  name: 'build',
  short: 'build',
  commands: [[process.execPath, join(root, 'scripts', 'build.ts')]],
};
const vitest = (name: string, short: string, projects: readonly string[]): Step => ({
  name,
  short,
  commands: [
    bin(
      'vitest',
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report(short)}`,
    ),
  ],
  counts: () => vitestCounts(readReport(short)),
});
const unit = vitest('unit and integration', 'unit', ['node', 'node-alone']);
const components = vitest('components', 'components', ['components']);
const endToEnd: Step = {
  name: 'end to end',
  short: 'e2e',
  commands: [bin('@playwright/test', 'test')],
  counts: () => {
    const found = readReport('playwright');
    return judgeUnsteady(playwrightCounts(found), knownUnsteady(), found);
  },
};
const packaging: Step = {
  name: 'packaging',
  short: 'package',
  commands: [
    [process.execPath, join(root, 'scripts', 'package.ts'), '--dir'],
    [process.execPath, join(root, 'scripts', 'check-package.ts')],
  ],
};

/** Stages run in sequence; the lanes of a stage run in parallel, the steps of a lane in sequence. */
const stages: readonly (readonly (readonly Step[])[])[] = [
  [[lint], [build]],
  [[unit], [components]],
  [[endToEnd], [types, packaging]],
];

const outcomes: { name: string; ok: boolean; seconds: number }[] = [];
const total = { passed: 0, failed: 0 };
const failures: string[] = [];
const unsteady: string[] = [];
const skipped: string[] = [];

for (const name of ['unit', 'components', 'playwright']) rmSync(report(name), { force: true });
for (const lanes of stages) {
  await Promise.all(
    lanes.map(async (lane) => {
      for (const step of lane) await take(step);
    }),
  );
}

async function take(step: Step): Promise<void> {
  const started = performance.now();
  console.log(`\n== ${step.name}`);
  let ok = true;
  for (const [command = '', ...args] of step.commands) ok = (await run(step.short, command, args)) && ok;
  const counts = step.counts?.() ?? { ...NOTHING, passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
  total.passed += counts.passed;
  total.failed += counts.failed;
  failures.push(...counts.failures);
  unsteady.push(...counts.unsteady.map(({ line }) => line));
  skipped.push(...counts.skipped);
  outcomes.push({
    name: step.name,
    ok: ok && counts.failed === 0,
    seconds: (performance.now() - started) / 1000,
  });
}

console.log('\n== summary');
for (const { name, ok, seconds } of outcomes)
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(0)} s)`);
list('Failed:', failures);
list('Known to be unsteady (test/known-unsteady.json), passed on the second try:', unsteady);
list('Skipped:', skipped);
list('Not run on this machine:', notRunHere());
console.log(`\n${total.passed} passed, ${total.failed} failed, ${skipped.length} skipped`);
process.exitCode = outcomes.every(({ ok }) => ok) ? 0 : 1;

/** Runs a command and prefixes its output lines with the step. */
function run(step: string, command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (line) => console.log(`${step} | ${line}`));
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });
}

function list(title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  console.log(`\n${title}`);
  for (const line of lines) console.log(`- ${line}`);
}

function readReport(name: string): Record<string, unknown> {
  return existsSync(report(name)) ? JSON.parse(readFileSync(report(name), 'utf8')) : {};
}

/** End-to-end tests that may need a second try, with reasons; any other that does fails the run. */
function knownUnsteady(): readonly KnownUnsteady[] {
  return JSON.parse(readFileSync(join(root, 'test', 'known-unsteady.json'), 'utf8'));
}

function notRunHere(): string[] {
  const lines: string[] = [];
  const electron = existsSync(join(root, 'node_modules', 'electron', 'path.txt'));
  if (!electron) {
    lines.push(
      'Real Electron: its program is not here. The end-to-end specs ran against the built app in the preview; the workflow in .github runs them in Electron on three systems.',
      'The fuses of a real program, code signing and installers: the package was made around a stand-in program.',
    );
  }
  if (process.platform !== 'linux')
    lines.push('The whole way through a Linux desktop (xdg-open): this is no Linux.');
  return lines.length > 0 ? lines : ['nothing: everything ran'];
}
