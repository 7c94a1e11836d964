import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { env, execPath, getuid, platform } from 'node:process';
import type { ContractCase } from './contract-case.ts';

const root = join(import.meta.dirname, '../..');
const app = join(import.meta.dirname, 'app');

/** A program that runs the contract's app. */
export interface Host {
  readonly name: 'preview' | 'electron';
  /** For the recorded traces, such as `Electron 45.4.1`. */
  readonly title: string;
  /** How long a case may take, ms. */
  readonly patience: number;
  command(contractCase: ContractCase, start: Start): readonly [string, ...string[]];
  env(contractCase: ContractCase): Record<string, string>;
}

interface Start {
  readonly userData: string;
  readonly links: readonly string[];
}

/** The stand-in for Electron. */
const preview: Host = {
  name: 'preview',
  title: 'the preview',
  patience: 30_000,
  command: (_case, { userData, links }) => [
    execPath,
    join(root, 'preview/main.ts'),
    '--user-data',
    userData,
    '--no-open',
    ...links,
  ],
  env: ({ previewEnv }) => ({
    CALLBOARD_PREVIEW_APP: app,
    NODE_COMPILE_CACHE: join(root, 'out', 'compiled-code'),
    ...previewEnv,
  }),
};

/** Electron's program in `node_modules`, put there by `npx install-electron`. */
const electron = (): Host => {
  const folder = join(root, 'node_modules', 'electron');
  if (!existsSync(join(folder, 'path.txt'))) {
    throw new Error("Electron's program is not here. Run: npx --no install-electron");
  }
  const { version }: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return {
    name: 'electron',
    title: `Electron ${version}`,
    patience: 60_000,
    command: ({ electronArgs }, { userData, links }) => [
      String(createRequire(import.meta.url)('electron')),
      ...(platform === 'linux' && getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--user-data-dir=${userData}`,
      ...electronArgs,
      app,
      ...links,
    ],
    env: () => ({}),
  };
};

/** The host in `CALLBOARD_CONTRACT_HOST`: `preview` (default) or `electron`. */
export function chosenHost(): Host {
  const name = env['CALLBOARD_CONTRACT_HOST'] || 'preview';
  if (name === 'preview') return preview;
  if (name === 'electron') return electron();
  throw new Error(`CALLBOARD_CONTRACT_HOST is "${name}"; it can be "preview" or "electron".`);
}
