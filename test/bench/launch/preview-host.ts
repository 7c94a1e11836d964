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
  /** Quits it in order; resolves when it has ended. */
  quit(): Promise<void>;
}

/** Starts the preview without a browser. */
export function startPreviewHost({ userData, app, keyring }: PreviewHostOptions): PreviewHost {
  const host = spawn(
    process.execPath,
    [join(root, 'preview/main.ts'), '--user-data', userData, '--no-open', '--port', '0'],
    {
      cwd: root,
      env: {
        ...process.env,
        CALLBOARD_PREVIEW_KEYRING: keyring,
        ...(app !== undefined && { CALLBOARD_PREVIEW_APP: app }),
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
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
    quit: async () => {
      if (host.exitCode !== null || host.signalCode !== null) return;
      const exited = once(host, 'exit');
      host.kill('SIGTERM');
      await exited;
    },
  };
}
