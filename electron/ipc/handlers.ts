import type { AppState } from '../../shared/app-state.ts';
import type { DesktopState, StartAtLogin } from '../../shared/desktop.ts';
import type { ChangeNotice } from '../../shared/ipc/bridge.ts';
import type { Handlers } from '../../shared/ipc/contract.ts';
import { CodedError } from '../../shared/result.ts';
import type { Settings, SettingsChange } from '../../shared/settings.ts';
import type { AutomaticBackups } from '../backup/automatic-backups.ts';
import type { BackupManager } from '../backup/backup-manager.ts';
import type { ConnectionCheck } from '../diagnostics/connection-check.ts';
import type { Diagnostics } from '../diagnostics/diagnostics.ts';
import type { DoNotCallList } from '../do-not-call/do-not-call-list.ts';
import type { ImportActivity } from '../imports/import-queue.ts';
import type { NetworkManager } from '../network/network-manager.ts';
import type { PrivacyManager } from '../privacy/privacy-manager.ts';
import type { Exported, FileContent } from '../reports/evidence.ts';
import type { PrintableReport } from '../reports/report-page.ts';
import type { Stores } from '../storage/stores/index.ts';
import type { AppUpdates } from '../updates/app-updates.ts';
import type { OpenWorkspace } from '../workspaces/open-workspace.ts';
import type { WorkspaceManager } from '../workspaces/workspace-manager.ts';
import type { WorkspaceRegistry } from '../workspaces/workspace-registry.ts';
import {
  backupHandlers,
  connectionCheckHandlers,
  desktopHandlers,
  diagnosticsHandlers,
  managedHandlers,
  networkHandlers,
  sessionHandlers,
  settingsHandlers,
  teamHandlers,
  updatesHandlers,
  workspacesHandlers,
} from './app-handlers.ts';
import { importsHandlers } from './import-handlers.ts';
import { libraryHandlers } from './library-handlers.ts';
import {
  doNotCallHandlers,
  evidenceHandlers,
  explanationHandlers,
  holdHandlers,
  privacyHandlers,
} from './privacy-handlers.ts';
import { insightsHandlers, pinsHandlers, requestsHandlers, viewsHandlers } from './request-handlers.ts';
import { rulesHandlers, submissionsHandlers } from './submission-handlers.ts';

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

/** Handlers for all IPC calls, with a file for the groups that belong together. They only delegate to the domain. */
export function makeHandlers({ shellState, ...rest }: HandlersOptions): Handlers {
  const context: HandlerContext = {
    ...rest,
    inWorkspace: workspaceRunner(rest.workspaces.open),
  };
  const { workspaces } = context;
  return {
    app: {
      state: async () => ({ ...(await shellState()), ...(await workspaces.open.state()) }),
    },
    workspaces: workspacesHandlers(context),
    session: sessionHandlers(context),
    team: teamHandlers(context),
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

export interface HandlerContext {
  readonly workspaces: WorkspaceManager;
  readonly stores: Stores;
  readonly connectionCheck: ConnectionCheck;
  readonly settings: { read(): Settings; change(changes: SettingsChange): Settings };
  readonly network: NetworkManager;
  readonly diagnostics: Diagnostics;
  readonly backups: BackupManager;
  readonly automaticBackups: AutomaticBackups;
  readonly doNotCall: DoNotCallList;
  readonly privacy: PrivacyManager;
  readonly desktop: {
    state(): Promise<DesktopState>;
    /** Throws the system's error on failure. */
    setStartAtLogin(on: boolean): Promise<StartAtLogin>;
    /** Opens a file that `saveFile` has written in this run. */
    openSaved(path: string): Promise<void>;
    /** Shows a file that `saveFile` has written in this run in the file manager. */
    showSaved(path: string): Promise<void>;
  };
  /** Notified of every queued chunk of a file. */
  readonly importActivity: ImportActivity;
  /** The person's account on this computer. */
  readonly account: string;
  readonly policy: { read(): Promise<void> };
  readonly updates: Pick<AppUpdates, 'state' | 'check' | 'download' | 'restart'>;
  /**
   * A handler that runs in the workspace named by the call; fails with `workspace_closed` if it is not open. Never in "the
   * current" workspace, because input typed for one workspace must not reach another.
   */
  inWorkspace<Input extends { readonly workspaceId: string }, T>(
    run: (open: OpenWorkspace, input: Input) => Promise<T> | T,
  ): (input: Input) => Promise<T>;
  onChange(notice: ChangeNotice): void;
  /**
   * Asks where to save a file and writes it; returns the path, or null when cancelled. Throws a CodedError
   * `file_not_saved`.
   */
  saveFile(name: string, content: FileContent): Promise<string | null>;
  /**
   * Like {@link saveFile}, for data that leaves Callboard: the evidence has it before the first byte is written. `count`:
   * of its records; null if nobody counts them. Throws a CodedError `exports_not_allowed` where the policy turns exports off.
   */
  exportFile(exported: Exported, name: string, content: FileContent): Promise<string | null>;
  /** Prints a report to PDF. Throws a CodedError `no_pdf` on failure. */
  printReport(report: PrintableReport): Promise<Uint8Array>;
  openInBrowser(address: string): Promise<void>;
}

/** Implements {@link HandlerContext.inWorkspace}. */
function workspaceRunner(workspaces: Pick<WorkspaceRegistry, 'get'>): HandlerContext['inWorkspace'] {
  return (run) => async (input) => {
    const open = workspaces.get(input.workspaceId);
    if (!open) throw new CodedError('workspace_closed');
    return run(open, input);
  };
}
