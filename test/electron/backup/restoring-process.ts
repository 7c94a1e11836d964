/**
 * node restoring-process.ts DATABASE STAGED CHECKS: merges a staged backup, and kills itself when the merge checks for
 * cancellation for the CHECKSth time.
 */
import { merge } from '../../../electron/storage/backup/merge/merge.ts';

const [path = '', staged = '', checks = '1'] = process.argv.slice(2);
let left = Number(checks);
merge(
  path,
  staged,
  { madeAt: 5000, now: 9000, notesHeading: 'Theirs:', numberKeys: {} },
  {
    check: () => {
      left -= 1;
      if (left === 0) process.kill(process.pid, 'SIGKILL');
    },
    progress: () => undefined,
  },
);
