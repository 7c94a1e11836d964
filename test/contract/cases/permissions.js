import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, ipcMain, protocol, session } from 'electron';
import { APP_SCHEME, openPage, pageResponse, trace } from '../app/trace.js';

protocol.registerSchemesAsPrivileged([APP_SCHEME]);
ipcMain.on('page', (_event, what, facts) => trace(what, facts));
ipcMain.on('done', () => app.exit());
app.whenReady().then(() => {
  protocol.handle('app', async ({ url }) => {
    const script = 'permissions.page.js';
    if (!url.endsWith(script)) return pageResponse(script);
    const headers = { 'content-type': 'text/javascript' };
    return new Response(await readFile(join(import.meta.dirname, script)), { headers });
  });
  const window = openPage('protocol-page.preload.cjs');
  const checked = new Set();
  session.defaultSession.setPermissionCheckHandler((contents, permission, origin, details) => {
    // Chromium may check again at any time.
    const key = `${permission} ${details.mediaType}`;
    const facts = { permission, ofWindow: contents === window.webContents, origin, details };
    if (!checked.has(key)) trace('check', facts);
    checked.add(key);
    return permission === 'clipboard-sanitized-write';
  });
  session.defaultSession.setPermissionRequestHandler((contents, permission, decide, details) => {
    trace('request', { permission, ofWindow: contents === window.webContents, details });
    decide(permission === 'clipboard-sanitized-write');
  });
  window.webContents.focus();
});
