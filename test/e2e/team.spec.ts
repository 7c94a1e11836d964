import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE, PostgresCluster, postgresPrograms } from '../../practice/team/postgres-cluster.ts';
import { expect, test } from './fixtures.ts';
import { openSettings } from './steps.ts';

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
  await cluster.start();
  await expect(team.getByRole('status')).toHaveText('Connected');

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
