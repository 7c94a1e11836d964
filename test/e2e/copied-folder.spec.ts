import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import {
  connectTo,
  expectStatus,
  inGrid,
  openOutbox,
  openRequests,
  requestRow,
  submitCandidate,
} from './steps.ts';

/** Pauses or resumes sending in a data folder that nobody uses. */
function setPaused(userData: string, queuePaused: boolean): void {
  const file = join(userData, 'settings.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), queuePaused }));
}

test('a data folder that is put back asks about what waited in it, and calls nobody a second time', async ({
  launch,
  signInPage,
  service,
  userData,
}) => {
  const copy = `${userData}-copy`;
  const called = () => service.created.map(({ body }) => body['candidate']);
  setPaused(userData, true);
  const first = await launch();
  const { page } = first;
  await connectTo(page, service);
  await signInPage.goto(await first.nextOpenedAddress());
  await expectStatus(page, 'Paused');
  await submitCandidate(page, 'Ada Lovelace', '+44 20 7946 0958');
  await submitCandidate(page, 'Grace Hopper', '+1 202 555 0143');
  await first.quit();
  setPaused(userData, false);
  cpSync(userData, copy, { recursive: true, preserveTimestamps: true });

  // An ordinary start asks nothing.
  const second = await launch();
  await openRequests(second.page);
  for (const name of ['Ada Lovelace', 'Grace Hopper']) {
    await expect(requestRow(second.page, name)).toBeVisible();
  }
  await expect(second.page.getByText('was copied or put back')).toHaveCount(0);
  await second.quit();

  rmSync(userData, { recursive: true });
  cpSync(copy, userData, { recursive: true, preserveTimestamps: true });
  rmSync(copy, { recursive: true });
  const third = await launch();
  await expect(third.page.getByRole('alert')).toContainText('2 submissions that waited in it');
  await openOutbox(third.page);
  for (const name of ['Ada Lovelace', 'Grace Hopper']) {
    await expect(inGrid(third.page, 'Needs your decision', name)).toBeVisible();
  }
  // What is new is sent at once.
  await submitCandidate(third.page, 'Mary Jackson', '+1 202 555 0144');
  await openRequests(third.page);
  await expect(requestRow(third.page, 'Mary Jackson')).toBeVisible();
  expect(called()).toHaveLength(3);
});
