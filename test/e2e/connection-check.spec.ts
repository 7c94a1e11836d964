import { createServer } from 'node:net';
import { expect, test } from './fixtures.ts';
import { connectTo } from './steps.ts';

test('the connection check names each obstacle until it is removed', async ({ launch, service }) => {
  const { page } = await launch();
  const check = page.getByRole('region', { name: 'Connection check' });
  const row = (name: string) => check.getByRole('listitem').filter({ hasText: name }).first();
  // Another program uses the port of the redirect address.
  const other = createServer();
  const { port } = new URL(service.redirectUri);
  await new Promise<void>((resolve) => other.listen(Number(port), '127.0.0.1', resolve));
  try {
    await connectTo(page, service);
    await expect(page.getByText(/Another program uses the port/)).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Connection check' }).click();
    await expect(check.getByRole('status')).toHaveText('1 problem found.');
    await expect(row('Port of the redirect address').getByRole('img', { name: 'Problem' })).toBeVisible();
    await expect(row('Sign-in page').getByRole('img', { name: 'OK' }).first()).toBeVisible();
    await expect(check.getByText(/answers \(HTTP 401\)/)).toBeVisible();
    await expect(row('Sign-in page').getByText(/^Connected to 127/)).toBeVisible();
  } finally {
    await new Promise((resolve) => other.close(resolve));
  }

  await service.stop();
  await check.getByRole('button', { name: 'Check again' }).click();
  await expect(check.getByRole('status')).toHaveText('2 problems found.');
  await expect(row('Port of the redirect address').getByRole('img', { name: 'OK' })).toBeVisible();
  await expect(row('Sign-in page').getByRole('img', { name: 'Problem' }).first()).toBeVisible();
  // Shown once for each address, by the failed hop.
  await expect(check.getByText(/nothing is running there now/)).toHaveCount(2);

  await service.start();
  await check.getByRole('button', { name: 'Check again' }).click();
  await expect(check.getByRole('status')).toHaveText('No problems found.');
});
