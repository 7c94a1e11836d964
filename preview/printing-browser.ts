import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env, getuid, platform } from 'node:process';
import { DevToolsPipe } from './devtools-pipe.ts';

/** Where Chromium and its kin are usually installed. */
const USUAL_PLACES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
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

/** How long a page may take to load and print, ms. */
const PATIENCE_MS = 60_000;

/** The preview prints through Chromium, and there is none. */
export class NoChromiumError extends Error {
  override readonly name = 'NoChromiumError';

  constructor() {
    super('PDF needs Chromium in the preview. Install it, or name its program in CALLBOARD_CHROMIUM.');
  }
}

/** Parameters of the DevTools protocol's `Page.printToPDF`. */
export type PrintParameters = Readonly<Record<string, unknown>>;

/**
 * Prints the page at `address` to a PDF, in a browser of its own that runs no script of the page and keeps nothing.
 * Throws {@link NoChromiumError}.
 */
export async function printInBrowser(address: string, parameters: PrintParameters): Promise<Uint8Array> {
  const program = findChromium();
  if (program === undefined) throw new NoChromiumError();
  const profile = await mkdtemp(join(tmpdir(), 'callboard-print-'));
  const browser = startBrowser(program, profile);
  const exited = new Promise<void>((resolve) => browser.once('close', () => resolve()));
  try {
    return await printOver(new DevToolsPipe(browser, PATIENCE_MS), address, parameters);
  } finally {
    browser.kill('SIGKILL');
    await exited;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A program that is named is meant: no other takes its place. */
function findChromium(): string | undefined {
  const named = env['CALLBOARD_CHROMIUM'];
  return (named ? [named] : (USUAL_PLACES[platform] ?? [])).find((path) => existsSync(path));
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
    // As root Chromium starts only without its sandbox.
    ...(getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  // The protocol goes over the pipes 3 (to the browser) and 4 (from it): no port that others could reach.
  return spawn(program, flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
}

async function printOver(
  pipe: DevToolsPipe,
  address: string,
  parameters: PrintParameters,
): Promise<Uint8Array> {
  const { targetId } = await pipe.ask('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await pipe.ask('Target.attachToTarget', { targetId, flatten: true });
  const session = String(sessionId);
  await pipe.ask('Page.enable', {}, session);
  await pipe.ask('Emulation.setScriptExecutionDisabled', { value: true }, session);
  const loaded = pipe.event('Page.loadEventFired');
  const { errorText } = await pipe.ask('Page.navigate', { url: address }, session);
  if (errorText !== undefined) throw new Error(`The page to print did not load: ${String(errorText)}`);
  await loaded;
  const { data } = await pipe.ask('Page.printToPDF', parameters, session);
  return Buffer.from(String(data), 'base64');
}
