import { existsSync, readFileSync } from 'node:fs';

/** Why processes cannot be looked at here; undefined where they can. */
export const NO_PROC = existsSync('/proc/self/stat')
  ? undefined
  : 'what a process uses is read from /proc, which this system lacks';

/** What Linux counts times of processes in, on every system it runs on today. */
const TICKS_A_SECOND = 100;

/** User and system time of a process with all its threads, s (proc_pid_stat(5), fields 14 and 15). */
export function cpuSecondsOf(pid: number): number {
  const [user = 0, system = 0] = ticksOf(pid);
  return (user + system) / TICKS_A_SECOND;
}

/** The same of a process with its children, also of those that ended (fields 16 and 17), s. */
export function cpuSecondsWithChildren(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const running = children.filter((child) => existsSync(`/proc/${child}/stat`));
  const seconds = running.map((child) => cpuSecondsOf(Number(child)));
  // Asked last: it counts those that end meanwhile.
  return seconds.reduce(
    (sum, each) => sum + each,
    ticksOf(pid).reduce((sum, each) => sum + each, 0) / TICKS_A_SECOND,
  );
}

/** User and system time of a process, and of its children that ended. */
function ticksOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 15)
    .map(Number);
}

/** Memory of a process with all its threads that lies in the computer's memory, MB. */
export function residentMegabytesOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1]) / 1024;
}
