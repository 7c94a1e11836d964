import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, ipcMain, protocol } from 'electron';
import { APP_SCHEME, openPage, pageResponse, trace } from '../app/trace.js';

protocol.registerSchemesAsPrivileged([APP_SCHEME]);
const seen = [];
ipcMain.on('page', (event, what, facts) => {
  trace(what, facts);
  finishAfter('page');
  trace('sender', {
    isMainFrame: event.senderFrame === event.sender.mainFrame,
    url: event.senderFrame.url,
    origin: event.senderFrame.origin,
    parent: event.senderFrame.parent,
  });
});

app.whenReady().then(() => {
  protocol.handle('app', async ({ url }) => {
    const { pathname } = new URL(url);
    if (pathname === '/page.html') return pageResponse('page-load.page.js');
    const script = await readFile(join(import.meta.dirname, pathname));
    return new Response(script, { headers: { 'content-type': 'text/javascript' } });
  });
  const { webContents } = openPage('page-load.preload.cjs', 'page.html?a=1#part');
  for (const event of ['dom-ready', 'did-finish-load']) {
    webContents.on(event, () => {
      seen.push(event);
      finishAfter(event);
    });
  }
});

/** Ends after the page's report and `did-finish-load`, whichever is last: their order isn't promised. */
function finishAfter(event) {
  const ends = new Set(['page', 'did-finish-load']);
  if (!ends.has(event)) return;
  finishAfter.done ??= new Set();
  finishAfter.done.add(event);
  if (finishAfter.done.size < ends.size) return;
  setImmediate(() => {
    trace('page events', { seen });
    app.exit();
  });
}
