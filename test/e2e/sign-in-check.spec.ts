import { createServer } from 'node:net';
import { expect, test } from './fixtures.ts';
import { connectTo } from './steps.ts';

test('the sign-in check names what stands in the way, and finds it gone once it was put right', async ({
  launch,
  service,
}) => {
  const { page } = await launch();
  const check = page.getByRole('region', { name: 'Sign-in check' });
  const row = (name: string) => check.getByRole('listitem').filter({ hasText: name }).first();
  // Another program has the port by which the browser would come back.
  const other = createServer();
  const { port } = new URL(service.redirectUri);
  await new Promise<void>((resolve) => other.listen(Number(port), '127.0.0.1', resolve));
  try {
    await connectTo(page, service);
    await expect(page.getByText(/Another program uses the port/)).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Sign-in check' }).click();
    await expect(check.getByRole('status')).toHaveText('One thing stands in the way.');
    await expect(row('Port of the redirect address').getByRole('img', { name: 'Problem' })).toBeVisible();
    await expect(row('Sign-in page').getByRole('img', { name: 'In order' })).toBeVisible();
    await expect(row('Way to the sign-in address').getByText(/^Connected to 127/)).toBeVisible();
  } finally {
    await new Promise((resolve) => other.close(resolve));
  }

  await service.stop();
  await check.getByRole('button', { name: 'Check again' }).click();
  await expect(check.getByRole('status')).toHaveText('One thing stands in the way.');
  await expect(row('Port of the redirect address').getByRole('img', { name: 'In order' })).toBeVisible();
  await expect(row('Way to the sign-in address').getByRole('img', { name: 'Problem' }).first()).toBeVisible();
  // Said once: by the hop that failed.
  await expect(check.getByText(/nothing is running there now/)).toHaveCount(1);

  await service.start();
  await check.getByRole('button', { name: 'Check again' }).click();
  await expect(check.getByRole('status')).toHaveText(
    'Nothing was found that stands in the way of signing in.',
  );
});
