import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { expectStatus, fillCandidate, openSettings, openWorkspaceSettings } from './steps.ts';

const RISK = { path: '/risk', label: 'Risk', smallest: 0, largest: 100, better: 'lower', headline: true };

test('a policy defines a workspace, locks, a setting and results; errors in it, or its loss while Callboard is killed, unlock nothing', async ({
  launch,
  service,
  signInPage,
  userData,
}) => {
  const path = join(userData, 'policy.json');
  const policy = {
    workspaces: [
      {
        name: 'Acme Hiring',
        base_url: `${service.address}/api`,
        auth_url: `${service.address}/auth`,
        issuer: 'https://id.example.com/realms/Hiring',
        client_id: service.clientId,
        redirect_uri: service.redirectUri,
      },
    ],
    locked: true,
    undo_seconds: 60,
    exports: false,
    do_not_call: { numbers: ['+4915112345678'] },
    questionnaires: [{ kind: 'questionnaire', id: 'general-screening', name: 'General', fields: [RISK] }],
    rules: {
      consent: { asked: true, required: true, wording: 'They agreed to this call.' },
      allowed_countries: ['DE', 'AT'],
      tries: { most: 2, within_days: 30 },
      verdict_first: true,
    },
  };
  writeFileSync(path, JSON.stringify(policy));
  const app = await launch({ CALLBOARD_POLICY_FILE: path });
  const { page } = app;
  // The policy has no secret, so the person must enter it.
  await expect(page.getByText('Acme Hiring')).toBeVisible();
  await page.getByRole('button', { name: 'Enter client secret' }).click();
  await page.getByLabel('Client secret').fill(service.clientSecret);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await signInPage.goto(await app.nextOpenedAddress());
  await expectStatus(page, 'Online');

  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  const undo = page.getByLabel('Undo window');
  await expect(undo).toHaveValue('60');
  await expect(undo).toBeDisabled();
  await expect(page.getByRole('group', { description: 'Set by your organisation' })).toHaveCount(1);
  await openWorkspaceSettings(page);
  await expect(page.getByText('Set by your organisation').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a connection' })).toHaveCount(0);
  const consent = page.getByRole('region', { name: 'Consent' });
  await expect(consent.getByText('Set by your organisation')).toBeVisible();
  await expect(consent.getByRole('switch', { name: 'Require consent' })).toBeDisabled();
  await expect(consent.getByLabel('What the candidate agreed to')).toHaveValue('They agreed to this call.');
  await expect(page.getByRole('switch', { name: 'Keep to calling hours' })).toBeEnabled();
  const countries = page.getByRole('region', { name: 'Countries', exact: true });
  await expect(countries).toContainText('Germany');
  await expect(countries.getByText('Set by your organisation')).toBeVisible();
  const tries = page.getByRole('region', { name: 'Tries', exact: true });
  await expect(tries.getByLabel('Most tries of one person')).toHaveValue('2 tries');
  await expect(tries.getByLabel('Days in which tries count')).toBeDisabled();
  await expect(tries.getByText('Set by your organisation')).toBeVisible();
  const verdictFirst = page.getByRole('region', { name: 'Verdict before score' });
  await expect(verdictFirst.getByText('Set by your organisation')).toBeVisible();
  await expect(verdictFirst.getByRole('switch', { name: 'Cover results until a verdict' })).toBeDisabled();
  await expect(verdictFirst.getByRole('switch', { name: 'Cover results until a verdict' })).toBeChecked();
  await expect(page.getByRole('button', { name: /^(Edit|Remove) Acme/ })).toHaveCount(0);

  await openSettings(page, 'Do not call');
  const saveList = page.getByRole('button', { name: 'Save the list' });
  await expect(saveList).toBeDisabled();
  await expect(saveList).toHaveAccessibleDescription(/^Set by your organisation: /);

  await page.getByRole('link', { name: 'New request', exact: true }).first().click();
  await fillCandidate(page, 'Ada Lovelace', '+44 20 7946 0958');
  await page.getByLabel('They agreed to this call.').check();
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'Ada Lovelace: numbers of United Kingdom may not be called.',
  );
  await expect(page.getByLabel('Phone number')).toHaveAttribute('aria-invalid', 'true');

  await openSettings(page, 'Health');
  await expect(page.getByText(path)).toBeVisible();
  await expect(page.getByText('60 seconds')).toBeVisible();
  await expect(page.getByText('https://id.example.com/realms/Hiring')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Rules of the organisation' })).toContainText(
    'Required: “They agreed to this call.”',
  );
  const described = page.getByRole('region', { name: 'Questionnaires of the organisation' });
  await expect(described).toContainText('general-screening');
  const wrong = { ...policy.workspaces[0], base_url: 'javascript:alert(1)', client_id: 'other' };
  writeFileSync(
    path,
    JSON.stringify({
      ...policy,
      undo_seconds: 7,
      workspaces: [policy.workspaces[0], wrong],
      questionnaires: [{ id: 'general-screening', fields: 'none' }],
    }),
  );
  await page.getByRole('button', { name: 'Read the policy again' }).click();
  const problems = page.getByRole('list', { name: 'Errors in the policy' });
  await expect(problems).toContainText('workspaces[1].base_url');
  await expect(problems).toContainText('Enter a full address that starts with https://');
  await expect(problems).toContainText('undo_seconds');
  await expect(problems).toContainText('questionnaires[0].fields');
  await expect(described).toContainText('Not allowed until the policy is corrected');
  await page.getByRole('link', { name: 'General', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Show the problem' })).toBeVisible();
  await expect(page.getByLabel('Undo window')).toBeDisabled();
  await expect(page.getByLabel('Undo window')).toHaveValue('0');
  await expectStatus(page, 'Online');

  writeFileSync(path, JSON.stringify(policy));
  await openSettings(page, 'Health');
  await page.getByRole('button', { name: 'Read the policy again' }).click();
  await expect(problems).toHaveCount(0);
  await app.kill();
  rmSync(path);
  const { page: again } = await launch({ CALLBOARD_POLICY_FILE: path });
  await expectStatus(again, 'Online');
  await again.getByRole('link', { name: 'New request', exact: true }).first().click();
  for (const [phone, refusal] of [
    ['+49 1511 2345678', 'must not be called: the number is on the do-not-call list'],
    ['+44 20 7946 0958', 'numbers of United Kingdom may not be called'],
  ] as const) {
    await fillCandidate(again, 'Ada Lovelace', phone);
    await again.getByLabel('They agreed to this call.').check();
    await again.getByRole('button', { name: 'Submit request' }).click();
    await expect(again.getByRole('alert').filter({ hasText: 'Ada Lovelace' })).toContainText(refusal);
  }
  await openSettings(again, 'Health');
  await expect(again.getByRole('list', { name: 'Errors in the policy' })).toContainText(
    'It was there when Callboard ran last, and now is gone.',
  );
});
