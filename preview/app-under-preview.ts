import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { env } from 'node:process';
import { z } from 'zod';

/** The built app that the preview runs. */
export interface AppUnderPreview {
  readonly folder: string;
  /** Absolute path of the main process's entry. */
  readonly main: string;
  readonly name: string;
  readonly version: string;
  /** Flags of V8 that Electron sets before it loads main. */
  readonly v8Flags: string | undefined;
}

/** There is no built app where one was expected. The message says what to do. */
export class AppNotBuiltError extends Error {
  override readonly name = 'AppNotBuiltError';
}

const manifestSchema = z.object({
  name: z.string().default('callboard'),
  productName: z.string().optional(),
  version: z.string().default('0.0.0'),
  main: z.string().default('out/main/main.js'),
  v8Flags: z.string().optional(),
});

/** Finds the app in this checkout, or in the folder that `CALLBOARD_PREVIEW_APP` names. */
export function findApp(): AppUnderPreview {
  const folder = resolve(env['CALLBOARD_PREVIEW_APP'] || join(import.meta.dirname, '..'));
  const manifestFile = join(folder, 'package.json');
  const manifest = manifestSchema.parse(
    existsSync(manifestFile) ? JSON.parse(readFileSync(manifestFile, 'utf8')) : {},
  );
  const main = resolve(folder, manifest.main);
  if (!existsSync(main)) throw new AppNotBuiltError(`There is no built app at ${main}. Build it first.`);
  const { name, productName = name, version, v8Flags } = manifest;
  return { folder, main, name: productName, version, v8Flags };
}
