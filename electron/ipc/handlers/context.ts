import type { DesktopState, StartAtLogin } from '../../../shared/desktop.ts';
import type { ChangeNotice } from '../../../shared/ipc/bridge.ts';
import { fail, type Result } from '../../../shared/result.ts';
import type { Settings, SettingsChange } from '../../../shared/settings.ts';
import type { AutomaticBackups } from '../../backup/automatic-backups.ts';
import type { BackupManager } from '../../backup/backup-manager.ts';
import type { ConnectionCheck } from '../../connection-check/connection-check.ts';
import type { Diagnostics } from '../../diagnostics/diagnostics.ts';
import type { DoNotCallList } from '../../do-not-call/do-not-call-list.ts';
import type { ImportActivity } from '../../imports/import-queue.ts';
import type { NetworkManager } from '../../network/network-manager.ts';
import type { PrivacyManager } from '../../privacy/privacy-manager.ts';
import type { Exported, FileContent } from '../../reports/evidence.ts';
import type { PrintableReport } from '../../reports/report-page.ts';
import type { Stores } from '../../storage/stores/index.ts';
import type { AppUpdates } from '../../updates/app-updates.ts';
import type { OpenWorkspace } from '../../workspaces/open-workspace.ts';
import type { WorkspaceManager } from '../../workspaces/workspace-manager.ts';
import type { WorkspaceRegistry } from '../../workspaces/workspace-registry.ts';

/** Dependencies of the handlers. */
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
    openSaved(path: string): Promise<Result<null>>;
    /** Shows a file that `saveFile` has written in this run in the file manager. */
    showSaved(path: string): Promise<Result<null>>;
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
    run: (open: OpenWorkspace, input: Input) => Promise<Result<T>> | Result<T>,
  ): (input: Input) => Promise<Result<T>>;
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
export function workspaceRunner(workspaces: Pick<WorkspaceRegistry, 'get'>): HandlerContext['inWorkspace'] {
  return (run) => async (input) => {
    const open = workspaces.get(input.workspaceId);
    return open ? run(open, input) : fail('workspace_closed');
  };
}
