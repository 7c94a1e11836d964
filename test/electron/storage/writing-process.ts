/** node writing-process.ts DATABASE: stores submissions in a loop, and prints the id of each confirmed one. */
import { openStorage } from '../../../electron/storage/storage.ts';
import { workerFile } from '../../worker-files.ts';
import { changeBy, sampleSubmission, sampleWorkspace } from '../sample-submission.ts';

const { stores } = await openStorage(process.argv[2] ?? '', workerFile('storage-worker'));
await stores.workspaces.save(sampleWorkspace(), 1);
for (;;) {
  const submission = sampleSubmission();
  await stores.submissions.add([submission]);
  const claim = changeBy(submission, { type: 'claimed' });
  await stores.submissions.save([claim, changeBy(claim.submission, { type: 'sending_marked' })]);
  process.stdout.write(`${submission.id}\n`);
}
