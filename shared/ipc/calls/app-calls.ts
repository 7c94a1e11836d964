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
  /** Saves a connection as a new workspace, makes it current and starts sign-in. */
  connect: call(connectionInput).answers<Workspace>(),
  /** Changes a connection; an empty client secret keeps the stored one. Signs in again where that is needed. */
  update: call(connectionInput.extend({ id })).answers<Workspace>(),
  /** Starts the embedded practice service, makes its workspace current and starts sign-in. */
  openPractice: call(nothing).answers<Workspace>(),
  select: call(z.object({ id })).answers<null>(),
  /** Hides the workspace and forgets its secrets; refuses while submissions wait in it. */
  remove: call(z.object({ id })).answers<null>(),
};

export const session = {
  /** Opens the system browser for the current workspace. */
  signIn: workspaceCall(noInput).answers<null>(),
  cancel: workspaceCall(noInput).answers<null>(),
  /** The address the browser ended on, pasted by hand. */
  pasteReturnAddress: call(z.object({ text: z.string().max(8192) })).answers<null>(),
  signOut: workspaceCall(noInput).answers<null>(),
};

export const settings = {
  get: call(nothing).answers<Settings>(),
  change: call(editableSettings).answers<Settings>(),
  /** Remembers how the columns of the current workspace's Tracked requests are arranged. */
  setGridLayout: workspaceCall(gridLayout).answers<null>(),
};
