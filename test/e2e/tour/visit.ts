import { expect, type Locator, type Page } from '@playwright/test';

/** Is called on each screen of a tour. `opened`: a menu or popup is open above the page. */
export type Visit = (page: Page, screen: string, options?: { opened?: boolean }) => Promise<void>;

/** Goes to a page of the navigation. */
export async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Opens a dialog by its button or menu item, visits it and closes it again. */
export async function visitDialog(visit: Visit, screen: string, opener: Locator): Promise<void> {
  const page = opener.page();
  await opener.click();
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog')).first()).toBeVisible();
  await visit(page, screen);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0);
}

/** Opens a menu or popup, visits it and leaves it open or closes it. */
export async function visitMenu(visit: Visit, screen: string, opener: Locator): Promise<void> {
  const page = opener.page();
  await opener.click();
  const opened = page.locator('[role="menu"]:visible, [role="dialog"]:visible, [role="listbox"]:visible');
  await expect(opened.first()).toBeVisible();
  await visit(page, screen, { opened: true });
  await page.keyboard.press('Escape');
  await expect(opened).toHaveCount(0);
}

/** Toasts of the screens before would cover what is to be seen. */
export async function dismissToasts(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  // Some go by themselves meanwhile.
  await expect(async () => {
    if ((await dismiss.count()) > 0) await dismiss.first().click({ timeout: 1000 });
    await expect(dismiss).toHaveCount(0, { timeout: 500 });
  }).toPass({ timeout: 20_000 });
}
