import type { Page, TestInfo } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openRequest, openRequests, submitCandidate } from './steps.ts';

/** Lets the browser allow everything, so that the app alone decides. In Electron this would go past the app. */
async function allowInBrowser(page: Page, info: TestInfo): Promise<void> {
  if (info.project.metadata['driver'] !== 'preview') return;
  await page
    .context()
    .grantPermissions([
      'camera',
      'clipboard-read',
      'clipboard-write',
      'geolocation',
      'microphone',
      'midi',
      'midi-sysex',
      'notifications',
    ]);
}

test('the page may write text to the clipboard after a click, and has no other permission', async ({
  launchSignedIn,
}, info) => {
  const { page } = await launchSignedIn();
  await allowInBrowser(page, info);

  await test.step('every other permission is denied', async () => {
    await expect(page.getByRole('heading').first()).toBeVisible();
    const states = await page.evaluate(async () => {
      const queries: Record<string, object> = {
        copy: { name: 'clipboard-write' },
        copyAnything: { name: 'clipboard-write', allowWithoutSanitization: true },
        paste: { name: 'clipboard-read' },
        camera: { name: 'camera' },
        microphone: { name: 'microphone' },
        geolocation: { name: 'geolocation' },
        midi: { name: 'midi', sysex: true },
        notifications: { name: 'notifications' },
      };
      const states: Record<string, string> = {};
      for (const [use, descriptor] of Object.entries(queries)) {
        ({ state: states[use] } = await navigator.permissions.query(descriptor as PermissionDescriptor));
      }
      return states;
    });
    const denied = Object.fromEntries(Object.keys(states).map((use) => [use, 'denied']));
    expect(states).toEqual({ ...denied, copy: 'granted' });

    // The driver evaluates as if after a click.
    const outcomes = await page.evaluate(async () => ({
      copy: await navigator.clipboard.writeText('a text').then(
        () => 'copied',
        ({ message }: Error) => message,
      ),
      paste: await navigator.clipboard.readText().catch(({ message }: Error) => message),
      notifications: await Notification.requestPermission(),
      geolocation: await new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve('located'),
          ({ code }) => resolve(code),
        ),
      ),
    }));
    expect(outcomes).toEqual({
      copy: 'copied',
      paste: "Failed to execute 'readText' on 'Clipboard': Read permission denied.",
      notifications: 'denied',
      geolocation: 1,
    });
  });

  await test.step('Copy link uses the permission, not the fallback for pages without it', async () => {
    await submitCandidate(page, 'Grace Hopper', '+1 202 555 0143');
    await openRequests(page);
    await openRequest(page, 'Grace Hopper');
    // Only `execCommand` has this event.
    await page.evaluate(() => document.addEventListener('copy', () => document.body.classList.add('copied')));
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    await expect(page.getByText('Link copied', { exact: true })).toBeVisible();
    await expect(page.locator('body.copied')).toHaveCount(0);
  });
});
