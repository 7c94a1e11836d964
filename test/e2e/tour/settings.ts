import { expect, type Page } from '@playwright/test';
import { SETTINGS_PART_LIST } from '../../../renderer/routes/settings-parts.ts';
import { goTo, type Visit } from './visit.ts';

/** Every part of Settings, a workspace's rules while they are on, and the set-up of automatic backups. */
export async function tourSettings(page: Page, visit: Visit): Promise<void> {
  await goTo(page, 'Settings');
  const parts = page.getByRole('navigation', { name: 'Parts of the settings' });
  for (const { path, label } of SETTINGS_PART_LIST) {
    const link = parts.getByRole('link', { name: label, exact: true });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(page.locator('main section').first()).toBeVisible();
    await visit(page, `settings-${path.slice(1) || 'general'}`);
    if (path === '/workspaces') await tourWorkspaceRules(page, visit);
    if (path === '/privacy') await tourAutomaticBackups(page, visit);
  }
}

/** The dialog stays open on Escape, which would lose a passphrase. */
async function tourAutomaticBackups(page: Page, visit: Visit): Promise<void> {
  await page.getByRole('button', { name: 'Set up automatic backups' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up automatic backups' });
  await dialog.getByRole('button', { name: 'Turn on and back up' }).click();
  await visit(page, 'settings-automatic-backups');
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function tourWorkspaceRules(page: Page, visit: Visit): Promise<void> {
  for (const name of ['Keep to calling hours', 'Ask for consent'])
    await page.getByRole('switch', { name, exact: true }).press('Space');
  await page.getByRole('combobox', { name: 'Add a day with other hours' }).click();
  await page.getByRole('option', { name: 'Friday' }).click();
  await visit(page, 'settings-workspace-rules');
  for (const name of ['Keep to calling hours', 'Ask for consent'])
    await page.getByRole('switch', { name, exact: true }).press('Space');
}
