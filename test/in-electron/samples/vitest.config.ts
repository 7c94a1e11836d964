import { defineConfig } from 'vitest/config';
import { electronPool } from '../electron-pool.ts';

export default defineConfig({
  test: { include: ['*.sample.ts'], pool: electronPool(), isolate: false, maxWorkers: 1 },
});
