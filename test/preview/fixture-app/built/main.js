/** The smallest app that uses what Callboard uses of Electron. It prints what a test must see. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import electron, { app, BrowserWindow, ipcMain, protocol, safeStorage, session, shell } from 'electron';

const here = import.meta.dirname;
const types = { html: 'text/html; charset=utf-8', js: 'text/javascript', svg: 'image/svg+xml' };
const policy = "default-src 'none'; script-src 'self'; img-src 'self'; connect-src 'none'";
let holdsNextQuit = false;
/** Permissions for the page; undefined keeps a request waiting. */
let granted = [];

protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);

if (app.requestSingleInstanceLock({ from: 'fixture' })) start();
else app.quit();

function start() {
  console.log('Got the lock');
  app.on('second-instance', (_event, argv, workingDirectory, data) => {
    console.log(`Second instance: ${JSON.stringify({ argv, workingDirectory, data })}`);
  });
  for (const name of ['will-quit', 'quit', 'window-all-closed'])
    app.on(name, () => console.log(`Event: ${name}`));
  app.on('before-quit', (event) => {
    console.log(`Event: before-quit${holdsNextQuit ? ', prevented' : ''}`);
    if (holdsNextQuit) event.preventDefault();
    holdsNextQuit = false;
  });
  app.whenReady().then(openWindow);
}

async function openWindow() {
  protocol.handle('app', serve);
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => granted?.includes(permission));
  session.defaultSession.setPermissionRequestHandler((_contents, permission, decide) => {
    console.log(`Request: ${permission}`);
    if (granted) decide(granted.includes(permission));
  });
  const window = new BrowserWindow({ show: false, webPreferences: { preload: join(here, 'preload.cjs') } });
  window.once('ready-to-show', () => window.show());
  window.on('closed', () => console.log('Event: closed'));
  for (const name of ['focus', 'blur']) window.on(name, () => console.log(`Window: ${name}`));
  window.webContents.on('did-finish-load', () => window.webContents.send('notice', 'loaded'));
  window.webContents.on('will-navigate', (event) => {
    event.preventDefault();
    console.log(`Leaving: ${event.url}`);
  });
  window.webContents.setWindowOpenHandler(({ url }) => {
    console.log(`Opening: ${url}`);
    return { action: 'deny' };
  });
  await window.loadURL('app://callboard/index.html');
}

const report = `<!doctype html><head><title>Report</title></head><body><h1>Printed Ωmega</h1>
<script>document.body.textContent = 'a script ran'</script></body>`;

async function serve(request) {
  const { host, pathname } = new URL(request.url);
  if (host === 'paper') return new Response(report, { headers: { 'content-type': types.html } });
  const type = types[pathname.split('.').at(-1)];
  try {
    const body = await readFile(join(here, 'renderer', pathname));
    return new Response(body, { headers: { 'content-type': type, 'content-security-policy': policy } });
  } catch {
    return new Response('', { status: 404 });
  }
}

const handlers = {
  openAnother: async () => {
    const another = new BrowserWindow();
    await another.loadURL('app://callboard/index.html');
    return BrowserWindow.getAllWindows().length;
  },
  printHidden: async () => {
    const hidden = new BrowserWindow({ show: false, webPreferences: { javascript: false } });
    try {
      await hidden.loadURL('app://paper/report.html');
      return await hidden.webContents.printToPDF({
        pageSize: 'A4',
        displayHeaderFooter: true,
        headerTemplate: '<span></span>',
        footerTemplate: '<p style="font-size:9px">Page <span class="pageNumber"></span></p>',
      });
    } finally {
      hidden.destroy();
    }
  },
  useDestroyed: () => {
    const gone = new BrowserWindow();
    gone.destroy();
    gone.show();
  },
  names: async () => Object.keys(await import('electron')),
  echo: (_event, ...args) => args,
  fail: () => {
    throw new TypeError('not today');
  },
  never: () => new Promise(() => {}),
  grant: (_event, permissions) => {
    granted = permissions;
  },
  sender: (event) => ({
    url: event.senderFrame.url,
    origin: event.senderFrame.origin,
    isMainFrame: event.senderFrame === event.sender.mainFrame && event.senderFrame.parent === null,
  }),
  touch: (_event, path) => {
    let value = electron;
    for (const key of path.split('.')) value = value[key];
    return typeof value;
  },
  seal: async (_event, text) => {
    const sealed = await safeStorage.encryptStringAsync(text);
    return { sealed, opened: await safeStorage.decryptStringAsync(sealed) };
  },
  keyStore: async () => ({
    available: await safeStorage.isAsyncEncryptionAvailable(),
    mark: (await safeStorage.encryptStringAsync('a text')).toString('latin1', 0, 3),
  }),
  browse: (_event, url) => shell.openExternal(url),
  quit: (_event, hold) => {
    holdsNextQuit = hold;
    app.quit();
  },
  crash: () => {
    setImmediate(() => {
      throw new Error('the fixture crashed');
    });
  },
};
for (const [channel, handler] of Object.entries(handlers)) ipcMain.handle(channel, handler);
ipcMain.on('say', (event, text) => event.reply('notice', text));
