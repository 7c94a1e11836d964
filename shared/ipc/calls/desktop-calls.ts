import { z } from 'zod';
import type { DesktopState, StartAtLogin } from '../../desktop.ts';
import { call, nothing } from '../call.ts';

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
  openSaved: call(savedPath).answers<null>(),
  /** Shows such a file in the file manager. Errors: `forbidden`, `saved_file_gone`. */
  showSaved: call(savedPath).answers<null>(),
};
