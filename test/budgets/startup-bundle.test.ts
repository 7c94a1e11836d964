import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildIfChanged } from '../../scripts/build.ts';
import { startupScripts } from '../bench/startup-bundle.ts';
import { STARTUP_SCRIPT_BYTES } from './budgets.ts';

const renderer = join(import.meta.dirname, '../../out/renderer');

// Long only where something has changed since the last build.
beforeAll(buildIfChanged, 120_000);

/** What the window may show first, with what is loaded for it on top of the shell and the list. */
const FIRST_SCREENS = {
  'the tracked requests': [],
  'the welcome of a new profile': ['welcome-page'],
  'the sign-in': ['sign-in-page'],
};

test.for(Object.entries(FIRST_SCREENS))('%s need no more JavaScript than they may', ([, lazily]) => {
  const { names, gzipped } = startupScripts(renderer, lazily);
  expect(gzipped, names.join(', ')).toBeLessThanOrEqual(STARTUP_SCRIPT_BYTES);
});
