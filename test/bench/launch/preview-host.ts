import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { askPreviewToQuit } from '../../../scripts/ask-to-quit.ts';

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
  /** Quits it in order; resolves when it has ended. */
  quit(): Promise<void>;
}

/** Starts the preview without a browser. */
export function startPreviewHost({ userData, app, keyring }: PreviewHostOptions): PreviewHost {
  const args = [join(root, 'preview/main.ts'), '--user-data', userData, '--no-open', '--port', '0'];
  const host = spawn(process.execPath, args, {
    cwd: root,
    env: {
      ...process.env,
      CALLBOARD_PREVIEW_KEYRING: keyring,
      ...(app !== undefined && { CALLBOARD_PREVIEW_APP: app }),
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  if (!host.stdout) throw new Error('The preview has no output.');
  const page = Promise.withResolvers<string>();
  host.once('exit', (code) => page.reject(new Error(`The preview ended before it was ready: ${code}.`)));
  createInterface(host.stdout).on('line', (line) => {
    const ready = /^Preview ready: (.+)$/.exec(line)?.[1];
    if (ready !== undefined) page.resolve(ready);
  });
  return {
    process: host,
    page: page.promise,
    quit: async () => {
      if (host.exitCode !== null || host.signalCode !== null) return;
      const exited = once(host, 'exit');
      askPreviewToQuit(host);
      await exited;
    },
  };
}
