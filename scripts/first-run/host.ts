import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import type { Launch } from '../../test/e2e/driver/app-driver.ts';
import { headlessLaunchOptions } from '../../test/e2e/driver/chromium.ts';
import { electronDriver } from '../../test/e2e/driver/electron-driver.ts';
import { previewDriver } from '../../test/e2e/driver/preview-driver.ts';

const root = join(import.meta.dirname, '../..');

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** What the app runs in. */
export interface Host {
  readonly kind: 'electron' | 'preview';
  /** The command that starts the app in `folder`, as a person does. */
  command(folder: string, userData: string, more?: readonly string[]): Command;
  /** Starts the built app under Playwright. */
  readonly launch: Launch;
  close(): Promise<void>;
}

export function electronHost(program: string): Host {
  return {
    kind: 'electron',
    command: (folder, userData, more = []) => ({
      program,
      args: [folder, `--user-data-dir=${userData}`, ...more],
      env: process.env,
    }),
    launch: electronDriver,
    close: async () => undefined,
  };
}

/** The preview, with its window in Chromium: shows that the script itself works, and says nothing about Electron. */
export function previewHost(): Host {
  let browser: Browser | undefined;
  return {
    kind: 'preview',
    command: (folder, userData, more = []) => ({
      program: process.execPath,
      args: [join(root, 'preview/main.ts'), '--user-data', userData, '--no-open', ...more],
      env: { ...process.env, ...keyring(userData), CALLBOARD_PREVIEW_APP: folder },
    }),
    launch: async (options) => {
      browser ??= await chromium.launch(headlessLaunchOptions());
      return previewDriver(browser)({ ...options, env: { ...options.env, ...keyring(options.userData) } });
    },
    close: async () => browser?.close(),
  };
}

/** The stand-in's key store, outside the data folder. */
function keyring(userData: string): { CALLBOARD_PREVIEW_KEYRING: string } {
  return { CALLBOARD_PREVIEW_KEYRING: `${userData}.key` };
}
