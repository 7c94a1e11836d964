import { expect, type Page } from '@playwright/test';
import { SETTINGS_PART_LIST } from '../../../renderer/routes/settings-parts.ts';
import { openSettings, openWorkspaceSettings } from '../steps.ts';
import { goTo, type Visit } from './visit.ts';

/** Every part of Settings, a workspace's rules while they are on, and the set-up of automatic backups. */
export async function tourSettings(page: Page, visit: Visit): Promise<void> {
  await goTo(page, 'Settings');
  for (const { path, label } of SETTINGS_PART_LIST) {
    await openSettings(page, label);
    await expect(page.locator('main section').first()).toBeVisible();
    await visit(page, `settings-${path.slice(1) || 'general'}`);
    if (path === '/workspaces') await tourWorkspaceRules(page, visit);
    if (path === '/privacy') {
      await tourHolds(page, visit);
      await tourErasure(page, visit);
    }
    if (path === '/backup') await tourAutomaticBackups(page, visit);
    if (path === '/do-not-call') await tourDoNotCall(page, visit);
  }
}

const HELD_NAME = 'Wolfeschlegelsteinhausenbergerdorff-Ødegård';

const LONG_REASON =
  'Claim of 3 May before the labour court, which asked that everything about this person be kept until it has decided';

/** Places a legal hold on a person and one on another who is then released. */
async function tourHolds(page: Page, visit: Visit): Promise<void> {
  const holds = page.getByRole('region', { name: 'Legal holds' });
  const add = page.getByRole('dialog', { name: 'Place a legal hold' });
  await holds.getByRole('button', { name: 'Place a legal hold…' }).click();
  await add.getByRole('button', { name: 'Place the hold' }).click();
  await visit(page, 'settings-hold-add');
  await add.getByRole('textbox', { name: 'Number' }).fill('+1 202 555 0143');
  await add.getByRole('textbox', { name: 'Name' }).fill(HELD_NAME);
  await add.getByRole('textbox', { name: 'Reason' }).fill(LONG_REASON);
  await add.getByRole('button', { name: 'Place the hold' }).click();
  await add.waitFor({ state: 'detached' });
  await holds.getByRole('button', { name: 'Place a legal hold…' }).click();
  await add.getByRole('textbox', { name: 'Number' }).fill('+1 202 555 0199');
  await add.getByRole('textbox', { name: 'Reason' }).fill('Audit of 2026');
  await add.getByRole('button', { name: 'Place the hold' }).click();
  await add.waitFor({ state: 'detached' });
  await visit(page, 'settings-holds');
  await holds.getByRole('button', { name: /^Release the legal hold on \+1 202/ }).click();
  await visit(page, 'settings-hold-release');
  await page.getByRole('button', { name: 'Release the hold', exact: true }).click();
}

/** Looks for the person of the first steps, and answers both questions before an erasure with no. */
async function tourErasure(page: Page, visit: Visit): Promise<void> {
  await page.getByLabel('Number of the person').fill('+1 202 555 0143');
  await page.getByLabel('Name of the person').fill(HELD_NAME);
  await page.getByRole('button', { name: 'Look for this person' }).click();
  await page.getByRole('button', { name: 'Erase selected…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase this person?' });
  await expect(dialog.getByRole('checkbox', { name: 'Block this number from now on' })).toBeChecked();
  await visit(page, 'settings-erase');
  await dialog.getByLabel('Type “erase” to continue').fill('erase');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This is under legal hold')).toBeVisible();
  await visit(page, 'settings-erase-held');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** The dialog stays open on Escape, which would lose a passphrase. */
async function tourAutomaticBackups(page: Page, visit: Visit): Promise<void> {
  await page.getByRole('button', { name: 'Set up automatic backups' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up automatic backups' });
  await dialog.getByRole('button', { name: 'Turn on and back up' }).click();
  await visit(page, 'settings-automatic-backups');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
}

const NUMBERS = `+49 30 901840, asked by e-mail on 3 May
+1 202-555-0188
+44 20 7946 0988, said on the phone that she has found a position and that she doesn’t want to be called again
nobody in particular`;

/** Adds numbers, so that the list shows entries in force and a lifted one. */
async function tourDoNotCall(page: Page, visit: Visit): Promise<void> {
  await page.getByRole('button', { name: 'Add numbers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add numbers to the do-not-call list' });
  await dialog.getByLabel('Phone numbers').fill(NUMBERS);
  await expect(dialog).toContainText('3 numbers, not on the list yet.');
  await visit(page, 'settings-do-not-call-add');
  await dialog.getByRole('button', { name: 'Add 3 numbers' }).click();
  await expect(dialog).toContainText('3 numbers are now on the do-not-call list.');
  await visit(page, 'settings-do-not-call-added');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Lift +1 202 555 0188' }).click();
  await page.getByLabel('Why may it be called again?').fill('The number belongs to somebody else now');
  await visit(page, 'settings-do-not-call-lift');
  await page.getByRole('button', { name: 'Lift the entry' }).click();
  await expect(page.getByText('2 in force')).toBeVisible();
  await visit(page, 'settings-do-not-call-list');
}

const RULES_ON = [
  'Keep to calling hours',
  'Ask for consent',
  'Ask for the day of notice',
  'Limit tries of one person',
];

async function tourWorkspaceRules(page: Page, visit: Visit): Promise<void> {
  await openWorkspaceSettings(page);
  for (const name of RULES_ON) await page.getByRole('switch', { name, exact: true }).press('Space');
  await page.getByRole('combobox', { name: 'Add a day with other hours' }).click();
  await page.getByRole('option', { name: 'Friday' }).click();
  const holidays = page.getByRole('combobox', { name: 'Add public holidays of a country' });
  await holidays.fill('Germ');
  await page.getByRole('option', { name: 'Germany' }).click();
  await page.getByRole('option', { name: 'Bayern' }).click();
  await expect(page.getByRole('group', { name: 'Public holidays: Bayern, Germany' })).toContainText('20');
  await visit(page, 'settings-workspace-rules');
  await page.getByRole('button', { name: 'Call on public holidays of Bayern, Germany' }).click();
  for (const name of RULES_ON) await page.getByRole('switch', { name, exact: true }).press('Space');
}
