import { expect, test } from './fixtures.ts';
import { expectStatus, inGrid, openOutbox, openRequests, requestRow, submitCandidate } from './steps.ts';

/** Fictitious numbers of the United States. */
const numberOf = (at: number) => `+1 202 555 01${10 + at}`;

test('what is submitted offline is said to be saved and to go out by itself, and does', async ({
  launchSignedIn,
  service,
}) => {
  const { page } = await launchSignedIn();
  await service.stop();
  await submitCandidate(page, 'Ada Lovelace', numberOf(0));
  await expectStatus(page, 'Offline');
  const line = page.getByText('Offline. 1 is saved here and goes out automatically.');
  await expect(line).toBeVisible();
  await submitCandidate(page, 'Grace Hopper', numberOf(1));
  const toast = page.getByRole('alert').filter({ hasText: 'Grace Hopper' });
  await expect(toast).toContainText("Saved. It goes out when you're back online.");
  await expect(page.getByText('Offline. 2 are saved here and go out automatically.')).toBeVisible();
  await service.start();
  await openRequests(page);
  for (const name of ['Ada Lovelace', 'Grace Hopper']) {
    await expect(requestRow(page, name)).toBeVisible({ timeout: 40_000 });
  }
  await expect(page.getByText(/^Offline\./)).toHaveCount(0);
});

test.describe('while submissions can be taken back', () => {
  test.use({ undoSeconds: 60 });

  test('each of six in a row has its Undo, and no toast covers the last row of a list', async ({
    launchSignedIn,
    service,
  }) => {
    const { page } = await launchSignedIn();
    const names = ['Ada', 'Grace', 'Mary', 'Alan', 'Dorothy', 'Katherine'];
    for (const [at, name] of names.entries()) await submitCandidate(page, name, numberOf(at));
    await openOutbox(page);
    for (const name of names) await expect(inGrid(page, 'Waiting', name)).toBeVisible();
    const undos = page.getByRole('button', { name: 'Undo', exact: true });
    // The others are a press away, and follow as these go.
    await expect(undos).toHaveCount(3);
    await expect(page.getByRole('button', { name: '+3 more' })).toBeVisible();
    await page.setViewportSize({ width: 900, height: 600 });
    const last = page.getByRole('grid', { name: 'Waiting' }).getByRole('row').last();
    await last.scrollIntoViewIfNeeded();
    const toast = page.getByRole('alert').first();
    const [row, above] = [await last.boundingBox(), await toast.boundingBox()];
    if (!row || !above) throw new Error('The row and the toast are both on screen.');
    expect(row.y + row.height).toBeLessThanOrEqual(above.y);

    // So low a window shows one at a time.
    for (let left = 5; left >= 0; left -= 1) {
      await undos.first().click();
      await expect(undos).toHaveCount(Math.min(left, 1));
    }
    await openOutbox(page);
    for (const name of names) await expect(inGrid(page, 'Waiting', name)).toHaveCount(0);
    expect(service.created).toEqual([]);
  });
});
