import { z } from 'zod';
import type { DesktopState, StartAtLogin } from '../../desktop.ts';
import { call, nothing } from '../call.ts';

export const desktop = {
  /** Current capabilities and settings of the desktop. */
  state: call(nothing).answers<DesktopState>(),
  /** Sets whether the system starts Callboard hidden at login; answers the resulting state. */
  setStartAtLogin: call(z.object({ on: z.boolean() })).answers<StartAtLogin>(),
};
