import { existsSync, readFileSync } from 'node:fs';

/** Why processes cannot be looked at here; undefined where they can. */
export const NO_PROC = existsSync('/proc/self/stat')
  ? undefined
  : 'what a process uses is read from /proc, which this system lacks';

/** What Linux counts times of processes in, on every system it runs on today. */
const TICKS_A_SECOND = 100;

/** User and system time of a process with all its threads, s (proc_pid_stat(5), fields 14 and 15). */
export function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

/** Memory of a process with all its threads that lies in the computer's memory, MB. */
export function residentMegabytesOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1]) / 1024;
}
