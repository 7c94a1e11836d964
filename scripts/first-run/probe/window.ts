import { setTimeout as pause } from 'node:timers/promises';
import { BrowserWindow, protocol } from 'electron';

const SCHEME = 'first-run';
const PAGE = '<!doctype html><title>First run</title><h1>This window closes by itself.</h1>';
const LONGEST_MS = 15_000;

/** Call before Electron is ready. */
export function registerProbeScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { standard: true, secure: true } }]);
}

/** Opens a window and says when its events came; a missing `ready-to-show` is told, and is no failure. */
export async function openWindow(): Promise<{ window: BrowserWindow; words: string }> {
  const headers = { 'content-type': 'text/html', 'content-security-policy': "default-src 'none'" };
  protocol.handle(SCHEME, () => new Response(PAGE, { headers }));
  const begun = performance.now();
  const window = new BrowserWindow({
    width: 500,
    height: 300,
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
  });
  const seen: string[] = [];
  const note = (name: string) => seen.push(`${name} after ${Math.round(performance.now() - begun)} ms`);
  const ready = new Promise<void>((resolve) => {
    window.once('ready-to-show', () => {
      note('ready-to-show');
      resolve();
    });
  });
  await window.loadURL(`${SCHEME}://page/`);
  note('loaded');
  await Promise.race([ready, pause(LONGEST_MS, undefined, { ref: false })]);
  const shown = new Promise<void>((resolve) => window.once('show', () => resolve()));
  window.show();
  if (!window.isVisible()) await Promise.race([shown, pause(LONGEST_MS, undefined, { ref: false })]);
  if (!window.isVisible()) throw new Error(`The window isn't visible. ${seen.join(', ')}`);
  const { width, height } = window.getBounds();
  const missing = seen.some((line) => line.startsWith('ready-to-show')) ? '' : '; ready-to-show never came';
  return { window, words: `${seen.join(', ')}; ${width} x ${height}${missing}` };
}
