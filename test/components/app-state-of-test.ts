import type { AppState } from '../../shared/app-state.ts';
import { NO_OUTBOX_COUNTS, type OutboxCounts } from '../../shared/outbox.ts';
import { NO_POLICY } from '../../shared/policy.ts';

export const WORKSPACE = {
  id: 'workspace-1',
  name: 'Acme',
  kind: 'service',
  baseUrl: 'https://api.acme.example',
  authUrl: 'https://login.acme.example',
  clientId: 'callboard',
  redirectUri: 'app.callboard:/oauth/callback',
} as const;

/** The state of an app that is online and signed in, with these counts and changes. */
export function appStateWith(counts: Partial<OutboxCounts> = {}, changes: Partial<AppState> = {}): AppState {
  const outbox = { ...NO_OUTBOX_COUNTS, ...counts };
  return {
    version: '1.0.0',
    workspaces: [WORKSPACE],
    currentWorkspace: WORKSPACE,
    session: { phase: 'signed_in', storage: 'sealed' },
    reachable: true,
    unreachableSince: null,
    paused: false,
    outboxCounts: { [WORKSPACE.id]: outbox },
    waitingCount: outbox.waiting,
    decisionCount: outbox.needsDecision,
    askedCount: 0,
    requestCount: 0,
    keyStore: 'available',
    weakStorageAllowed: false,
    storageNotice: null,
    policy: NO_POLICY,
    managedWorkspaces: { managed: [], held: [], secretByPerson: [], secretMissing: [] },
    ...changes,
  };
}
