import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { headlessLaunchOptions } from './test/e2e/driver/chromium.ts';

/** These replace modules or change what a whole process has: each file gets a process of its own. */
const ALONE = [
  'test/electron/desktop/**/*.test.ts',
  'test/security/**/*.test.ts',
  'test/fuzz/links.test.ts',
  'test/preview/page-gate.test.ts',
];

/** By default a second, which a busy computer easily spends on a backup or a render. */
const PATIENCE = { poll: { timeout: 8000 } };

/** These take longest, and most of them wait: they begin first, or they would end last, beside nothing. */
const LONGEST = [
  'test/faults/copied-folder.test.ts',
  'test/faults/crash/crash.test.ts',
  'test/faults/model/model.test.ts',
  'test/electron/submissions/rules-table.test.ts',
  'test/electron/workspaces/promise.test.ts',
  'test/faults/pace.test.ts',
  'test/faults/disk-trouble.test.ts',
  'test/faults/removed-folder.test.ts',
  'test/faults/do-not-call/do-not-call.test.ts',
  'test/faults/workspace-races.test.ts',
  'test/electron/workspaces/second-calls.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((each) => !isLong(each))];
  }
}

const NODE = {
  globalSetup: ['test/bundled-workers.ts'],
  testTimeout: 60_000,
  expect: PATIENCE,
  // Two cores, and tests that wait for sockets, timers and other processes more than they reckon.
  maxWorkers: 5,
  // On processors with protection keys V8 now and then aborts ("Check failed: jit_page.has_value()") in a process
  // that starts and ends many threads, as these tests do with storage workers.
  execArgv: ['--no-memory-protection-keys'],
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...NODE,
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/bench/**', 'test/scripts/skipping/**', ...ALONE],
          // Files follow each other in one process and find loaded what the one before has loaded, storage threads too.
          isolate: false,
        },
      },
      { test: { ...NODE, name: 'node-alone', include: ALONE } },
      {
        plugins: [react()],
        // React as it is shipped, which takes half of the time.
        mode: 'production',
        define: { 'process.env.NODE_ENV': '"production"' },
        oxc: { jsx: { runtime: 'automatic', development: false } },
        // Found before the first test: a page that loads anew because of one would lose it.
        optimizeDeps: {
          include: [
            '@mantine/core',
            '@mantine/notifications',
            'vitest-browser-react',
            // Of the import's worker, which vite finds too late.
            'hucre',
            'hucre/xlsx',
            'jschardet',
            'libphonenumber-js/max/es6',
            'papaparse',
          ],
        },
        test: {
          name: 'components',
          include: ['test/components/**/*.test.tsx'],
          testTimeout: 20_000,
          expect: PATIENCE,
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({ launchOptions: headlessLaunchOptions() }),
            instances: [{ browser: 'chromium' }],
            viewport: { width: 900, height: 600 },
            screenshotFailures: false,
          },
        },
      },
    ],
  },
});
