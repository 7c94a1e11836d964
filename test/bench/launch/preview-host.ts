import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '../../..');

export interface PreviewHostOptions {
  readonly userData: string;
  /** The built app to run; Callboard where it is left out. */
  readonly app?: string | undefined;
  /** Where the stand-in for the key store keeps its key. */
  readonly keyring: string;
}

/** The preview as a process, which runs a built app: its main process and the server of its pages. */
export interface PreviewHost {
  readonly process: ChildProcess;
  /** The address of the app's window, as soon as there is one. */
  readonly page: Promise<string>;
  /** The next address that the app gives to the system browser. */
  nextOpened(): Promise<string>;
  /** Hands it a link, as the system does by a second start with the link as its argument. */
  openLink(link: string): Promise<void>;
  /** Closes the window as its button does. */
  closeWindow(): Promise<void>;
  /** Quits it in order; resolves when it has ended. */
  quit(): Promise<void>;
}

/** Starts the preview without a browser. */
export function startPreviewHost({ userData, app, keyring }: PreviewHostOptions): PreviewHost {
  const start = (args: readonly string[]): ChildProcess =>
    spawn(process.execPath, [join(root, 'preview/main.ts'), '--user-data', userData, '--no-open', ...args], {
      cwd: root,
      env: {
        ...process.env,
        CALLBOARD_PREVIEW_KEYRING: keyring,
        ...(app !== undefined && { CALLBOARD_PREVIEW_APP: app }),
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
  const host = start(['--port', '0']);
  if (!host.stdout) throw new Error('The preview has no output.');
  const page = Promise.withResolvers<string>();
  const opened: PromiseWithResolvers<string>[] = [];
  host.once('exit', (code) => page.reject(new Error(`The preview ended before it was ready: ${code}.`)));
  createInterface(host.stdout).on('line', (line) => {
    const ready = /^Preview ready: (.+)$/.exec(line)?.[1];
    if (ready !== undefined) page.resolve(ready);
    const address = /^Open in browser: (.+)$/.exec(line)?.[1];
    if (address !== undefined) opened.shift()?.resolve(address);
  });
  return {
    process: host,
    page: page.promise,
    nextOpened: () => {
      const next = Promise.withResolvers<string>();
      opened.push(next);
      return next.promise;
    },
    openLink: async (link) => {
      const [code] = await once(start([link]), 'exit');
      if (code !== 0) throw new Error(`Handing over a link ended with ${code}.`);
    },
    closeWindow: async () => {
      const done = once(host, 'message');
      host.send({ id: 1, act: { kind: 'close window' } });
      await done;
    },
    quit: async () => {
      if (host.exitCode !== null || host.signalCode !== null) return;
      const exited = once(host, 'exit');
      host.kill('SIGTERM');
      await exited;
    },
  };
}
