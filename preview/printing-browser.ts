import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env, getuid, platform } from 'node:process';
import { DevToolsPipe } from './devtools-pipe.ts';

/** Default installation paths of Chromium-based browsers. */
const DEFAULT_PATHS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium'],
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

const TIMEOUT_MS = 60_000;

/** Printing needs Chromium, which is not installed. */
export class NoChromiumError extends Error {
  override readonly name = 'NoChromiumError';

  constructor() {
    super('The preview needs Chromium to create PDFs. Install it, or set CALLBOARD_CHROMIUM to its path.');
  }
}

/** Parameters of the DevTools protocol's `Page.printToPDF`. */
export type PrintParameters = Readonly<Record<string, unknown>>;

/**
 * Prints the page at `address` to a PDF in a separate browser with scripts disabled and a temporary profile. Throws
 * {@link NoChromiumError}.
 */
export async function printInBrowser(address: string, parameters: PrintParameters): Promise<Uint8Array> {
  const program = findChromium();
  if (program === undefined) throw new NoChromiumError();
  const profile = await mkdtemp(join(tmpdir(), 'callboard-print-'));
  const browser = startBrowser(program, profile);
  const exited = new Promise<void>((resolve) => browser.once('close', () => resolve()));
  try {
    return await printOver(new DevToolsPipe(browser, TIMEOUT_MS), address, parameters);
  } finally {
    browser.kill('SIGKILL');
    await exited;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** An explicitly configured browser has no fallback. */
function findChromium(): string | undefined {
  const named = env['CALLBOARD_CHROMIUM'];
  return (named ? [named] : (DEFAULT_PATHS[platform] ?? [])).find((path) => existsSync(path));
}

function startBrowser(program: string, profile: string): ChildProcess {
  const flags = [
    '--headless',
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-extensions',
    '--disable-gpu',
    // Chromium refuses to run as root with its sandbox.
    ...(getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  // The protocol uses pipes 3 (to the browser) and 4 (from it) instead of a port that others could reach.
  return spawn(program, flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
}

async function printOver(
  pipe: DevToolsPipe,
  address: string,
  parameters: PrintParameters,
): Promise<Uint8Array> {
  const { targetId } = await pipe.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await pipe.send('Target.attachToTarget', { targetId, flatten: true });
  const session = String(sessionId);
  await pipe.send('Page.enable', {}, session);
  await pipe.send('Emulation.setScriptExecutionDisabled', { value: true }, session);
  const loaded = pipe.nextEvent('Page.loadEventFired');
  const { errorText } = await pipe.send('Page.navigate', { url: address }, session);
  if (errorText !== undefined) throw new Error(`The page to print did not load: ${String(errorText)}`);
  await loaded;
  const { data } = await pipe.send('Page.printToPDF', parameters, session);
  return Buffer.from(String(data), 'base64');
}
