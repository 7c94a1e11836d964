import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser } from '@playwright/test';
import { z } from 'zod';
import { askPreviewToQuit } from '../../../scripts/ask-to-quit.ts';
import { AsyncQueue, type DesktopSnapshot, type Launch, type RunningApp } from './app-driver.ts';

const root = join(import.meta.dirname, '../../..');
/** Node's compile cache, shared by all starts. */
const COMPILE_CACHE = join(root, 'out', 'compiled-code');

/** Runs the built app in the preview, with its window in a page of `browser`. */
export function previewDriver(browser: Browser): Launch {
  return async ({ userData, env }) => {
    const opened = new AsyncQueue();
    const saved = new AsyncQueue();
    const start = (args: readonly string[]): ChildProcess =>
      spawn(
        process.execPath,
        [join(root, 'preview/main.ts'), '--user-data', userData, '--no-open', ...args],
        {
          cwd: root,
          env: {
            NODE_COMPILE_CACHE: COMPILE_CACHE,
            ...process.env,
            // Nothing is left behind; whoever copies the folder has to name one outside it.
            XDG_STATE_HOME: join(userData, 'state'),
            ...env,
          },
          stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
        },
      );
    const app = start(['--port', '0']);
    const ready = Promise.withResolvers<string>();
    app.once('exit', (code) => ready.reject(new Error(`The preview ended before it was ready: ${code}`)));
    if (!app.stdout) throw new Error('The preview has no output.');
    createInterface(app.stdout).on('line', (line) => {
      const address = /^Open in browser: (.+)$/.exec(line)?.[1];
      if (address) opened.push(address);
      const path = /^Save dialog answered: (.+)$/.exec(line)?.[1];
      if (path) saved.push(path);
      const page = /^Preview ready: (.+)$/.exec(line)?.[1];
      if (page) ready.resolve(page);
    });
    const desktop = desktopOf(app);
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(await ready.promise);
    const end = async (ask: () => void): Promise<void> => {
      if (app.exitCode === null && app.signalCode === null) {
        const exited = exit(app);
        ask();
        await exited;
      }
      await context.close();
    };
    return {
      page,
      pid: app.pid ?? Number.NaN,
      nextOpenedAddress: () => opened.next(),
      nextSavePath: () => saved.next(),
      openDeepLink: async (link) => {
        const code = await exit(start([link]));
        if (code !== 0) throw new Error(`The second instance exited with ${code}.`);
      },
      desktop: () => desktop({ kind: 'look' }),
      closeWindow: async () => void (await desktop({ kind: 'close window' })),
      endPage: async () => void (await desktop({ kind: 'end page' })),
      endSession: async () => {
        const exited = exit(app);
        await desktop({ kind: 'end session' });
        await exited;
        await context.close();
      },
      clickNotification: async (title) => void (await desktop({ kind: 'click notification', title })),
      clickTrayItem: async (label) => void (await desktop({ kind: 'click tray item', label })),
      unlockKeyStore: async () => void (await desktop({ kind: 'unlock key store' })),
      quit: () => end(() => askPreviewToQuit(app)),
      kill: () => end(() => app.kill('SIGKILL')),
    } satisfies RunningApp;
  };
}

const answer = z.object({
  id: z.number(),
  problem: z.string().optional(),
  seen: z
    .object({
      windowVisible: z.boolean(),
      badge: z.number(),
      notifications: z.array(z.object({ title: z.string(), body: z.string() })),
      tray: z.object({ toolTip: z.string(), items: z.array(z.string()) }).nullable(),
    })
    .optional(),
});

/** Returns a function that sends a command to the preview's desktop (preview/desktop-commands.ts) and gets its new state. */
function desktopOf(app: ChildProcess): (act: object) => Promise<DesktopSnapshot> {
  const waiting = new Map<number, PromiseWithResolvers<DesktopSnapshot>>();
  app.on('message', (message) => {
    const { id, seen, problem } = answer.parse(message);
    if (seen) waiting.get(id)?.resolve(seen);
    else waiting.get(id)?.reject(new Error(problem));
    waiting.delete(id);
  });
  let lastId = 0;
  return (act) => {
    lastId += 1;
    const answered = Promise.withResolvers<DesktopSnapshot>();
    waiting.set(lastId, answered);
    app.send({ id: lastId, act });
    return answered.promise;
  };
}

function exit(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve));
}
