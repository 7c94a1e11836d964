import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, ipcMain, protocol } from 'electron';
import { APP_SCHEME, openPage, pageResponse, trace } from '../app/trace.js';

protocol.registerSchemesAsPrivileged([APP_SCHEME]);
ipcMain.on('page', (_event, what, facts) => trace(what, facts));
ipcMain.on('done', () => app.exit());
app.whenReady().then(() => {
  protocol.handle('app', async ({ url }) => {
    const { pathname } = new URL(url);
    if (pathname === '/page.html') return pageResponse('context-bridge.page.js');
    const script = await readFile(join(import.meta.dirname, pathname));
    return new Response(script, { headers: { 'content-type': 'text/javascript' } });
  });
  openPage('context-bridge.preload.cjs');
});
