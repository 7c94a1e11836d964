import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/bench/**'],
    testTimeout: 20_000,
    // Two cores: more workers only take turns.
    maxWorkers: 2,
  },
});
