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
    const page = await this.pipe.ask('Target.createTarget', { url: 'about:blank' });
    const { targetId } = created.parse(page);
    const { sessionId } = attached.parse(
      await this.pipe.ask('Target.attachToTarget', { targetId, flatten: true }),
    );
    const ask = (method: string, params = {}) => this.pipe.ask(method, params, sessionId);
    await Promise.all([
      ask('Page.enable'),
      ask('Page.addScriptToEvaluateOnNewDocument', { source: watching(selector) }),
    ]);
    const navigated = this.pipe.event('Page.frameNavigated');
    // Only then: a page that comes at once would else be there before the script.
    await ask('Page.navigate', { url: address });
    await navigated;
    // Without Runtime.enable: under it V8 notes where every frame of each Error stands, and parses the page's scripts once more
    // for the two that React makes as it is loaded. No window without developer tools does.
    const { exceptionDetails } = await ask('Runtime.evaluate', {
      expression: 'benchPainted',
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error('The page does not tell when it is painted.');
  }

  /** Closes it in order, so that its profile is whole for the next start. */
  async close(): Promise<void> {
    const exited = once(this.browser, 'exit');
    this.pipe.ask('Browser.close', {}).catch(() => this.browser.kill('SIGKILL'));
    await exited;
  }
}

/** A page's script: looks in each frame; its promise is kept after the frame in which it found something. */
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
