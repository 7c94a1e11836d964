import { appLife } from './app-life.ts';
import { powerMonitor } from './desktop-state.ts';
import { previewEvent } from './preview-event.ts';
import { openWindows } from './window-registry.ts';

/**
 * The Windows session ends: Electron tells every window, and exits at once unless the app has begun to quit (`WM_ENDSESSION`
 * in shell/browser/native_window_views_win.cc). Without a window, it is ended without any event.
 */
export function endSession(): void {
  for (const window of openWindows()) window.emit('session-end', previewEvent({ reasons: ['logoff'] }));
  if (!appLife.isQuitting()) process.exit(0);
}

/** The computer shuts down, on Linux or macOS; returns whether the app asked for time. */
export function shutDown(): boolean {
  const event = previewEvent({});
  powerMonitor.emit('shutdown', event);
  return event.defaultPrevented;
}
