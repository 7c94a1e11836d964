import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { platform } from 'node:process';

interface Ancestor {
  readonly pid: number;
  readonly parent: number;
  /** The command's name, as the process may have set it itself: `npm run preview`. */
  readonly name: string;
}

/**
 * The process that started this one, and where npm did it all those up to npm: it puts a shell and the project's set-up
 * in between, which outlive it when it is killed.
 */
export function startersOf(parent: number): number[] {
  const chain: Ancestor[] = [];
  for (let pid = parent; pid > 1; pid = chain.at(-1)?.parent ?? 0) {
    const ancestor = readAncestor(pid);
    if (ancestor === undefined) break;
    chain.push(ancestor);
    if (/^npm\b/.test(ancestor.name)) return chain.map((one) => one.pid);
  }
  return [parent];
}

/** `undefined` where the process is gone, or the system is not asked: on Windows npm's own end closes its console. */
function readAncestor(pid: number): Ancestor | undefined {
  if (platform === 'win32') return undefined;
  try {
    return platform === 'linux' ? readProc(pid) : readPs(pid);
  } catch (error) {
    const { code, status } = error as { code?: string; status?: number };
    if (code === 'ENOENT' || code === 'ESRCH' || status === 1) return undefined;
    throw error;
  }
}

/** proc_pid_stat(5): `pid (name) state parent ...`; the name may hold anything, parentheses included. */
function readProc(pid: number): Ancestor | undefined {
  const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  return name === undefined ? undefined : { pid, parent: Number(parent), name };
}

function readPs(pid: number): Ancestor | undefined {
  const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' });
  const [, parent, name] = /^\s*(\d+)\s+(.*)/.exec(line) ?? [];
  return name === undefined ? undefined : { pid, parent: Number(parent), name };
}
