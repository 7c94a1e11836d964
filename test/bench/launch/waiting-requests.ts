import { join } from 'node:path';
import { acceptance, sampleSubmission, sampleWorkspace } from '../../electron/sample-submission.ts';
import { loadApp, STORAGE_WORKER } from '../built-app.ts';
import { madeUpPerson } from '../made-up-people.ts';
import { SeededRandom } from '../seeded-random.ts';

const AT_A_TIME = 500;
const HOUR = 60 * 60 * 1000;

/**
 * Fills a user-data folder with requests of one workspace of the service at `origin` that have no result yet, accepted over the last two days: all
 * of them are due when the app starts.
 */
export async function fillWithWaiting(userData: string, count: number, origin: string): Promise<void> {
  const { openStorage } = await loadApp();
  const { stores, close } = await openStorage(join(userData, 'callboard.db'), STORAGE_WORKER);
  const random = new SeededRandom(1);
  const workspaceId = random.uuid();
  await stores.workspaces.save(
    sampleWorkspace({ id: workspaceId, baseUrl: origin, authUrl: origin }),
    Date.now(),
  );
  for (let done = 0; done < count; done += AT_A_TIME) {
    const submissions = Array.from({ length: Math.min(AT_A_TIME, count - done) }, (_each, index) => {
      const { name, phone } = madeUpPerson(random);
      const createdAt = Math.round(Date.now() - (1 - (done + index) / count) * 48 * HOUR);
      const times = { createdAt, updatedAt: createdAt, sendAfter: createdAt };
      const ids = { id: random.uuid(), workspaceId };
      return sampleSubmission({ ...ids, ...times, candidateName: name, phoneNumber: phone });
    });
    const changes = submissions.map((each) => acceptance(each, `ir_${each.id}`, each.createdAt + 1500));
    await stores.submissions.add(submissions);
    for (const step of [0, 1, 2])
      await stores.submissions.save(changes.flatMap((each) => each.slice(step, step + 1)));
  }
  await close();
}
