import { readdirSync, readFileSync } from 'node:fs';
import { connect as connectPlain } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { privateAuthority } from '../electron/network/private-authority.ts';
import { askFor, startProxy } from '../electron/network/proxy-server.ts';
import { expect, test } from './fixtures.ts';
import { connectTo, openRequests, openSettings, requestRow, submitCandidate } from './steps.ts';

/** The files in a folder that contain a text. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
}

test('behind a proxy with a password and a private certificate authority, the Network page names each obstacle until a submission is sent, once', async ({
  launch,
  userData,
  service,
  signInPage,
}) => {
  // The service has a host name that only the proxy resolves, and a certificate that only the company trusts.
  const authority = privateAuthority(userData);
  const front = createServer(authority.sign('service.test'), (socket) => {
    const behind = connectPlain({ host: '127.0.0.1', port: Number(new URL(service.address).port) });
    socket.pipe(behind).pipe(socket);
    for (const end of [socket, behind]) end.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const address = front.address();
  if (address === null || typeof address === 'string') throw new Error('The front has no port.');
  const proxy = await startProxy({
    targets: { 'service.test:443': address.port },
    behaviour: askFor('ada:open sesame'),
  });
  try {
    const app = await launch({ CALLBOARD_PREVIEW_OPEN_FILE: join(userData, 'ca.pem') });
    const { page } = app;
    await connectTo(page, service, 'https://service.test/api');
    await signInPage.goto(await app.nextOpenedAddress());
    await expect(signInPage.getByText('You can go back to Callboard')).toBeVisible();
    await submitCandidate(page, 'Ada Lovelace', '+44 20 7946 0958');

    await openSettings(page, 'Network');
    await page.getByText('Manual', { exact: true }).click();
    await page.getByLabel('Proxy address').fill('localhost');
    await page.getByRole('button', { name: 'Save proxy' }).click();
    await expect(page.getByText('Add the port, such as localhost:8080')).toBeVisible();
    await page.getByLabel('Proxy address').fill(proxy.name);
    await page.getByRole('button', { name: 'Save proxy' }).click();

    const check = page.getByRole('region', { name: 'Connection check' });
    await check.getByRole('button', { name: 'Check the connection' }).click();
    await expect(
      check.getByText(
        `Through the proxy ${proxy.name}. According to the proxy address in Settings > Network.`,
      ),
    ).toBeVisible();
    await expect(check.getByText('Directly. The address is this computer.')).toBeVisible();
    await expect(check.getByText('The proxy asks for a user name and password.').first()).toBeVisible();
    await page.getByRole('button', { name: `Enter the sign-in for ${proxy.name}` }).click();
    await page.getByLabel('User name').fill('ada');
    await page.getByLabel('Password', { exact: true }).fill('open sesame');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('As ada')).toBeVisible();

    await check.getByRole('button', { name: 'Check again' }).click();
    await expect(
      check.getByText(/issued by Example Corp Root CA, which is not trusted here/).first(),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Add a file' }).click();
    await expect(page.getByText('1 authority in use')).toBeVisible();
    await check.getByRole('button', { name: 'Check again' }).click();
    await expect(check.getByText('service.test answers (HTTP 401)', { exact: false })).toBeVisible();
    await expect(check.getByText('Example Corp Root CA (from the added file)')).toBeVisible();

    await openRequests(page);
    await expect(requestRow(page, 'Ada Lovelace')).toBeVisible({ timeout: 30_000 });
    expect(service.created).toHaveLength(1);
    // The check asks for the sign-in page without parameters and for what the sign-in service publishes, and reaches the
    // service once, without a token; nothing else was refused.
    const [page400, noToken] = ['400 scope: ', '401 no valid Bearer token'];
    const round = [page400, noToken, noToken];
    expect(service.refused).toEqual([...round, ...round, ...round, noToken]);
    // On Windows, Chromium lets nobody read its open files.
    await app.quit();
    expect(filesWith(userData, 'open sesame')).toEqual([]);
  } finally {
    await proxy.close();
    await new Promise((resolve) => front.close(resolve));
  }
});
