import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

/** One set of specs, two drivers: the preview always, real Electron wherever its program is. */
const electronIsHere = existsSync(join(import.meta.dirname, 'node_modules', 'electron', 'path.txt'));

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/first-start.ts',
  outputDir: 'test-results',
  // Each spec starts an app, a service and a browser, and waits for them and for timers: four at a time fill two cores.
  // They start in the order of the files' names: what takes longest is in the first files.
  workers: 4,
  fullyParallel: true,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  // A second try tells an unsteady test from a broken one; it fails `npm test` all the same, unless it is in known-unsteady.json.
  retries: 1,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'out/playwright-report.json' }]],
  // Without motion, a click needn't wait until a menu or dialog has come to rest.
  use: { locale: 'en-GB', timezoneId: 'Europe/Berlin', contextOptions: { reducedMotion: 'reduce' } },
  projects: [
    { name: 'preview', metadata: { driver: 'preview' } },
    ...(electronIsHere ? [{ name: 'electron', metadata: { driver: 'electron' }, workers: 1 }] : []),
  ],
});
