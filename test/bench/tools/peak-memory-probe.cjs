/**
 * Loaded before a program of Node (`--require`, and no TypeScript, so that it needs next to nothing itself): writes the
 * most memory that the process had, in bytes, to the file PEAK_MEMORY_FILE when it ends.
 */
const { readFileSync, writeFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const file = process.env.PEAK_MEMORY_FILE;
if (file && isMainThread) process.once('exit', () => writeFileSync(file, String(peakBytes())));

function peakBytes() {
  // What Linux gives as the resource usage counts the process that started this one as well, up to the exec.
  if (process.platform === 'linux') {
    return Number(/^VmHWM:\s*(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
  }
  return process.resourceUsage().maxRSS * 1024;
}
