/**
 * node erasing-process.ts DATABASE ERASURE STAGE: carries an erasure on until it is at a stage, tells its parent, and
 * does one step more, in which it may be killed. Writing the files anew it does again and again.
 */
import { openStorage } from '../../../electron/storage/storage.ts';
import { workerFile } from '../../worker-files.ts';

const [path = '', erasure = '', wanted = ''] = process.argv.slice(2);
const storage = await openStorage(path, workerFile('storage-worker'));
const { erasures } = storage.stores;
for (let told = false; !told; ) {
  const stage = await erasures.step(erasure);
  told = stage === wanted;
  if (told) process.send?.(stage);
  if (stage === 'elsewhere') await erasures.markErasedElsewhere(erasure);
}
await erasures.step(erasure);
while (wanted === 'overwrite') await erasures.overwrite(erasure);
