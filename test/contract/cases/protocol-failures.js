import { app, BrowserWindow, protocol, session } from 'electron';
import { APP_SCHEME, pageResponse, thrownBy, trace } from '../app/trace.js';

protocol.registerSchemesAsPrivileged([APP_SCHEME]);
const answers = {
  '/throws': () => {
    throw new Error('no answer');
  },
  '/rejects': () => Promise.reject(new Error('no answer')),
  '/no-response': () => 'text',
  '/nothing': () => undefined,
  '/error': () => Response.error(),
  '/never': () => new Promise(() => undefined),
};

app.whenReady().then(async () => {
  // Otherwise Electron hands the unknown scheme to the system.
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  trace('unhandle', { throws: thrownBy(() => protocol.unhandle('app')) });
  protocol.handle('app', ({ url }) => answers[new URL(url).pathname]());
  trace('handle twice', { throws: thrownBy(() => protocol.handle('app', () => pageResponse())) });
  trace('isProtocolHandled', { app: protocol.isProtocolHandled('app') });
  for (const path of Object.keys(answers).slice(0, -1)) await load(`app://contract${path}`);
  await load('unknown-scheme://contract/');
  await load('app://contract/never', (window) => window.destroy());
  protocol.unhandle('app');
  trace('isProtocolHandled', { app: protocol.isProtocolHandled('app') });
  app.exit();
});

/** Loads `url` in a window of its own, and traces how that fails. `meanwhile` runs while it loads. */
async function load(url, meanwhile = () => undefined) {
  const window = new BrowserWindow({ show: false });
  window.webContents.on('did-fail-load', (_event, code, description, failedUrl, isMainFrame) =>
    trace('did-fail-load', { code, description, url: failedUrl, isMainFrame }),
  );
  const loading = window.loadURL(url);
  setTimeout(meanwhile, 50, window);
  await loading.catch(({ message, code, errno, url: failed }) =>
    trace('loadURL rejects', { message, code, errno, url: failed }),
  );
}
