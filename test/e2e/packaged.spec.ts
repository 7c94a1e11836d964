import { createHash, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { publicHalf, signChannel } from '../../electron/updates/installation.ts';
import { expect, test } from './fixtures.ts';
import { openPractice } from './practice-sign-in.ts';
import { openSettings } from './steps.ts';

const NEW_PROGRAM = 'the new version';

const { privateKey } = generateKeyPairSync('ed25519');
const SIGNING_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** The server's files: a newer version, as electron-builder publishes it. */
const PUBLISHED: Readonly<Record<string, string>> = {
  '/Callboard-99.0.0.AppImage': NEW_PROGRAM,
  '/latest-linux.yml': signChannel(
    'latest-linux.yml',
    `version: 99.0.0
files:
  - url: Callboard-99.0.0.AppImage
    sha512: ${createHash('sha512').update(NEW_PROGRAM).digest('base64')}
    size: ${NEW_PROGRAM.length}
releaseDate: '2026-11-20T10:00:00.000Z'
`,
    SIGNING_KEY,
  ),
};

test.describe('an installed app', () => {
  test.skip(process.platform !== 'linux', 'It is an AppImage.');

  test('registers its scheme, starts at login, says that its sandbox is off, downloads an update, and obeys no policy of its environment', async ({
    launch,
    signInPage,
    userData,
  }) => {
    test.skip(test.info().project.name !== 'preview', 'Electron started from source is not packaged.');
    await using server = createServer((request, response) => {
      const file = PUBLISHED[new URL(request.url ?? '', 'http://server').pathname];
      response.writeHead(file === undefined ? 404 : 200).end(file);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');

    const folder = (name: string) => join(userData, 'system', name);
    for (const name of ['data', 'config', 'resources']) mkdirSync(folder(name), { recursive: true });
    writeFileSync(
      join(folder('resources'), 'app-update.yml'),
      `provider: generic\nurl: http://127.0.0.1:${address.port}/\nupdaterCacheDirName: callboard-updater\n`,
    );
    writeFileSync(join(folder('resources'), 'update-key.pem'), publicHalf(SIGNING_KEY));
    const policy = join(userData, 'policy.json');
    writeFileSync(policy, JSON.stringify({ locked: true }));
    const appImage = folder('Callboard.AppImage');
    writeFileSync(appImage, '');

    const app = await launch({
      CALLBOARD_PREVIEW_MODES: 'packaged,no-sandbox',
      CALLBOARD_PREVIEW_RESOURCES: folder('resources'),
      CALLBOARD_POLICY_FILE: policy,
      APPIMAGE: appImage,
      XDG_DATA_HOME: folder('data'),
      XDG_CONFIG_HOME: folder('config'),
      XDG_CACHE_HOME: folder('cache'),
    });
    // The link of the sign-in comes behind `--`, as its registration says.
    const page = await openPractice(app, signInPage);
    const handler = join(folder('data'), 'applications', 'app.callboard.desktop');
    await expect.poll(() => existsSync(handler)).toBe(true);
    expect(readFileSync(handler, 'utf8')).toContain(`Exec="${appImage}" -- %u\n`);

    await openSettings(page, 'Health');
    await expect(page.getByText('No policy is set on this computer.')).toBeVisible();
    const sandbox = page.getByRole('listitem').filter({ hasText: 'without the system’s sandbox' });
    await expect(sandbox.getByRole('img', { name: 'Needs attention' })).toBeVisible();

    const autostart = join(folder('config'), 'autostart', 'app.callboard.desktop');
    await page.getByRole('link', { name: 'General', exact: true }).click();
    const startAtLogin = page.getByRole('switch', { name: 'Start at login' });
    await startAtLogin.press('Space');
    await expect(startAtLogin).toBeChecked();
    expect(readFileSync(autostart, 'utf8')).toContain(`Exec="${appImage}" --hidden\n`);
    await startAtLogin.press('Space');
    await expect(startAtLogin).not.toBeChecked();
    expect(existsSync(autostart)).toBe(false);

    await openSettings(page, 'Health');
    await page.getByRole('button', { name: 'Check for updates' }).click();
    await expect(page.getByText('99.0.0').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Restart to update' })).toBeEnabled();
    expect(readFileSync(join(userData, 'logs', 'callboard.log'), 'utf8')).toMatch(
      /app_started .*packaged=yes/,
    );
  });
});
