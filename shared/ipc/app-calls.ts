import { z } from 'zod';
import type { AppState } from '../app-state.ts';
import {
  type AutomaticBackupFile,
  type BackupContents,
  type BackupState,
  type ChosenBackup,
  knownPassphrase,
  type MadeBackup,
  newPassphrase,
  type RestoreReport,
} from '../backup.ts';
import { CHECK_PARTS, type CheckPlan, type CheckResult } from '../connection-check.ts';
import type { DesktopState, StartAtLogin } from '../desktop.ts';
import {
  type DatabaseCheck,
  diagnosticsChoice,
  type HealthReport,
  pageError,
  shownFolder,
} from '../diagnostics.ts';
import { gridLayout } from '../grid-layout.ts';
import { issueMessage } from '../input-problems.ts';
import type { SecretKeeping } from '../key-store.ts';
import { type NetworkState, proxyCredentialsInput, proxyInput } from '../network.ts';
import { editableSettings, type Settings } from '../settings.ts';
import { type TeamExchange, type TeamView, teamInput } from '../team.ts';
import type { UpdateState } from '../updates.ts';
import { connectionInput, type Workspace } from '../workspace.ts';
import { call, id, noInput, nothing, type SavedFile, workspaceCall } from './call.ts';

export const app = {
  state: call(nothing).answers<AppState>(),
};

export const workspaces = {
  /** Saves a connection as a new workspace, selects it and starts sign-in. */
  connect: call(connectionInput).answers<Workspace>(),
  /** Changes a connection; an empty client secret keeps the stored one. Signs in again if necessary. */
  update: call(connectionInput.extend({ id })).answers<Workspace>(),
  /** Starts the embedded practice service, selects its workspace and starts sign-in. */
  openPractice: call(nothing).answers<Workspace>(),
  select: call(z.object({ id })).answers<void>(),
  /** Hides the workspace and deletes its secrets. Error `workspace_in_use` while submissions wait in it, `team_lacks_changes` while its team does. */
  remove: call(z.object({ id })).answers<void>(),
};

export const session = {
  /** Opens the sign-in page in the system browser. */
  signIn: workspaceCall(noInput).answers<void>(),
  cancel: workspaceCall(noInput).answers<void>(),
  /** Finishes sign-in with the address that the browser ended on. */
  pasteReturnAddress: call(z.object({ text: z.string().max(8192) })).answers<void>(),
  signOut: workspaceCall(noInput).answers<void>(),
};

/** The team of a workspace. A notice with topic `team` follows each change. */
export const team = {
  view: workspaceCall(noInput).answers<TeamView>(),
  /** Joins a team, or changes the connection; an empty password keeps the stored one. Error `team_not_joined`. */
  join: workspaceCall(teamInput).answers<void>(),
  /** The same after the team's tables were made, or brought up to date, with the rights of this login. */
  setUp: workspaceCall(teamInput).answers<void>(),
  /** Connects now; answers when that has worked or failed. */
  tryNow: workspaceCall(noInput).answers<void>(),
  /** Error `setting_set_by_organisation`. */
  leave: workspaceCall(z.object({ keepColleagues: z.boolean() })).answers<void>(),
  exchange: workspaceCall(noInput).answers<TeamExchange>(),
  /** Gives the team what was here before; answers when that has begun. */
  upload: workspaceCall(noInput).answers<void>(),
  /** Asks where to save team/schema.sql, for an administrator. */
  saveSchema: call(nothing).answers<SavedFile>(),
};

export const settings = {
  get: call(nothing).answers<Settings>(),
  change: call(editableSettings).answers<Settings>(),
  /** Stores the column arrangement of Tracked requests. */
  setGridLayout: workspaceCall(gridLayout).answers<void>(),
};

export const managed = {
  /** Stores the client secret of a managed workspace whose policy has none, and starts sign-in. */
  enterSecret: call(
    z.object({ id, clientSecret: z.string().min(1, issueMessage('client_secret_empty')).max(4000) }),
  ).answers<Workspace>(),
  readPolicy: call(nothing).answers<void>(),
};

/** As long as a path of Windows can be. */
const savedPath = z.object({ path: z.string().min(1).max(32_767) });

export const desktop = {
  /** Current capabilities and settings of the desktop. */
  state: call(nothing).answers<DesktopState>(),
  /** Sets whether the system starts Callboard hidden at login; answers the resulting state. */
  setStartAtLogin: call(z.object({ on: z.boolean() })).answers<StartAtLogin>(),
  /**
   * Opens a file that this run of the app has saved: a path that an export, report or backup answered. Errors: `forbidden`
   * for any other path, `saved_file_gone`, `saved_file_not_opened`.
   */
  openSaved: call(savedPath).answers<void>(),
  /** Shows such a file in the file manager. Errors: `forbidden`, `saved_file_gone`. */
  showSaved: call(savedPath).answers<void>(),
};

