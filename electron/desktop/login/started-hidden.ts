import { app } from 'electron';
import { asksToStayHidden } from './hidden-switch.ts';

/** Whether this process was started at login and should open no window. */
export function startedHidden(): boolean {
  if (asksToStayHidden(process.argv)) return true;
  // macOS passes login items no switches.
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}
