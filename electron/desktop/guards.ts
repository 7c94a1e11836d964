import { app, type Session, session, type WebContents } from 'electron';
import { APP_ORIGIN, APP_PAGE } from './app-protocol.ts';

/** Writing to the clipboard is the one permission the interface needs ("Copy link"). */
const GRANTED = new Set<string>(['clipboard-sanitized-write']);

/**
 * Limits on every page and every session there will ever be (Electron security checklist, points 5, 12, 13, 14). To be
 * called before the app is ready, and so before the first window: what is not listened to then is allowed by default.
 */
export function guardContents(): void {
  app.on('web-contents-created', (_event, contents) => guardPage(contents));
  app.on('session-created', guardSession);
  // By default the first certificate of the system's store would be shown to whoever asks for one.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, choose) => {
    event.preventDefault();
    choose();
  });
}

/** To be called when the app is ready: the default session exists only then. */
export function guardPermissions(): void {
  guardSession(session.defaultSession);
}

/** No way out of the one page: no navigation, no frame, no window, no `<webview>`, no device. */
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

/** Permissions are granted by default, so the request and the check handler are both needed; so are the others. */
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
  // Files are saved by the main process, where the person chose; a page downloads nothing.
  guardable.on('will-download', (event) => event.preventDefault());
  guardable.setSSLConfig({ minVersion: 'tls1.2' });
}

/** Whether an address is on the app's own origin: parsed, for `app://callboard.elsewhere` begins the same. */
function isOurs(address: string | undefined): boolean {
  const url = URL.parse(address ?? '');
  return url !== null && `${url.protocol}//${url.host}` === APP_ORIGIN;
}

/** The one page, at whatever place in it. */
function isAppPage(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && `${url.protocol}//${url.host}${url.pathname}` === APP_PAGE;
}