/** Updates of Callboard itself. A notice with topic `updates` follows each change of the state. */
export const updates = {
  state: call(nothing).answers<UpdateState>(),
  /** Checks now; error `updates_off`. A failed check is a step of the state, not an error. */
  check: call(nothing).answers<UpdateState>(),
  /** Starts the download; error `updates_off`. */
  download: call(nothing).answers<UpdateState>(),
  /** Restarts into the downloaded update. Errors: `sending_now`, `importing_now`, `no_update`. */
  restart: call(nothing).answers<void>(),
};

export const network = {
  state: call(nothing).answers<NetworkState>(),
  /** Applies to connections made after the answer. */
  saveProxy: call(proxyInput).answers<void>(),
  /** Stores credentials; no call ever returns the password. */
  saveCredentials: call(proxyCredentialsInput).answers<void>(),
  forgetCredentials: call(z.object({ proxy: z.string().min(1).max(300) })).answers<void>(),
  /** Asks for a file of CA certificates in a system dialog. */
  chooseCertificateFile: call(nothing).answers<void>(),
  removeCertificateFile: call(nothing).answers<void>(),
};

export const connectionCheck = {
  plan: workspaceCall(noInput).answers<CheckPlan>(),
  /** Checks the steps of one part, in the plan's order; answers within a minute. */
  run: workspaceCall(z.object({ part: z.enum(CHECK_PARTS) })).answers<readonly CheckResult[]>(),
};

export const diagnostics = {
  /** The health checks that need no waiting. */
  health: call(nothing).answers<HealthReport>(),
  databaseCheck: call(nothing).answers<DatabaseCheck>(),
  /** Starts a check, or answers the running one. `thorough` also compares indexes with their tables. */
  checkDatabase: call(z.object({ thorough: z.boolean() })).answers<DatabaseCheck>(),
  cancelDatabaseCheck: call(nothing).answers<DatabaseCheck>(),
  /** A text for support, without personal data. */
  text: call(diagnosticsChoice).answers<string>(),
  saveText: call(z.object({ text: z.string().min(1).max(2_000_000) })).answers<SavedFile>(),
  deleteLogs: call(nothing).answers<void>(),
  deleteCrashDumps: call(z.object({ name: z.string().max(200).nullable() })).answers<{
    readonly deleted: number;
  }>(),
  showFolder: call(z.object({ folder: shownFolder })).answers<void>(),
  showPutAside: call(z.object({ name: z.string().max(200) })).answers<void>(),
  /** Logs an error of the page; the rate is limited. */
  pageError: call(pageError).answers<void>(),
};

export const backup = {
  state: call(nothing).answers<BackupState>(),
  /** Asks for a file and backs up all workspaces to it; null if the person cancelled. */
  make: call(z.object({ passphrase: newPassphrase })).answers<MadeBackup | null>(),
  /** Asks for the file to restore; null if the person cancelled. */
  choose: call(nothing).answers<ChosenBackup | null>(),
  /** Reads the whole chosen file and lists its contents. Changes nothing. */
  open: call(z.object({ passphrase: knownPassphrase })).answers<BackupContents>(),
  /** Restores the opened backup, all or nothing; only where there is no content. */
  restore: call(nothing).answers<RestoreReport>(),
  /** Puts all data aside in a file of this name, in the data folder, and begins anew; the do-not-call list stays. */
  startOver: call(nothing).answers<{ readonly name: string }>(),
  /** Cancels the running operation, or drops the chosen file if none is running. */
  cancel: call(nothing).answers<void>(),
  remindLater: call(nothing).answers<void>(),
  /** Asks for the folder of automatic backups; null if the person cancelled. */
  chooseAutomaticFolder: call(nothing).answers<{ readonly path: string } | null>(),
  /** Turns automatic backups on, or changes their passphrase, which is sealed and never comes back here. */
  setUpAutomatic: call(z.object({ passphrase: newPassphrase })).answers<{
    readonly keeping: SecretKeeping;
  }>(),
  turnOffAutomatic: call(nothing).answers<void>(),
  backUpNow: call(nothing).answers<AutomaticBackupFile>(),
  /** Deletes the automatic backups made before the last erasure of a person; `left` could not be deleted. */
  deleteBeforeErasure: call(nothing).answers<{ readonly deleted: number; readonly left: number }>(),
};
