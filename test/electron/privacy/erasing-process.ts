/**
 * node erasing-process.ts DATABASE ERASURE STAGE: runs an erasure up to a stage, tells its parent, and runs one more
 * step, in which it may be killed. At the stage `overwrite`, it overwrites the files in a loop.
 */
import { openStorage } from '../../../electron/storage/storage.ts';
import { workerFile } from '../../worker-files.ts';

const [path = '', erasure = '', wanted = ''] = process.argv.slice(2);
const storage = await openStorage(path, workerFile('storage-worker'));
const { erasures } = storage.stores;
for (let isReached = false; !isReached; ) {
  const stage = await erasures.step(erasure);
  isReached = stage === wanted;
  if (isReached) process.send?.(stage);
  if (stage === 'elsewhere') await erasures.markErasedElsewhere(erasure);
  if (stage === 'team') await erasures.markToldTeams(erasure);
}
await erasures.step(erasure);
while (wanted === 'overwrite') await erasures.overwrite(erasure);
