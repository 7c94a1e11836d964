/** What cases use to record their trace. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { app, BrowserWindow } from 'electron';

/** Appends a line to the trace, at once: the process may end right after. */
export function trace(event, facts = {}) {
  appendFileSync(env.CONTRACT_TRACE, `${JSON.stringify({ event, ...facts })}\n`);
}

/** Asks the runner to act from outside: "start a second instance" or "send SIGTERM". */
export function ask(act) {
  trace('ask', { act });
}

/** Traces the app's events of quitting, without `window-all-closed`: a listener for that has an effect. */
export function traceQuitting() {
  app.on('before-quit', () => trace('before-quit'));
  app.on('will-quit', () => trace('will-quit'));
  app.on('quit', (_event, code) => trace('quit', { code }));
}

/** A hidden window without a page whose `close` and `closed` are traced. */
export function tracedWindow(facts = {}) {
  const window = new BrowserWindow({ show: false });
  window.on('close', () => trace('close', facts));
  window.on('closed', () => trace('closed', facts));
  return window;
}

/** The message of the error that `action` throws, or "nothing". */
export function thrownBy(action) {
  try {
    action();
    return 'nothing';
  } catch (error) {
    return String(error);
  }
}

/** A shown window with the case's preload and a page from `serve`, which answers requests to app://contract/. */
export function openPage(preload, pageFile = 'page.html') {
  const window = new BrowserWindow({
    webPreferences: { preload: join(import.meta.dirname, '../cases', preload), sandbox: true },
  });
  window
    .loadURL(`app://contract/${pageFile}`)
    .catch((error) => trace('load failed', { message: String(error) }));
  return window;
}

/** Privileges of the scheme that pages come from. Register them before `ready`. */
export const APP_SCHEME = {
  scheme: 'app',
  privileges: { standard: true, secure: true, supportFetchAPI: true },
};

/** A page that runs `script`, if given, as a module. */
export function pageResponse(script) {
  const tag = script === undefined ? '' : `<script type="module" src="${script}"></script>`;
  return new Response(`<!doctype html><html><head><title>Contract</title>${tag}</head><body></body></html>`, {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
}
