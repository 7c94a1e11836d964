import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { TeamSettingsPart } from '../../renderer/features/settings/workspace-rules-sections.tsx';
import { Overlays } from '../../renderer/shell/overlays.tsx';
import { type TeamState, teamConnection, teamProblem } from '../../shared/team.ts';
import { defaultRules, workspaceRules } from '../../shared/workspace-rules.ts';
import { appStateWith } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const AWAY: TeamState = { phase: 'unreachable', since: 1, reason: teamProblem('connection_lost') };
const connection = teamConnection.parse({
  ...{ host: 'db.acme.example', database: 'hiring', user: 'anna', person: 'Anna' },
});

/** The page of a team; gives what is saved of its rule. */
async function show(waiting: number, state: TeamState) {
  const saved: unknown[] = [];
  stubBridge({
    'team.view': () => ({ connection, state, fixed: null, members: [], ofColleagues: 0, unsent: 0 }),
    'team.exchange': () => ({ unshared: 0, receiving: null, sending: null }),
    'rules.get': () => defaultRules('Europe/Berlin'),
    'rules.save': (rules) => {
      saved.push(workspaceRules.parse(rules).teamUnreachable);
      return rules;
    },
  });
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={appStateWith({ waiting })}>
        <TeamSettingsPart />
        <Overlays />
      </AppStateProvider>
    </QueryClientProvider>,
  );
  await page.getByText('Send anyway', { exact: true }).click();
  return saved;
}

test('what waits for the team goes without it only once a person has said so', async () => {
  const saved = await show(2, AWAY);
  const dialog = page.getByRole('dialog', { name: 'Send without asking the team?' });
  await expect.element(dialog.getByText(/^2 submissions are waiting/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(saved).toEqual([]);
  await page.getByText('Send anyway', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Send anyway' }).click();
  await expect.poll(() => saved).toEqual(['send']);
});

test.for([
  ['nothing waits', 0, AWAY],
  ['the team can be asked', 2, { phase: 'connected', since: 1 }],
] as const)('nobody is asked where %s', async ([, waiting, state]) => {
  const saved = await show(waiting, state);
  await expect.poll(() => saved).toEqual(['send']);
});
