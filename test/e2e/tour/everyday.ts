import { expect, type Page } from '@playwright/test';
import type { RunningApp } from '../driver/app-driver.ts';
import { openPractice } from '../practice-sign-in.ts';
import {
  JOB_DESCRIPTION_ID,
  openRequest,
  openRequests,
  refreshUntilCompleted,
  submitCandidate,
} from '../steps.ts';
import { goTo, type Visit, visitDialog, visitMenu } from './visit.ts';

const CANDIDATES = [
  ['Grace Hopper', '+1 202 555 0143'],
  ['Ada Lovelace', '+44 20 7946 0958'],
  ['Mary Jackson', '+1 202 555 0194'],
  ['No Answer Nelson', '+1 202 555 0171'],
  ['Long Wait Larsen', '+45 32 12 34 56'],
  ['Maximiliane-Theodora von Hohenlohe-Schillingsfürst zu Neuenstein', '+49 30 901820'],
  ['فاطمة الزهراء بنت محمد', '+971 50 123 4567'],
] as const;

/** A recruiter's day with requests: the list, its menus, a request, the selection, Compare, the palette. */
export async function tourEveryday(app: RunningApp, signInPage: Page, visit: Visit): Promise<void> {
  const page = await openPractice(app, signInPage);
  await nameJob(page, visit);
  for (const [name, phone] of CANDIDATES) await submitCandidate(page, name, phone);
  await visit(page, 'new-request-sent');
  await openRequests(page);
  for (const [name] of CANDIDATES.slice(0, 3)) await refreshUntilCompleted(page, name);
  await visit(page, 'requests');
  await goTo(page, 'Today');
  await expect(page.getByRole('grid', { name: 'Jobs' })).toBeVisible();
  await visit(page, 'today');
  await page.getByRole('grid', { name: 'Jobs' }).getByRole('row').nth(1).click();
  await expect(page.getByRole('grid', { name: 'Tracked requests' }).getByRole('row').nth(1)).toBeVisible();
  await visit(page, 'job');
  await page.getByText('Board', { exact: true }).click();
  await expect(page.getByRole('list', { name: 'To review' }).getByRole('listitem').first()).toBeVisible();
  await visit(page, 'job-board');
  await openRequests(page);
  for (const menu of ['Export', 'Filter', 'Columns', 'Practice workspace'])
    await visitMenu(
      visit,
      `menu-${menu.toLowerCase().replace(' ', '-')}`,
      page.getByRole('button', { name: menu }).first(),
    );
  await tourSelection(page, visit);
  await tourRequest(page, visit);
  for (const name of ['Library', 'Insights']) {
    await goTo(page, name);
    await visit(page, name.toLowerCase());
    if (name === 'Library') await tourDescribedResults(page, visit);
  }
  await tourOverlays(page, visit);
}

async function nameJob(page: Page, visit: Visit): Promise<void> {
  await goTo(page, 'Library');
  await page.getByRole('button', { name: 'Add job description' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await visit(page, 'library-entry');
  await page.getByLabel('Name', { exact: true }).fill('Senior backend engineer');
  await page.getByLabel('ID', { exact: true }).fill(JOB_DESCRIPTION_ID);
  await page.getByRole('button', { name: 'Save entry' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** What a questionnaire's answers had, and one of their fields described. */
async function tourDescribedResults(page: Page, visit: Visit): Promise<void> {
  const questionnaires = page.getByRole('grid', { name: 'Questionnaires' });
  await questionnaires.getByRole('button', { name: 'Name it' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Name or describe this questionnaire' });
  await expect(dialog.getByText(/Examples are from/)).toBeVisible();
  await dialog.getByRole('button', { name: /^Add / }).first().click();
  const edit = dialog.getByRole('button', { name: /^Edit / });
  await expect(edit).toBeFocused();
  await visit(page, 'library-questionnaire');
  await edit.click();
  const described = page.getByRole('dialog', { name: 'What the values mean' });
  await expect(described.getByRole('list', { name: /^Examples of/ })).toBeVisible();
  await visit(page, 'library-describe');
  await page.keyboard.press('Escape');
  await expect(described).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

async function tourSelection(page: Page, visit: Visit): Promise<void> {
  for (const [name] of CANDIDATES.slice(0, 3))
    await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  await visit(page, 'selection');
  const chosen = page.getByRole('region', { name: 'Selected requests' });
  for (const menu of ['Tag', 'Verdict'])
    await visitMenu(
      visit,
      `selection-${menu.toLowerCase()}`,
      chosen.getByRole('button', { name: menu, exact: true }),
    );
  await visitDialog(visit, 'submit-again', chosen.getByRole('button', { name: 'Submit again' }));
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Compare' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveCount(3);
  await visit(page, 'compare');
  await openRequests(page);
}

async function tourRequest(page: Page, visit: Visit): Promise<void> {
  for (const [screen, name] of [
    ['request-not-reached', 'No Answer Nelson'],
    ['request', 'Ada Lovelace'],
  ] as const) {
    await openRequest(page, name);
    await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
    await visit(page, screen);
    if (screen === 'request-not-reached') await openRequests(page);
  }
  await page.getByRole('button', { name: 'More actions' }).first().click();
  const explain = page.getByRole('menuitem', { name: 'Explain this decision…' });
  await visitDialog(visit, 'request-explain', explain);
  await visitMenu(visit, 'menu-request', page.getByRole('button', { name: 'More actions' }).first());
}

async function tourOverlays(page: Page, visit: Visit): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Find an action or a request' });
  await expect(palette.getByRole('option').first()).toBeVisible();
  await visit(page, 'palette-actions');
  await page.keyboard.type('grace');
  await expect(palette.getByRole('option', { name: 'Grace Hopper' }).first()).toBeVisible();
  await visit(page, 'palette');
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await visit(page, 'shortcuts');
  await page.keyboard.press('Escape');
}
