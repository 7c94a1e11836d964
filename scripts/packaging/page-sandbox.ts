import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  /** The kernel's filter of system calls: "2" for Chromium's sandbox, "0" without one. */
  readonly seccomp: string;
}

/** Problems with the sandbox of a running app's pages, read from `/proc` (Linux). */
export function pageSandboxProblems(app: number, proc = '/proc'): string[] {
  const pages = descendants(processes(proc), app).filter(({ command }) =>
    command.includes('--type=renderer'),
  );
  if (pages.length === 0) return ['The app has no process of a page.'];
  return pages
    .filter(({ seccomp }) => seccomp !== '2')
    .map(({ seccomp }) => `A page's process is outside the sandbox: Seccomp is ${seccomp}.`);
}

function descendants(all: readonly Process[], parent: number): readonly Process[] {
  const children = all.filter((each) => each.parent === parent);
  return [...children, ...children.flatMap(({ pid }) => descendants(all, pid))];
}

function processes(proc: string): readonly Process[] {
  const pids = readdirSync(proc).filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    const status = read(join(proc, pid, 'status'));
    const field = (name: string): string => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1] ?? '';
    const command = read(join(proc, pid, 'cmdline')).replaceAll('\0', ' ');
    return [{ pid: Number(pid), parent: Number(field('PPid')), command, seccomp: field('Seccomp') }];
  });
}

/** Empty if the process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(String((error as NodeJS.ErrnoException).code))) return '';
    throw error;
  }
}
