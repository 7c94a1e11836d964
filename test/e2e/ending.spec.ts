import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';

const logOf = (userData: string): string => readFileSync(join(userData, 'logs', 'callboard.log'), 'utf8');

test('a window that never becomes ready to show is shown, and its page comes back when its process has ended', async ({
  launch,
  userData,
}, info) => {
  test.skip(
    info.project.metadata['driver'] === 'electron',
    'Playwright loses a page whose process ended, even after it is reloaded.',
  );
  const app = await launch({ CALLBOARD_PREVIEW_MODES: 'no-ready-to-show' });
  const { page } = app;
  await expect(page.getByRole('button', { name: 'Connect to your service' })).toBeVisible();
  expect((await app.desktop()).windowVisible).toBe(true);

  await app.endPage();
  await expect(page.getByText("Callboard's window stopped working and was reloaded")).toBeVisible();
  await expect(page.getByText("What you hadn't submitted or saved yet is lost.")).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Connect to your service' }).click();
  await expect(page.getByLabel('Service address')).toBeVisible();
  await app.quit();
  expect(logOf(userData)).toMatch(/ page_gone reason=crashed .*\n(?:.*\n)*.* page_reloaded cause=page_gone/);
});

test('the end of the session ends the app in order, and the next start finds nothing wrong', async ({
  launch,
  userData,
}) => {
  const app = await launch();
  await expect(app.page.getByRole('button', { name: 'Connect to your service' })).toBeVisible();
  await app.endSession();
  expect(logOf(userData)).toMatch(/ system_ends_app how=session_end\n(?:.*\n)*.* app_stopped [^\n]*\n$/);

  const next = await launch();
  await expect(next.page.getByRole('button', { name: 'Connect to your service' })).toBeVisible();
  await expect.poll(() => logOf(userData).match(/ app_started /g)?.length).toBe(2);
  expect(logOf(userData)).not.toContain('run_ended_without_stop');
});
