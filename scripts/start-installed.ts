/**
 * `node scripts/start-installed.ts`: starts the packed app, waits until it has answered a call of its page, asks it to quit
 * and checks its log. That needs working fuses, archive integrity, window, page, main process and storage worker, and on
 * Linux the sandbox. Needs a display. A packed app can't be automated, so the page itself isn't looked at.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pageSandboxProblems } from './packaging/page-sandbox.ts';
import { runPacked } from './packaging/run-packed.ts';
import { sandboxAdvice, sandboxObstacle, sandboxPlaces } from './sandbox-obstacle.ts';

const dist = join(import.meta.dirname, '..', 'dist');
const PROGRAMS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: join(dist, 'linux-unpacked', 'callboard'),
  darwin: join(dist, 'mac-universal', 'Callboard.app', 'Contents', 'MacOS', 'Callboard'),
  win32: join(dist, 'win-unpacked', 'Callboard.exe'),
};

const folder = mkdtempSync(join(tmpdir(), 'callboard-installed-'));
try {
  const problems = await problemsOfStart();
  for (const problem of problems) console.error(`- ${problem}`);
  if (problems.length === 0)
    console.log('The packed app starts, shows a page that works, and quits in order.');
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

async function problemsOfStart(): Promise<readonly string[]> {
  const program = PROGRAMS[process.platform];
  if (!program || !existsSync(program)) return [`There is no packed app at ${program}.`];
  const places = sandboxPlaces(dirname(program));
  const obstacle = sandboxObstacle(places);
  const flags = [`--user-data-dir=${folder}`];
  if (obstacle !== undefined) {
    console.error(`${sandboxAdvice(obstacle, places)}\nThe app starts without its sandbox instead.`);
    return runPacked({ program, args: [...flags, '--no-sandbox'], userData: folder });
  }
  const look = process.platform === 'linux' ? pageSandboxProblems : undefined;
  return runPacked({ program, args: flags, userData: folder, ...(look && { look: (pid) => look(pid) }) });
}
