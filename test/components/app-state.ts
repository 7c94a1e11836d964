import type { AppState } from '../../shared/app-state.ts';
import { NO_OUTBOX_COUNTS, type OutboxCounts } from '../../shared/outbox.ts';
import { NO_POLICY } from '../../shared/policy.ts';
import type { Workspace } from '../../shared/workspace.ts';

/** The workspace of a service, `workspace-1`. */
export const ACME: Workspace = {
  id: 'workspace-1',
  name: 'Acme',
  kind: 'service',
  baseUrl: 'https://api.acme.example',
  authUrl: 'https://login.acme.example',
  issuer: '',
  clientId: 'callboard',
  redirectUri: 'app.callboard:/oauth/callback',
};

export const PRACTICE: Workspace = {
  ...ACME,
  id: 'workspace-2',
  name: 'Practice workspace',
  kind: 'practice',
  baseUrl: 'http://127.0.0.1:4010',
  authUrl: 'http://127.0.0.1:4010',
  issuer: '',
};

/** The state of an app that is signed in to Acme. */
export function appState(changes: Partial<AppState> = {}): AppState {
  return {
    version: '1.0.0',
    workspaces: [ACME, PRACTICE],
    currentWorkspace: ACME,
    session: { phase: 'signed_in', storage: 'sealed' },
    reachable: true,
    unreachableSince: null,
    sendWait: null,
    teamAwaySince: null,
    paused: false,
    outboxCounts: {},
    askedCount: 0,
    requestCount: 0,
    keyStore: 'available',
    weakStorageAllowed: false,
    storageNotice: null,
    doNotCallLocked: null,
    policy: NO_POLICY,
    managedWorkspaces: { managed: [], held: [], secretByPerson: [], secretMissing: [] },
    ...changes,
  };
}

/** The same with submissions in the Outbox of Acme. */
export function appStateWith(counts: Partial<OutboxCounts>, changes: Partial<AppState> = {}): AppState {
  const outbox = { ...NO_OUTBOX_COUNTS, ...counts };
  return appState({ outboxCounts: { [ACME.id]: outbox }, ...changes });
}
