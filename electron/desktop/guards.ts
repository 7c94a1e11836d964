import { app, session } from 'electron';
import { APP_ORIGIN } from './app-protocol.ts';

/** Writing to the clipboard is the one permission the interface needs ("Copy link"). */
const GRANTED = new Set(['clipboard-sanitized-write']);

/**
 * Limits on every page: no navigation away, no new windows, no permissions but the clipboard for our own page
 * (Electron security checklist, points 5, 13, 14). Permissions are granted by default, so both handlers are needed.
 */
export function guardContents(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => {
      if (!event.url.startsWith(`${APP_ORIGIN}/`)) event.preventDefault();
    });
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}

/** To be called when the app is ready: the default session exists only then. */
export function guardPermissions(): void {
  const ours = (url: string | undefined): boolean =>
    url === APP_ORIGIN || url?.startsWith(`${APP_ORIGIN}/`) === true;
  session.defaultSession.setPermissionRequestHandler((_contents, permission, decide, details) => {
    decide(GRANTED.has(permission) && ours(details.requestingUrl));
  });
  session.defaultSession.setPermissionCheckHandler(
    (_contents, permission, origin) => GRANTED.has(permission) && ours(origin),
  );
  session.defaultSession.setDevicePermissionHandler(() => false);
}
