import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { env } from 'node:process';
import { z } from 'zod';

/** The built app that the preview runs. */
export interface AppUnderPreview {
  readonly folder: string;
  /** Absolute path of the main script. */
  readonly main: string;
  readonly name: string;
  readonly version: string;
}

/** The app has not been built. The message says what to do. */
export class AppNotBuiltError extends Error {
  override readonly name = 'AppNotBuiltError';
}

const manifestSchema = z.object({
  name: z.string().default('callboard'),
  productName: z.string().optional(),
  version: z.string().default('0.0.0'),
  main: z.string().default('out/main/main.js'),
});

/** Finds the app in `CALLBOARD_PREVIEW_APP` or in this checkout. Throws {@link AppNotBuiltError}. */
export function findApp(): AppUnderPreview {
  const folder = resolve(env['CALLBOARD_PREVIEW_APP'] || join(import.meta.dirname, '..'));
  const manifestFile = join(folder, 'package.json');
  const manifest = manifestSchema.parse(
    existsSync(manifestFile) ? JSON.parse(readFileSync(manifestFile, 'utf8')) : {},
  );
  const main = resolve(folder, manifest.main);
  if (!existsSync(main)) throw new AppNotBuiltError(`There is no built app at ${main}. Build it first.`);
  const { name, productName = name, version } = manifest;
  return { folder, main, name: productName, version };
}
