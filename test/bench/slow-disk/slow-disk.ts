import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** With `env` a process has a slow disk; or why there is none on this machine. */
export type SlowDisk = { readonly env: Readonly<Record<string, string>> } | { readonly why: string };

/** Syncs a file ten times and prints how long the quickest took, in milliseconds. */
const TIMES_A_SYNC = `
  const { openSync, writeSync, fdatasyncSync } = require('node:fs');
  const file = openSync(process.argv[1], 'a');
  const times = Array.from({ length: 10 }, () => {
    writeSync(file, 'x'.repeat(4096));
    const started = performance.now();
    fdatasyncSync(file);
    return performance.now() - started;
  });
  console.log(Math.min(...times));`;

/**
 * A disk on which each sync of a file (fsync and fdatasync: SQLite has no other) takes so much longer, for child
 * processes started with its `env`: a library that is compiled into `folder` and loaded before the system's. It is
 * proved to work before it is given.
 */
export function makeSlowDisk(folder: string, delayMs: number): SlowDisk {
  if (process.platform !== 'linux') return { why: 'disks are made slow by a library loaded first, on Linux' };
  const library = join(folder, 'slow-disk.so');
  const source = join(import.meta.dirname, 'slow-disk.c');
  const compiled = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'], {
    encoding: 'utf8',
  });
  if (compiled.error) return { why: 'there is no C compiler (cc)' };
  if (compiled.status !== 0) return { why: `cc could not compile it: ${compiled.stderr.trim()}` };
  const env = { LD_PRELOAD: library, SLOW_DISK_MS: String(delayMs) };
  const longer = quickestSync(folder, env) - quickestSync(folder, {});
  if (!(longer >= delayMs * 0.9))
    return { why: `a sync took ${longer.toFixed(1)} ms longer, not the ${delayMs} ms asked for` };
  return { env };
}

function quickestSync(folder: string, env: Readonly<Record<string, string>>): number {
  const { stdout } = spawnSync(process.execPath, ['-e', TIMES_A_SYNC, join(folder, 'synced')], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return Number.parseFloat(stdout);
}
