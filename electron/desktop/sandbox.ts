import { app } from 'electron';

/**
 * Whether `--no-sandbox` (or `ELECTRON_DISABLE_SANDBOX`) keeps the system from confining the app's processes. An
 * AppImage passes it on systems without user namespaces, where Electron couldn't start otherwise. Pages still have no
 * Node, because `webPreferences.sandbox` also keeps Node out of them.
 */
export function sandboxIsOff(): boolean {
  return app.commandLine.hasSwitch('no-sandbox');
}

/**
 * Puts every process of a page into the sandbox, unless {@link sandboxIsOff}. Call before the app is ready.
 *
 * `app.enableSandbox()` would delete the switch (shell/browser/api/electron_api_app.cc), and Electron would end at once.
 */
export function sandboxPages(): void {
  if (!sandboxIsOff()) app.enableSandbox();
}
