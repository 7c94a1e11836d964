/** The least main process there can be: one window, its page served by a scheme of its own, as Callboard's is. */
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { app, BrowserWindow, protocol } from 'electron';

const PAGE = join(import.meta.dirname, 'page');
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8' };

protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
app.whenReady().then(() => {
  protocol.handle('app', async (request) => {
    const { pathname } = new URL(request.url);
    const body = await readFile(join(PAGE, pathname));
    return new Response(body, { headers: { 'content-type': TYPES[extname(pathname)] ?? 'text/plain' } });
  });
  const window = new BrowserWindow({ width: 1240, height: 800 });
  return window.loadURL('app://bare/index.html');
});
app.on('window-all-closed', () => app.quit());
