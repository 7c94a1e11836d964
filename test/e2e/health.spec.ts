import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { openOutbox, openSettings, submitCandidate } from './steps.ts';

test('Health reports no problems, diagnostics are shown before saving, and neither they nor the log hold personal data', async ({
  launchSignedIn,
  service,
  userData,
}) => {
  const app = await launchSignedIn();
  const { page } = app;
  await submitCandidate(page, 'Žofie Nováková', '+420 601 234 567');
  await openOutbox(page);

  await openSettings(page, 'Health');
  const health = page.getByRole('region', { name: 'Health', exact: true });
  const row = (name: string) => health.getByRole('listitem').filter({ hasText: name });
  await expect(row('Database check').getByRole('img', { name: 'OK' })).toBeVisible({ timeout: 15_000 });
  await expect(row('Crash dumps').getByText('None.')).toBeVisible();

  await page.getByRole('button', { name: 'Copy diagnostics' }).click();
  const dialog = page.getByRole('dialog', { name: 'Diagnostics for your support' });
  const text = dialog.getByRole('textbox', { name: 'Text of the diagnostics' });
  await expect(text).toHaveValue(/Clock: ok/);
  await expect(text).toHaveValue(/submission_changed submission=\w+ state=accepted/);
  await expect(text).not.toHaveValue(new RegExp(new URL(service.address).host));
  await dialog.getByRole('checkbox', { name: 'Include service addresses' }).check();
  await expect(text).toHaveValue(new RegExp(new URL(service.address).host));
  await expect(text).not.toHaveValue(/Žofie|601 ?234|Bearer/);
  await dialog.getByRole('button', { name: 'Save as file' }).click();
  await expect(dialog.getByRole('status')).toHaveText(/^Saved to .*Callboard diagnostics/);
  await page.keyboard.press('Escape');
  await app.quit();

  const logs = join(userData, 'logs');
  const log = readFileSync(join(logs, 'callboard.log'), 'utf8');
  for (const event of [
    'app_started version=',
    'sign_in_changed',
    'phase=signed_in',
    'submission_added',
    'app_stopped',
  ]) {
    expect(log).toContain(event);
  }
  expect(log).not.toMatch(/ofie|601 ?234|127\.0\.0\.1|resume|other/);
  // Windows has access lists instead, which files inherit from the person's own folder.
  if (process.platform === 'win32') return;
  for (const name of readdirSync(logs)) expect(statSync(join(logs, name)).mode & 0o777).toBe(0o600);
});
