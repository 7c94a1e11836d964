import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { PageConnection } from '../preview/page-connection.ts';

const root = join(import.meta.dirname, '..', '..');

export interface AppUnderFuzz extends AsyncDisposable {
  readonly page: PageConnection;
  readonly userData: string;
  /** Output of the main process, stdout and stderr. */
  readonly printed: readonly string[];
  /** Whether it has exited on its own. */
  hasEnded(): boolean;
}

/** The main process, built from the current source, running in the preview with a page that only sends calls. */
export async function startApp(): Promise<AppUnderFuzz> {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-fuzz-'));
  const userData = join(folder, 'data');
  mkdirSync(join(folder, 'out', 'renderer'), { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    '{"name":"callboard","version":"0.0.0","type":"module","main":"out/main/main.js"}',
  );
  writeFileSync(join(folder, 'out', 'renderer', 'index.html'), '<!doctype html>');
  cpSync(join(root, 'team'), join(folder, 'team'), { recursive: true });
  for (const config of ['vite.main.config.ts', 'vite.storage.config.ts']) {
    await build({
      configFile: join(root, config),
      logLevel: 'error',
      build: { outDir: join(folder, 'out', 'main'), emptyOutDir: false, sourcemap: false },
    });
  }
  const printed: string[] = [];
  const app = spawn(process.execPath, [join(root, 'preview/main.ts'), '--user-data', userData, '--no-open'], {
    cwd: root,
    env: {
      ...process.env,
      CALLBOARD_PREVIEW_APP: folder,
      CALLBOARD_PREVIEW_KEYRING: join(folder, 'keyring'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<void>((resolve) => app.once('exit', () => resolve()));
  const ready = Promise.withResolvers<string>();
  void exited.then(() => ready.reject(new Error(`The app ended at its start:\n${printed.join('\n')}`)));
  for (const stream of [app.stdout, app.stderr]) {
    createInterface(stream).on('line', (line) => {
      printed.push(line.slice(0, 2000));
      const address = /^Preview ready: (.+)$/.exec(line)?.[1];
      if (address) ready.resolve(address);
    });
  }
  const page = await PageConnection.open(await ready.promise);
  return {
    page,
    userData,
    printed,
    hasEnded: () => app.exitCode !== null || app.signalCode !== null,
    [Symbol.asyncDispose]: async () => {
      page[Symbol.dispose]();
      app.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
