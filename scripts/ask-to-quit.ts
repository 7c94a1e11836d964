import { type ChildProcess, spawnSync } from 'node:child_process';

/**
 * Asks a program with windows to quit, as the system does at shutdown: SIGTERM, or WM_CLOSE on Windows, where a signal
 * would end it at once. Electron answers SIGTERM by `app.quit()`, but a second one by ending at once
 * (shell/browser/electron_browser_main_parts_posix.cc), so ask only once.
 */
export function askToQuit(child: ChildProcess): void {
  if (process.platform === 'win32') spawnSync('taskkill', ['/PID', String(child.pid)], { stdio: 'ignore' });
  else child.kill('SIGTERM');
}

/** Asks a preview that was started with an IPC channel to quit: by a message, because Windows has no signals for that. */
export function askPreviewToQuit(preview: ChildProcess): void {
  preview.send({ id: 0, act: { kind: 'quit' } });
}
