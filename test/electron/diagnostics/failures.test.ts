import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../temp-folder.ts';

function run(userData: string, how: string) {
  const script = join(import.meta.dirname, 'failing-process.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, userData, how], {
    encoding: 'utf8',
  });
  return {
    status,
    printed: stdout + stderr,
    log: readFileSync(join(userData, 'logs', 'callboard.log'), 'utf8'),
  };
}

test('uncaught errors and rejections are logged without personal data, and the next run logs that the last one crashed', () => {
  const userData = temporaryFolder();
  const first = run(userData, 'throw');
  expect(first).toMatchObject({ status: 3, printed: '' });
  expect(first.log).toMatch(/ queue_paused paused=yes\n/);
  expect(first.log).toMatch(
    / error trouble where=uncaught error=Error at=failLoudly@failing-process\.ts:\d+:\d+\S* cause\.error=Error\(EACCES\)/,
  );

  const second = run(userData, 'reject');
  expect(second).toMatchObject({ status: 0, printed: '' });
  expect(second.log).toMatch(
    / warn {2}run_ended_without_stop crashDumps=2\n\S+ info {2}app_started version=1\.2\.3 /,
  );
  expect(second.log).toMatch(
    / error trouble where=unhandled_rejection error=TypeError at=failing-process\.ts:/,
  );
  expect(second.log).not.toMatch(/Ada|4155|home/);
});

test('a run that the system cut short was no crash, and only that run', () => {
  const userData = temporaryFolder();
  const first = run(userData, 'end');
  expect(first.status).toBeNull();
  expect(first.log).toMatch(/ system_ends_app how=session_end\n(?:.*\n)*.* queue_paused paused=no\n$/);
  expect(run(userData, 'reject').log).not.toContain('run_ended_without_stop');
  expect(run(userData, 'reject').log.match(/run_ended_without_stop/g)).toHaveLength(1);
});
