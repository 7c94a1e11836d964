import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { TeamPart } from '../../renderer/features/team/team-part.tsx';
import { Overlays } from '../../renderer/shell/overlays.tsx';
import { CodedError, fail } from '../../shared/result.ts';
import { type TeamProblem, type TeamView, teamConnection, teamProblem } from '../../shared/team.ts';
import { appState } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const VIEW: Omit<TeamView, 'state'> = {
  connection: teamConnection.parse({
    ...{ host: 'db.example.com', database: 'hiring', user: 'mary', person: 'Mary Ng' },
  }),
  ...{ fixed: null, members: [], ofColleagues: 0, unsent: 0 },
};

async function show(reason: TeamProblem, fixed: TeamView['fixed'] = null) {
  stubBridge({
    'team.view': () => ({ ...VIEW, state: { phase: 'refused', since: 0, reason }, fixed }),
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

test('who is leaving hears that the rest is on its way, until it is there', async () => {
  const client = createQueryClient();
  let unsent = 1;
  stubBridge({
    'team.view': () => ({ ...VIEW, state: { phase: 'connected', since: 0 }, unsent }),
    'team.exchange': () => ({ unshared: 0, receiving: null, sending: null }),
  });
  await renderInTheme(
    <QueryClientProvider client={client}>
      <AppStateProvider state={appState({})}>
        <TeamPart below={null} />
        <Overlays />
      </AppStateProvider>
    </QueryClientProvider>,
  );
  await page.getByRole('button', { name: 'Leave the team…' }).click();
  const warning = page.getByText('Wait a moment first if your colleagues should see it.');
  await expect.element(warning).toBeVisible();
  unsent = 0;
  await client.invalidateQueries();
  await expect.poll(() => warning.elements()).toEqual([]);
});
