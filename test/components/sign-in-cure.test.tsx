import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { ConnectionPage } from '../../renderer/features/sign-in/connection-page.tsx';
import { SignInPage } from '../../renderer/features/sign-in/sign-in-page.tsx';
import { SignInBanner } from '../../renderer/shell/banners.tsx';
import type { AppState } from '../../shared/app-state.ts';
import type { AppError } from '../../shared/failures.ts';
import { NO_POLICY } from '../../shared/policy.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const workspace = {
  id: 'workspace-1',
  name: 'Acme',
  kind: 'service',
  baseUrl: 'https://api.acme.example',
  authUrl: 'https://login.acme.example',
  issuer: '',
  clientId: 'callboard',
  redirectUri: 'app.callboard:/oauth/callback',
} as const;

function signedOut(reason: AppError): AppState {
  return {
    version: '1.0.0',
    workspaces: [workspace],
    currentWorkspace: workspace,
    session: { phase: 'signed_out', reason },
    reachable: true,
    paused: false,
    unreachableSince: null,
    sendWait: null,
    teamAwaySince: null,
    outboxCounts: {},
    askedCount: 0,
    requestCount: 0,
    keyStore: 'available',
    weakStorageAllowed: false,
    storageNotice: null,
    doNotCallLocked: null,
    policy: NO_POLICY,
    managedWorkspaces: { managed: [], held: [], secretByPerson: [], secretMissing: [] },
  };
}

async function showAfter(reason: AppError, part: React.ReactNode) {
  stubBridge({});
  const screen = await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={signedOut(reason)}>{part}</AppStateProvider>
    </QueryClientProvider>,
  );
  await expect.element(page.getByText(/The service says: /)).toBeVisible();
  const names = page
    .getByRole('button')
    .elements()
    .map((button) => button.textContent);
  await screen.unmount();
  return names.filter((name) => name === 'Edit connection' || name === 'Sign in');
}

const WRONG_SECRET = { code: 'invalid_client', values: { said: 'The secret expired in May' } } as const;
const EXPIRED = { code: 'invalid_grant', values: { said: 'The code expired' } } as const;

test.each([
  ['page', () => <SignInPage onSkip={() => undefined} />],
  ['banner', () => <SignInBanner />],
])(
  "after a wrong secret, the sign-in %s offers Edit connection first, with the service's description",
  async (_what, part) => {
    expect(await showAfter(WRONG_SECRET, part())).toEqual(['Edit connection', 'Sign in']);
  },
);

test('after a failure that a new sign-in cures, Sign in comes first', async () => {
  expect(await showAfter(EXPIRED, <SignInPage onSkip={() => undefined} />)).toEqual([
    'Sign in',
    'Edit connection',
  ]);
  expect(await showAfter(EXPIRED, <SignInBanner />)).toEqual(['Sign in']);
});

test("after a wrong secret, the connection's form says what the service said, in full", async () => {
  const said = `AADSTS7000215: Invalid client secret provided. ${'Trace ID: 0b1c2d3e. '.repeat(40)}End.`;
  stubBridge({});
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={signedOut({ code: 'invalid_client', values: { said } })}>
        <ConnectionPage workspaceId={workspace.id} />
      </AppStateProvider>
    </QueryClientProvider>,
  );
  await expect.element(page.getByText(/The service says: AADSTS7000215.*End\.$/)).toBeVisible();
});
