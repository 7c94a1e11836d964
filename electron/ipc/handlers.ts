import type { AppState } from '../../shared/app-state.ts';
import type { Handlers } from '../../shared/ipc/contract.ts';
import { ok } from '../../shared/result.ts';
import { backupHandlers } from './handlers/backup-handlers.ts';
import { connectionCheckHandlers } from './handlers/connection-check-handlers.ts';
import { type HandlerContext, workspaceRunner } from './handlers/context.ts';
import { desktopHandlers } from './handlers/desktop-handlers.ts';
import { diagnosticsHandlers } from './handlers/diagnostics-handlers.ts';
import { doNotCallHandlers } from './handlers/do-not-call-handlers.ts';
import { evidenceHandlers } from './handlers/evidence-handlers.ts';
import { explanationHandlers } from './handlers/explanation-handlers.ts';
import { holdHandlers } from './handlers/hold-handlers.ts';
import { importsHandlers } from './handlers/import-handlers.ts';
import { insightsHandlers } from './handlers/insights-handlers.ts';
import { libraryHandlers } from './handlers/library-handlers.ts';
import { managedHandlers } from './handlers/managed-handlers.ts';
import { networkHandlers } from './handlers/network-handlers.ts';
import { pinsHandlers } from './handlers/pin-handlers.ts';
import { privacyHandlers } from './handlers/privacy-handlers.ts';
import { requestsHandlers } from './handlers/request-handlers.ts';
import { rulesHandlers } from './handlers/rules-handlers.ts';
import { settingsHandlers } from './handlers/settings-handlers.ts';
import { submissionsHandlers } from './handlers/submission-handlers.ts';
import { updatesHandlers } from './handlers/update-handlers.ts';
import { viewsHandlers } from './handlers/view-handlers.ts';
import { sessionHandlers, workspacesHandlers } from './handlers/workspace-handlers.ts';

export interface HandlersOptions extends Omit<HandlerContext, 'inWorkspace'> {
  /** The part of AppState that belongs to no workspace. */
  readonly shellState: () => Promise<
    Pick<
      AppState,
      | 'version'
      | 'keyStore'
      | 'weakStorageAllowed'
      | 'storageNotice'
      | 'paused'
      | 'doNotCallLocked'
      | 'policy'
    >
  >;
}

/** Handlers for all IPC calls, with one file per group in `handlers/`. They only delegate to the domain. */
export function makeHandlers({ shellState, ...rest }: HandlersOptions): Handlers {
  const context: HandlerContext = {
    ...rest,
    inWorkspace: workspaceRunner(rest.workspaces.open),
  };
  const { workspaces } = context;
  return {
    app: {
      state: async () => ok({ ...(await shellState()), ...(await workspaces.open.state()) }),
    },
    workspaces: workspacesHandlers(context),
    session: sessionHandlers(context),
    managed: managedHandlers(context),
    connectionCheck: connectionCheckHandlers(context),
    submissions: submissionsHandlers(context),
    requests: requestsHandlers(context),
    views: viewsHandlers(context),
    pins: pinsHandlers(context),
    library: libraryHandlers(context),
    imports: importsHandlers(context),
    insights: insightsHandlers(context),
    diagnostics: diagnosticsHandlers(context),
    rules: rulesHandlers(context),
    doNotCall: doNotCallHandlers(context),
    evidence: evidenceHandlers(context),
    privacy: privacyHandlers(context),
    explanations: explanationHandlers(context),
    holds: holdHandlers(context),
    settings: settingsHandlers(context),
    backup: backupHandlers(context),
    desktop: desktopHandlers(context),
    network: networkHandlers(context),
    updates: updatesHandlers(context),
  };
}
