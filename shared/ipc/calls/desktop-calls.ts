import { z } from 'zod';
import type { DesktopState, StartAtLogin } from '../../desktop.ts';
import { call, nothing } from '../call.ts';

export const desktop = {
  /** What the desktop can do and does, as it is at this moment. */
  state: call(nothing).answers<DesktopState>(),
  /** Has the system start Callboard at login, hidden; answers what the system says then. */
  setStartAtLogin: call(z.object({ on: z.boolean() })).answers<StartAtLogin>(),
};
