/**
 * node restoring-process.ts DATABASE STAGED CHECKS: restores a staged backup, or starts over if STAGED is missing, and kills
 * itself when it checks for cancellation for the CHECKSth time.
 */
import { existsSync } from 'node:fs';
import { restore } from '../../../electron/storage/backup/restore.ts';
import { startOver } from '../../../electron/storage/backup/start-over.ts';

const [path = '', staged = '', checks = '1'] = process.argv.slice(2);
let left = Number(checks);
const control = {
  check: () => {
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  },
  progress: () => undefined,
};
if (existsSync(staged)) restore(path, staged, { madeAt: 5000, now: 9000, numberKeys: {} }, control);
else startOver(path, staged, 9000, control);
