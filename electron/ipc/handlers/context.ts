import type { DesktopState, StartAtLogin } from '../../../shared/desktop.ts';
import type { ChangeNotice } from '../../../shared/ipc/bridge.ts';
import { fail, type Result } from '../../../shared/result.ts';
import type { Settings, SettingsChange } from '../../../shared/settings.ts';
import type { BackupDesk } from '../../backup/backup-desk.ts';
import type { Diagnostics } from '../../diagnostics/diagnostics.ts';
import type { ImportActivity } from '../../imports/import-activity.ts';
import type { NetworkDesk } from '../../network/network-desk.ts';
import type { PrivacyDesk } from '../../privacy/privacy-desk.ts';
import type { PrintableReport } from '../../reports/printable-report.ts';
import type { SignInCheck } from '../../sign-in-check/sign-in-check.ts';
import type { Stores } from '../../storage/storage.ts';
import type { AppUpdates } from '../../updates/app-updates.ts';
import type { OpenWorkspace } from '../../workspaces/open-workspace.ts';
import type { WorkspaceDesk } from '../../workspaces/workspace-desk.ts';

/** What the handlers of every group address the work with. */
export interface HandlerContext {
  readonly desk: WorkspaceDesk;
  readonly stores: Stores;
  readonly signInCheck: SignInCheck;
  readonly settings: { read(): Settings; change(changes: SettingsChange): Settings };
  readonly network: NetworkDesk;
  readonly diagnostics: Diagnostics;
  readonly backups: BackupDesk;
  readonly privacy: PrivacyDesk;
  readonly desktop: {
    state(): Promise<DesktopState>;
    /** Throws the system's error where it does not take it. */
    setStartAtLogin(on: boolean): Promise<StartAtLogin>;
  };
  /** Told of every chunk of a file that is being queued. */
  readonly importActivity: ImportActivity;
  /** The organisation's policy, to be read again at once. */
  readonly policy: { read(): Promise<void> };
  readonly updates: Pick<AppUpdates, 'state' | 'check' | 'download' | 'restart'>;
  /**
   * A handler that runs in the workspace its call names; error `workspace_closed` where that one is not open. There is
   * none that runs in "the current one": what was typed for one workspace must never reach another.
   */
  inWorkspace<Input extends { readonly workspaceId: string }, T>(
    run: (open: OpenWorkspace, input: Input) => Promise<Result<T>> | Result<T>,
  ): (input: Input) => Promise<Result<T>>;
  onChange(notice: ChangeNotice): void;
  /**
   * Asks where to save a file and writes it, whole or piece by piece; null when the person cancelled. Throws a
   * CodedError `file_not_saved`.
   */
  saveFile(
    name: string,
    content: string | Uint8Array | AsyncIterable<string | Uint8Array>,
  ): Promise<string | null>;
  /** Prints a page without script to a PDF. Throws a CodedError `no_pdf` where nothing can print. */
  printReport(report: PrintableReport): Promise<Uint8Array>;
  /** Opens a web address in the system browser. */
  openInBrowser(address: string): Promise<void>;
}

/** `inWorkspace` of a context. */
export function workspaceRunner(desk: Pick<WorkspaceDesk, 'get'>): HandlerContext['inWorkspace'] {
  return (run) => async (input) => {
    const open = desk.get(input.workspaceId);
    return open ? run(open, input) : fail('workspace_closed');
  };
}
