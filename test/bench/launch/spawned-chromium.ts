import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chromium } from '@playwright/test';
import { z } from 'zod';
import { DevToolsPipe } from '../../../preview/devtools-pipe.ts';
import { headlessLaunchOptions } from '../../e2e/driver/chromium.ts';

const PATIENCE_MS = 60_000;

const created = z.object({ targetId: z.string() });
const attached = z.object({ sessionId: z.string() });

/** A Chromium started by hand: nothing but the browser, one page and the protocol's pipe, which no script slows down. */
export class SpawnedChromium {
  private readonly browser: ChildProcess;
  private readonly pipe: DevToolsPipe;

  constructor(profile: string) {
    const { executablePath = chromium.executablePath(), args = [] } = headlessLaunchOptions();
    const flags = ['--headless', '--remote-debugging-pipe', `--user-data-dir=${profile}`];
    this.browser = spawn(
      executablePath,
      [...args, ...flags, '--window-size=1240,800', '--disable-gpu', 'about:blank'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
    );
    this.pipe = new DevToolsPipe(this.browser, PATIENCE_MS);
  }

  /** Opens `address`; resolves as soon as a frame was painted in which `selector` finds an element with text. */
  async openUntilPainted(address: string, selector: string): Promise<void> {
    // Not the page that is there at the start: what is still loading in it may come after what is opened here.
    const page = await this.pipe.send('Target.createTarget', { url: 'about:blank' });
    const { targetId } = created.parse(page);
    const { sessionId } = attached.parse(
      await this.pipe.send('Target.attachToTarget', { targetId, flatten: true }),
    );
    const ask = (method: string, params = {}) => this.pipe.send(method, params, sessionId);
    await Promise.all([
      ask('Page.enable'),
      ask('Page.addScriptToEvaluateOnNewDocument', { source: watching(selector) }),
    ]);
    const navigated = this.pipe.nextEvent('Page.frameNavigated');
    // Only then: a page that comes at once would else be there before the script.
    await ask('Page.navigate', { url: address });
    await navigated;
    // Without Runtime.enable, which makes V8 record stack positions and parse the page's scripts again for the two errors
    // that React creates while loading. A window without developer tools doesn't do that.
    const { exceptionDetails } = await ask('Runtime.evaluate', {
      expression: 'benchPainted',
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error('The page did not report its first paint.');
  }

  /** Closes the browser gracefully, so that its profile stays intact. */
  async close(): Promise<void> {
    const exited = once(this.browser, 'exit');
    this.pipe.send('Browser.close', {}).catch(() => this.browser.kill('SIGKILL'));
    await exited;
  }
}

/** A page script that checks each frame; its promise resolves after the first frame with a match. */
function watching(selector: string): string {
  return `globalThis.benchPainted = new Promise((painted) => {
    const tell = () => setTimeout(painted);
    const look = () => {
      const found = document.querySelector(${JSON.stringify(selector)});
      requestAnimationFrame(found && found.textContent ? tell : look);
    };
    requestAnimationFrame(look);
  });`;
}
