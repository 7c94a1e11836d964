import { z } from 'zod';
import type { AppState } from '../../app-state.ts';
import { gridLayout } from '../../grid-layout.ts';
import { editableSettings, type Settings } from '../../settings.ts';
import { connectionInput, type Workspace } from '../../workspace.ts';
import { call, id, noInput, nothing, workspaceCall } from '../call.ts';

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
  select: call(z.object({ id })).answers<null>(),
  /** Hides the workspace and deletes its secrets. Error `workspace_in_use` while submissions wait in it. */
  remove: call(z.object({ id })).answers<null>(),
};

export const session = {
  /** Opens the sign-in page in the system browser. */
  signIn: workspaceCall(noInput).answers<null>(),
  cancel: workspaceCall(noInput).answers<null>(),
  /** Finishes sign-in with the address that the browser ended on. */
  pasteReturnAddress: call(z.object({ text: z.string().max(8192) })).answers<null>(),
  signOut: workspaceCall(noInput).answers<null>(),
};

export const settings = {
  get: call(nothing).answers<Settings>(),
  change: call(editableSettings).answers<Settings>(),
  /** Stores the column arrangement of Tracked requests. */
  setGridLayout: workspaceCall(gridLayout).answers<null>(),
};
