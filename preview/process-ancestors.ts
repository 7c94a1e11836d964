import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { platform } from 'node:process';

interface Ancestor {
  readonly pid: number;
  readonly parent: number;
  /** The process title, such as `npm run preview`. */
  readonly name: string;
}

/**
 * The process ids from `parent` up to npm, or only `parent` if npm started nothing. npm puts a shell and the set-up
 * script
 * in between, and both outlive a killed npm.
 */
export function ancestorsUpToNpm(parent: number): number[] {
  const chain: Ancestor[] = [];
  for (let pid = parent; pid > 1; pid = chain.at(-1)?.parent ?? 0) {
    const ancestor = readAncestor(pid);
    if (ancestor === undefined) break;
    chain.push(ancestor);
    if (/^npm\b/.test(ancestor.name)) return chain.map((ancestor) => ancestor.pid);
  }
  return [parent];
}

/** `undefined` if the process is gone, and on Windows, where killing npm closes its console anyway. */
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

/** Parses proc_pid_stat(5): `pid (name) state parent ...`; the name may contain parentheses. */
function readProc(pid: number): Ancestor | undefined {
  const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  return name === undefined ? undefined : { pid, parent: Number(parent), name };
}

function readPs(pid: number): Ancestor | undefined {
  const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' });
  const [, parent, name] = /^\s*(\d+)\s+(.*)/.exec(line) ?? [];
  return name === undefined ? undefined : { pid, parent: Number(parent), name };
}
