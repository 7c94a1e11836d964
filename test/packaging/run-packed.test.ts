import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pageSandboxProblems } from '../../scripts/packaging/page-sandbox.ts';
import { runPacked } from '../../scripts/packaging/run-packed.ts';
import { temporaryFolder } from '../temp-folder.ts';

const ANSWERED = "log('info  first_call_answered');";
const STOPS = "process.once('SIGTERM', () => { log('info  app_stopped ranMs=5'); process.exit(0); });";
const RUNS = 'setInterval(() => undefined, 1000);';

/** Runs a program with this code in place of the packed app. */
function problemsOf(
  code: string,
  { look, patienceMs = 20_000 }: { look?: () => readonly string[]; patienceMs?: number } = {},
): Promise<readonly string[]> {
  const userData = temporaryFolder();
  mkdirSync(join(userData, 'logs'));
  const file = JSON.stringify(join(userData, 'logs', 'callboard.log'));
  const log = `const log = (text) => require('node:fs').appendFileSync(${file}, new Date().toISOString() + ' ' + text + '\\n');`;
  const args = ['-e', `${log} ${code}`];
  return runPacked({ program: process.execPath, args, userData, patienceMs, ...(look && { look }) });
}

describe.skipIf(process.platform === 'win32')(
  'a packed app that is started and asked to quit',
  { meta: { needs: 'signals of POSIX' } },
  () => {
    test('has no problems if its page works and it stops in order', async () => {
      expect(await problemsOf(STOPS + ANSWERED + RUNS)).toEqual([]);
    });

    test('has the problems that are seen while it runs', async () => {
      expect(await problemsOf(STOPS + ANSWERED + RUNS, { look: () => ['no sandbox'] })).toEqual([
        'no sandbox',
      ]);
    });

    test('fails with the end of its log if its page gets no answer', async () => {
      const [problem, line] = await problemsOf(`log('info  app_started'); ${RUNS}`, { patienceMs: 3000 });
      expect(problem).toBe('Its page did not work in time.');
      expect(line).toMatch(/^Log: .* app_started$/);
    });

    test('fails if it ends by itself before', async () => {
      expect(await problemsOf('process.exit(7)')).toEqual([
        'It ended before its page worked: code 7.',
        'It has written no log.',
      ]);
    });

    test('fails if the signal kills it, so that nothing is stopped in order', async () => {
      const [code, end] = await problemsOf(ANSWERED + RUNS);
      expect(code).toBe('It ended with code SIGTERM.');
      expect(end).toMatch(/^The run did not stop in order: .*first_call_answered$/);
    });

    test('fails if it does not quit', async () => {
      const stays = "process.on('SIGTERM', () => undefined);";
      expect((await problemsOf(stays + ANSWERED + RUNS, { patienceMs: 3000 }))[0]).toBe(
        'It did not quit in time.',
      );
    });

    test('fails with errors in its log, but not for lack of a graphics card', async () => {
      const trouble =
        "log('error process_gone type=GPU reason=abnormal-exit'); log('error trouble where=start');";
      expect(await problemsOf(STOPS + trouble + ANSWERED + RUNS)).toEqual([
        expect.stringMatching(/^The log has: .* trouble where=start$/),
      ]);
    });
  },
);

describe("the sandbox of a running app's pages", () => {
  /** A /proc with an app (10), its zygote (11), its page (12), and a page of another program (21). */
  function proc(seccomp: string, command = '--type=renderer'): string {
    const folder = temporaryFolder();
    for (const [pid, parent, line, filter] of [
      [10, 1, 'callboard', '0'],
      [11, 10, 'callboard\0--type=zygote', '0'],
      [12, 11, `callboard\0${command}\0--lang=en`, seccomp],
      [21, 1, 'chromium\0--type=renderer', '0'],
    ] as const) {
      mkdirSync(join(folder, String(pid)));
      writeFileSync(join(folder, `${pid}/status`), `Name:\tx\nPPid:\t${parent}\nSeccomp:\t${filter}\n`);
      writeFileSync(join(folder, `${pid}/cmdline`), line);
    }
    return folder;
  }

  test('is found by the filter of system calls', () => {
    expect(pageSandboxProblems(10, proc('2'))).toEqual([]);
    expect(pageSandboxProblems(10, proc('0'))).toEqual([
      "A page's process is outside the sandbox: Seccomp is 0.",
    ]);
  });

  test('is a problem if there is no page', () => {
    expect(pageSandboxProblems(10, proc('2', '--type=utility'))).toEqual([
      'The app has no process of a page.',
    ]);
  });
});
