import { writeFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { fillCandidate, openRequests, openSettings, openWorkspaceSettings } from '../steps.ts';
import { goTo, type Visit } from './visit.ts';

const QUESTIONNAIRE = {
  kind: 'questionnaire',
  id: 'general-screening',
  name: 'General',
  fields: [
    { path: '/overall_score', label: 'Overall', smallest: 0, largest: 100, better: 'higher', headline: true },
    { path: '/summary', label: 'Summary' },
    { path: '/recommendation', label: 'Recommendation', cover: 'open' },
  ],
};

/** A policy that fixes every rule of a workspace. */
const POLICY = {
  exports: false,
  questionnaires: [QUESTIONNAIRE],
  rules: {
    calling_hours: {
      enabled: true,
      from: '00:00',
      until: '23:59',
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      own_hours: [{ weekday: 5, from: '09:00', until: '15:00' }],
      holidays: [{ country: 'DE', region: 'BY' }, { country: 'AT' }],
      default_time_zone: 'Europe/Berlin',
    },
    consent: { asked: true, required: true, wording: 'They agreed to an automated call about this job.' },
    notice: { asked: true, required: true, days: 7 },
    default_country: 'DE',
    allowed_countries: ['DE', 'AT', 'CH', 'US', 'GB'],
    tries: { no_limit: true },
    verdict_first: true,
  },
};

/**
 * What a policy fixes, where it governs: rules, a submission that is told too recently, exports, and the described results of
 * a questionnaire. `path`: the policy's file, which the app was started with. Needs a request whose results a verdict showed.
 */
export async function tourByPolicy(page: Page, path: string, visit: Visit): Promise<void> {
  writeFileSync(path, JSON.stringify(POLICY));
  await goTo(page, 'Settings');
  await openSettings(page, 'Health');
  await page.getByRole('button', { name: 'Read the policy again' }).click();
  await expect(page.getByRole('region', { name: 'Questionnaires of the organisation' })).toBeVisible();
  await visit(page, 'policy-health');
  await openWorkspaceSettings(page);
  await expect(page.getByRole('region', { name: 'Tries', exact: true })).toContainText('Set by your');
  await expect(page.getByText('Working out its holidays')).toHaveCount(0);
  for (const rule of ['Calling hours', 'Notice', 'Tries']) {
    await page.getByRole('region', { name: rule, exact: true }).scrollIntoViewIfNeeded();
    await visit(page, `policy-${rule.toLowerCase().replaceAll(' ', '-')}`);
  }
  await tourNotice(page, visit);
  await openRequests(page);
  await expect(page.getByRole('button', { name: 'Export' }).first()).toBeDisabled();
  await visit(page, 'policy-no-exports');
  await tourLibrary(page, visit);
}

async function tourNotice(page: Page, visit: Visit): Promise<void> {
  await page.getByRole('link', { name: 'New request', exact: true }).first().click();
  await fillCandidate(page, 'Ada Lovelace', '+44 20 7946 0959');
  await page.getByLabel('They agreed to an automated call').check();
  await page
    .getByLabel('Notice given on')
    .fill(new Date(Date.now() - 2 * 86_400_000).toLocaleDateString('sv'));
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByRole('button', { name: /^Send on / })).toBeVisible();
  await visit(page, 'policy-notice-too-recent');
  await page.getByRole('button', { name: /^Send on / }).click();
  await expect(page.getByLabel('Candidate name')).toHaveValue('');
  await goTo(page, 'Outbox');
  const row = page
    .getByRole('grid', { name: 'Waiting' })
    .getByRole('row')
    .filter({ hasText: 'Notice too recent' });
  await expect(row).toBeVisible();
  await visit(page, 'policy-outbox-waits');
  await row.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByText(/^The notice is too recent for a call/)).toBeVisible();
  await visit(page, 'policy-edit-waits');
}

async function tourLibrary(page: Page, visit: Visit): Promise<void> {
  await goTo(page, 'Library');
  const row = page
    .getByRole('grid', { name: 'Questionnaires' })
    .getByRole('row')
    .filter({ hasText: QUESTIONNAIRE.id });
  await row.getByRole('button', { name: 'Name it' }).click();
  await expect(page.getByRole('region', { name: 'Described results' })).toContainText(
    'Set by your organisation',
  );
  await visit(page, 'policy-library-entry');
  await page.getByRole('button', { name: 'Cancel' }).click();
  const [overall] = QUESTIONNAIRE.fields;
  const theirs = { ...QUESTIONNAIRE, fields: [{ ...overall, label: 'Team score', largest: 10 }] };
  await page.locator('input[type=file]').setInputFiles({
    name: 'team.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ format: 'callboard-library', version: 1, entries: [theirs] })),
  });
  await expect(page.getByRole('dialog', { name: 'Import into the Library' })).toContainText('aren’t used');
  await visit(page, 'policy-library-import');
  await page.keyboard.press('Escape');
  await openRequests(page);
  const judged = page
    .getByRole('grid', { name: 'Tracked requests' })
    .locator('[data-index]')
    .filter({ hasText: 'Yes' });
  await judged.first().hover();
  await judged.first().click();
  const results = page.getByRole('region', { name: 'Assessment results' });
  await results
    .getByRole('button', { name: /^Describe / })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'What the values mean' })).toContainText(
    'Set by your organisation',
  );
  await visit(page, 'policy-describe');
  await page.keyboard.press('Escape');
}
