import { expect, type Page } from '@playwright/test';
import { SETTINGS_PART_LIST } from '../../../renderer/routes/settings-parts.ts';
import { goTo, type Visit } from './visit.ts';

/** Every part of Settings. */
export async function tourSettings(page: Page, visit: Visit): Promise<void> {
  await goTo(page, 'Settings');
  const parts = page.getByRole('navigation', { name: 'Parts of the settings' });
  for (const { path, label } of SETTINGS_PART_LIST) {
    const link = parts.getByRole('link', { name: label, exact: true });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(page.locator('main section').first()).toBeVisible();
    await visit(page, `settings-${path.slice(1) || 'general'}`);
  }
}
