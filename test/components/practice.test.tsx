import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { PracticeSamples } from '../../renderer/features/new-request/new-request-page.tsx';
import { SAMPLE_CANDIDATES } from '../../renderer/features/new-request/request-draft.ts';
import { PracticeLabel } from '../../renderer/shell/shell.tsx';
import type { Workspace } from '../../shared/workspace.ts';
import { ACME, appState, PRACTICE } from './app-state.ts';
import { outboxRow } from './outbox-row.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

/** Renders a part in a workspace; gives what was submitted. */
async function inWorkspace(workspace: Workspace, part: ReactNode) {
  const submitted: object[] = [];
  stubBridge({
    'submissions.submit': (input) => {
      submitted.push(Object(input));
      return outboxRow({ id: `s${submitted.length}`, workspaceId: workspace.id });
    },
    'submissions.get': () => outboxRow({ id: 's1', workspaceId: workspace.id }),
    'rules.get': () => ({ consent: { asked: true, required: true, wording: 'Agreed on the phone' } }),
  });
  const app = appState({ currentWorkspace: workspace });
  const screen = await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={app}>{part}</AppStateProvider>
    </QueryClientProvider>,
  );
  return { submitted, screen };
}

test('in the practice workspace alone, the header says so and samples are offered', async () => {
  const parts = (
    <>
      <PracticeLabel />
      <PracticeSamples />
    </>
  );
  const practising = await inWorkspace(PRACTICE, parts);
  await expect.element(page.getByText('Practice', { exact: true })).toBeVisible();
  expect(page.getByRole('button').elements()).toHaveLength(SAMPLE_CANDIDATES.length);
  await practising.screen.unmount();
  const serious = await inWorkspace(ACME, parts);
  expect(page.getByRole('button').elements()).toHaveLength(0);
  expect(page.getByText('Practice', { exact: true }).elements()).toHaveLength(0);
  await serious.screen.unmount();
});

test('one click submits a sample to the practice workspace, with the consent it asks for', async () => {
  const { submitted, screen } = await inWorkspace(PRACTICE, <PracticeSamples />);
  await page.getByRole('button', { name: 'Not reached: submit Nora Sample (no answer)' }).click();
  await expect
    .poll(() => submitted)
    .toMatchObject([
      {
        workspaceId: PRACTICE.id,
        candidateName: 'Nora Sample (no answer)',
        phoneNumber: '+12025550101',
        despiteDuplicates: true,
        consentWording: 'Agreed on the phone',
      },
    ]);
  await screen.unmount();
});
