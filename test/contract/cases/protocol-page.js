import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, ipcMain, protocol } from 'electron';
import { APP_SCHEME, openPage, pageResponse, trace } from '../app/trace.js';

protocol.registerSchemesAsPrivileged([APP_SCHEME]);
const answers = {
  '/page.html': () => pageResponse('protocol-page.page.js'),
  '/protocol-page.page.js': async () =>
    new Response(await readFile(join(import.meta.dirname, 'protocol-page.page.js')), {
      headers: { 'content-type': 'text/javascript' },
    }),
  '/text': ({ method, url }) =>
    new Response(`${method} ${url}`, {
      status: 203,
      headers: { 'x-own': 'kept', 'content-type': 'text/plain' },
    }),
  '/absent': () => new Response('nothing here', { status: 404 }),
  '/empty': () => new Response(null, { status: 204 }),
  '/throws': () => {
    throw new Error('no answer');
  },
  '/no-response': () => 'text',
  '/error': () => Response.error(),
};
ipcMain.on('page', (_event, what, facts) => trace(what, facts));
ipcMain.on('done', () => app.exit());
app.whenReady().then(() => {
  protocol.handle('app', (request) => answers[new URL(request.url).pathname](request));
  openPage('protocol-page.preload.cjs');
});
