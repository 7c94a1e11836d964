import { app } from 'electron';
import { asksToStayHidden } from './hidden-switch.ts';

/** Whether this process was started at login, so that no window should open by itself. */
export function startedHidden(): boolean {
  if (asksToStayHidden(process.argv)) return true;
  // macOS starts login items without switches, and says so itself.
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}
