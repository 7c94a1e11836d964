import { app, type Session, session, type WebContents } from 'electron';
import { APP_ORIGIN, APP_PAGE } from './app-protocol.ts';

/** The interface needs one permission: to write to the clipboard ("Copy link"). */
const GRANTED = new Set<string>(['clipboard-sanitized-write']);

/**
 * Restricts every page and session of the app (Electron security checklist, points 5, 12, 13, 14). Call before the app
 * is ready: whatever has no listener when the first window opens is allowed by default.
 */
export function guardContents(): void {
  app.on('web-contents-created', (_event, contents) => guardPage(contents));
  app.on('session-created', guardSession);
  // By default Electron sends the first certificate in the system's store to any server that asks.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, choose) => {
    event.preventDefault();
    choose();
  });
}

/** Restricts the default session. Call when the app is ready; the session doesn't exist earlier. */
export function guardPermissions(): void {
  guardSession(session.defaultSession);
}

/** Blocks navigation away from the app's page, frames, new windows, `<webview>` and Bluetooth devices. */
function guardPage(contents: WebContents): void {
  contents.on('will-navigate', (event) => {
    if (!isAppPage(event.url)) event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isAppPage(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('select-bluetooth-device', (event, _devices, choose) => {
    event.preventDefault();
    choose('');
  });
}

const guarded = new WeakSet<Session>();

/** Electron grants permissions and devices by default, so every handler is needed, the check handler included. */
function guardSession(guardable: Session): void {
  if (guarded.has(guardable)) return;
  guarded.add(guardable);
  guardable.setPermissionRequestHandler((_contents, permission, decide, details) => {
    decide(GRANTED.has(permission) && details.isMainFrame && isOurs(details.requestingUrl));
  });
  guardable.setPermissionCheckHandler(
    (_contents, permission, origin, details) =>
      GRANTED.has(permission) && details.isMainFrame && isOurs(origin),
  );
  guardable.setDevicePermissionHandler(() => false);
  guardable.setDisplayMediaRequestHandler((_request, choose) => choose(null));
  guardable.setBluetoothPairingHandler((_details, answer) => answer({ confirmed: false }));
  guardable.on('select-hid-device', (event, _details, choose) => {
    event.preventDefault();
    choose(null);
  });
  guardable.on('select-usb-device', (event, _details, choose) => {
    event.preventDefault();
    choose();
  });
  guardable.on('select-serial-port', (event, _ports, _contents, choose) => {
    event.preventDefault();
    choose('');
  });
  guardable.on('file-system-access-restricted', (_event, _details, decide) => decide('deny'));
  // Only the main process saves files, where the person chose.
  guardable.on('will-download', (event) => event.preventDefault());
  guardable.setSSLConfig({ minVersion: 'tls1.2' });
}

/** Whether a URL has the app's origin. Parsed, because `app://callboard.elsewhere` has the same prefix. */
function isOurs(address: string | undefined): boolean {
  const url = URL.parse(address ?? '');
  return url !== null && `${url.protocol}//${url.host}` === APP_ORIGIN;
}

/** Whether a URL is the app's page, at any hash. */
function isAppPage(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && `${url.protocol}//${url.host}${url.pathname}` === APP_PAGE;
}

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
