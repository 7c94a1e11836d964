import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPracticeService } from '../../practice/practice-service.ts';
import { DATABASE, PostgresCluster, postgresPrograms } from '../../practice/team/postgres-cluster.ts';
import type { RunningApp } from './driver/app-driver.ts';
import { previewDriver } from './driver/preview-driver.ts';
import { expect, test } from './fixtures.ts';
import { connectToPractice, joinTeam } from './practice-sign-in.ts';
import {
  fillCandidate,
  openOutbox,
  openRequests,
  openSettings,
  requestRow,
  submitCandidate,
} from './steps.ts';

const programs = postgresPrograms();
test.skip(programs === null, 'PostgreSQL 14 or newer with its server is not installed.');

let cluster: PostgresCluster;
test.beforeEach(async () => {
  cluster = await PostgresCluster.make(programs ?? '');
});
test.afterEach(() => cluster.remove());

test('a team is joined by its address, outlasts its server and is left again', async ({ launchPractice }) => {
  test.slow();
  await cluster.createTeam('callboard');
  const mary = await cluster.createRecruiter('callboard', 'mary');
  const { page } = await launchPractice();
  await openSettings(page, 'Team');
  const team = page.getByRole('region', { name: 'Team', exact: true });
  await team
    .getByLabel('Address')
    .fill(`${cluster.addressOf({ ...mary, password: 'wrong' })}?sslmode=disable`);
  await team.getByLabel('Address').press('Enter');
  await expect(team.getByLabel('Server')).toHaveValue('127.0.0.1');
  await expect(team.getByLabel('Address')).toHaveValue('');
  await team.getByLabel('Your name').fill('Mary Miller');
  await team.getByRole('button', { name: 'Connect', exact: true }).click();

  // The error stands beside its field, and nothing typed is lost.
  const password = team.getByRole('textbox', { name: 'Password' });
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription('The database does not accept mary with this password.');
  await expect(team.getByLabel('Your name')).toHaveValue('Mary Miller');
  await password.fill(mary.password);
  await team.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(team.getByRole('status')).toHaveText('Connected');
  await expect(team).toContainText('Mary Miller');
  await expect(page.locator('body')).not.toContainText(mary.password);

  await cluster.stop();
  await expect(team.getByRole('alert')).toContainText("The team database can't be reached since");
  await expect(page.getByRole('region', { name: 'Sending' })).toContainText(
    'Waiting for the team database since',
  );
  await cluster.start();
  await expect(team.getByRole('status')).toHaveText('Connected');
  await expect(page.getByRole('region', { name: 'Sending' })).toHaveCount(0);

  await team.getByRole('button', { name: 'Leave the team…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave the team?' });
  await dialog.getByRole('button', { name: 'Leave the team' }).click();
  await expect(dialog).toBeHidden();
  await expect(team.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
});

test('a database without a team is set up by somebody who may', async ({ launchPractice }) => {
  const { page } = await launchPractice();
  await openSettings(page, 'Team');
  const team = page.getByRole('region', { name: 'Team', exact: true });
  const { administrator: login, administratorPassword: password } = cluster;
  await team.getByLabel('Address').fill(`${cluster.addressOf({ login, password })}?sslmode=disable`);
  await team.getByLabel('Address').press('Enter');
  await team.getByLabel('Your name').fill('Ann Admin');
  await team.getByRole('button', { name: 'Connect', exact: true }).click();
  await team.getByRole('button', { name: 'Set up the team database' }).click();
  await expect(team.getByRole('status')).toHaveText('Connected');
});

test('a team database of the policy asks only who a person is', async ({
  launchSignedIn,
  service,
  userData,
}) => {
  await cluster.createTeam('callboard');
  const mary = await cluster.createRecruiter('callboard', 'mary');
  const path = join(userData, 'policy.json');
  const { address, clientId: client_id, redirectUri: redirect_uri } = service;
  const connection = { base_url: `${address}/api`, auth_url: `${address}/auth`, client_id, redirect_uri };
  const team = { host: '127.0.0.1', port: cluster.port, database: DATABASE, tls: 'off' };
  writeFileSync(path, JSON.stringify({ workspaces: [{ name: 'Hiring', ...connection, team }] }));
  const { page } = await launchSignedIn({ CALLBOARD_POLICY_FILE: path });
  await openSettings(page, 'Team');
  const region = page.getByRole('region', { name: 'Team', exact: true });
  await expect(region).toContainText('Set by your organisation');
  await expect(region).toContainText('callboard in hiring at 127.0.0.1');
  await expect(region.getByLabel('Server')).toHaveCount(0);
  await region.getByLabel('Your name').fill('Mary Miller');
  await region.getByLabel('User name').fill(mary.login);
  await region.getByRole('textbox', { name: 'Password' }).fill(mary.password);
  await region.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(region.getByRole('status')).toHaveText('Connected');
  await expect(region.getByRole('button', { name: 'Leave the team…' })).toHaveCount(0);
});

test('two colleagues see each other’s candidates, and call nobody twice without being asked', async ({
  chromiumBrowser,
}, info) => {
  test.slow();
  await cluster.createTeam('callboard');
  const practice = await startPracticeService();
  const start = previewDriver(chromiumBrowser);
  const colleague = async (login: string, name: string): Promise<RunningApp> => {
    const recruiter = await cluster.createRecruiter('callboard', login);
    const userData = info.outputPath(login);
    mkdirSync(userData, { recursive: true });
    const settings = JSON.stringify({ undoSeconds: 0, backupReminderAt: Date.now() });
    writeFileSync(join(userData, 'settings.json'), settings, { mode: 0o600 });
    const env = { CALLBOARD_PREVIEW_KEYRING: `${userData}.key`, XDG_STATE_HOME: `${userData}.state` };
    const app = await start({ userData, env });
    const context = await chromiumBrowser.newContext();
    await connectToPractice(app, practice, await context.newPage());
    await context.close();
    await joinTeam(app.page, `${cluster.addressOf(recruiter)}?sslmode=disable`, name);
    return app;
  };
  const mary = await colleague('mary', 'Mary Miller');
  const tom = await colleague('tom', 'Tom Turner');
  await submitCandidate(mary.page, 'Ada Lovelace', '+1 202 555 0143');
  await openRequests(mary.page);
  await expect(requestRow(mary.page, 'Ada Lovelace')).toBeVisible();
  await openRequests(tom.page);
  await expect(requestRow(tom.page, 'Ada Lovelace')).toBeVisible();
  await tom.page.getByRole('link', { name: 'Insights', exact: true }).click();
  const whose = tom.page.getByLabel('Whose submissions');
  const none = tom.page.getByText('No matching submissions');
  for (const [person, isNone] of [
    ['You', true],
    ['Mary Miller', false],
  ] as const) {
    await whose.selectOption(person);
    await expect(none).toBeVisible({ visible: isNone });
  }
  await tom.page.getByRole('link', { name: 'New request', exact: true }).first().click();
  await fillCandidate(tom.page, 'Ada Lovelace', '+1 202 555 0143');
  await tom.page.getByRole('button', { name: 'Submit request' }).click();
  const asked = tom.page.getByRole('alert').filter({ hasText: 'Mary Miller submitted this number' });
  await asked.getByRole('button', { name: 'Submit anyway' }).click();
  await openRequests(tom.page);
  await expect(requestRow(tom.page, 'Ada Lovelace')).toHaveCount(2);

  // What already waits is held, too, once a colleague has the number.
  await tom.page.getByRole('button', { name: 'Pause sending' }).click();
  await submitCandidate(tom.page, 'Grace Hopper', '+1 202 555 0144');
  await submitCandidate(mary.page, 'Grace Hopper', '+1 202 555 0144');
  await openRequests(mary.page);
  await expect(requestRow(mary.page, 'Grace Hopper')).toBeVisible();
  await tom.page.getByRole('button', { name: 'Resume sending' }).click();
  await openOutbox(tom.page);
  await expect(tom.page.getByText('A colleague submitted this number').first()).toBeVisible();
  await tom.page.getByRole('button', { name: 'Submit anyway' }).click();
  const dialog = tom.page.getByRole('dialog', { name: 'Submit anyway?' });
  await expect(dialog).toContainText('Mary Miller submitted this number');
  await dialog.getByRole('button', { name: 'Submit anyway' }).click();
  await openRequests(tom.page);
  await expect(requestRow(tom.page, 'Grace Hopper')).toHaveCount(2);
  expect(practice.requests.list()).toHaveLength(4);
  await mary.kill();
  await tom.kill();
  await practice.close();
});
