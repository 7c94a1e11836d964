import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { TeamPart } from '../../renderer/features/team/team-part.tsx';
import { CodedError, fail } from '../../shared/result.ts';
import { type TeamProblem, type TeamView, teamConnection, teamProblem } from '../../shared/team.ts';
import { appState } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

async function show(reason: TeamProblem, fixed: TeamView['fixed'] = null) {
  const connection = teamConnection.parse({
    ...{ host: 'db.example.com', database: 'hiring', user: 'mary', person: 'Mary Ng' },
  });
  const view: TeamView = {
    ...{ connection, state: { phase: 'refused', since: 0, reason }, fixed },
    ...{ members: [], ofColleagues: 0, unsent: 0 },
  };
  stubBridge({
    'team.view': () => view,
    'team.join': () => {
      throw new CodedError(fail('team_not_joined', { problem: reason }));
    },
  });
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={appState({})}>
        <TeamPart below={null} />
      </AppStateProvider>
    </QueryClientProvider>,
  );
}

test.each([teamProblem('wrong_password', { user: 'mary' }), teamProblem('password_missing')])(
  'a password that is asked for can be entered from where that is said: $code',
  async (reason) => {
    await show(reason);
    await page.getByRole('alert').getByRole('button', { name: 'Enter the password' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Password' })).toHaveFocus();
  },
);

test('what no password mends asks for none', async () => {
  await show(teamProblem('no_rights', { user: 'mary', schema: 'callboard' }));
  await expect.element(page.getByRole('button', { name: 'Try now' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Enter the password' }).elements()).toEqual([]);
});

async function tryAgain() {
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('button', { name: 'Save and connect' }).click();
}

test('what is wrong stands beside its field, and only what to do is said below', async () => {
  await show(teamProblem('wrong_password', { user: 'mary' }));
  await tryAgain();
  await expect.element(page.getByRole('alert').getByText(/^Check both\./)).toBeVisible();
  const said = page.getByText('The database does not accept mary with this password.');
  await expect.poll(() => said.elements()).toHaveLength(1);
});

test('what is wrong with a field that the policy sets is said, as it is not shown', async () => {
  const place = { host: 'db.example.com', port: 5432, database: 'hiring', schema: 'callboard' };
  await show(teamProblem('host_not_found', { host: place.host }), { ...place, tls: 'verify-full' });
  await tryAgain();
  await expect
    .element(page.getByRole('alert').getByText('The name db.example.com is unknown.'))
    .toBeVisible();
});
