import type { RunningApp } from './driver/app-driver.ts';
import { expect, test } from './fixtures.ts';
import { openPractice } from './practice-sign-in.ts';
import { expectStatus, openSettings, submitCandidate } from './steps.ts';

function titles(app: RunningApp): Promise<readonly string[]> {
  return app.desktop().then(({ notifications }) => notifications.map(({ title }) => title));
}

function trayItems(app: RunningApp): Promise<readonly string[]> {
  return app.desktop().then(({ tray }) => tray?.items ?? []);
}

test('a completed request sends one notification, whose click opens it, and the tray icon counts while the window is closed', async ({
  launch,
  signInPage,
  desktopEnv,
}, info) => {
  test.skip(process.platform === 'darwin', 'A Mac keeps apps without windows, and has no such setting.');
  test.skip(
    info.project.metadata['driver'] === 'electron' && process.platform === 'linux',
    'A display without a desktop has no place for tray icons.',
  );
  const app = await launch({ CALLBOARD_PRACTICE_TIME_SCALE: '60', ...desktopEnv });
  const { page } = app;
  await openPractice(app, signInPage);
  expect((await app.desktop()).tray).toBeNull();
  await openSettings(page, 'General');
  await page.getByRole('switch', { name: 'Keep running when the window is closed' }).press('Space');
  await expect.poll(() => trayItems(app)).toContain('0 waiting');

  await submitCandidate(page, 'Grace Hopper', '+1 202 555 0143');
  await app.closeWindow();
  await expect.poll(async () => (await app.desktop()).windowVisible).toBe(false);
  // A hidden app polls once a minute, possibly just before the screening completed.
  test.setTimeout(150_000);
  await expect.poll(() => titles(app), { timeout: 80_000 }).toEqual(['Screening completed']);
  expect((await app.desktop()).notifications[0]?.body).toContain('Grace Hopper');
  await expect.poll(() => trayItems(app)).toContain('1 completed since you last looked');

  await app.clickTrayItem('Pause sending');
  await expect.poll(() => trayItems(app)).toContain('Resume sending');
  await app.clickNotification('Screening completed');
  await expect.poll(async () => (await app.desktop()).windowVisible).toBe(true);
  await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
  await expectStatus(page, 'Paused');
  await expect.poll(() => trayItems(app)).toContain('0 completed since you last looked');

  // Paused: the tray counts the waiting submission, and there is no new notification.
  await submitCandidate(page, 'Ada Lovelace', '+1 202 555 0144');
  await expect.poll(() => trayItems(app)).toContain('1 waiting');
  await app.closeWindow();
  await app.clickTrayItem('Open Callboard');
  await expect.poll(async () => (await app.desktop()).windowVisible).toBe(true);
  expect(await titles(app)).toEqual(['Screening completed']);
});

test('on a desktop without tray icons, closing the window quits and the settings say why', async ({
  launch,
}, info) => {
  test.skip(process.platform !== 'linux', 'Other systems have a tray and say when they are locked.');
  test.skip(info.project.metadata['driver'] === 'electron', 'Only the preview can be without a bus.');
  const app = await launch({ CALLBOARD_PREVIEW_MODES: 'no-tray-host,screen-lock-unknown' });
  const { page } = app;
  await page.getByRole('button', { name: 'Try the practice workspace' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Open without signing in' }).click();
  await openSettings(page, 'Notifications');
  await expect(page.getByText('This desktop doesn’t tell Callboard when it is locked')).toBeVisible();
  await page.getByRole('link', { name: 'General', exact: true }).click();
  await expect(page.getByText('so closing the window quits')).toBeVisible();
  await page.getByRole('switch', { name: 'Keep running when the window is closed' }).press('Space');
  await expect.poll(() => trayItems(app)).toContain('0 waiting');
  await app.closeWindow();
  await expect.poll(() => isRunning(app.pid)).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
