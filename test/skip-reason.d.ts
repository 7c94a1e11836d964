import 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** What a test that may be skipped cannot do without; `npm test` says so where it was skipped. */
    needs?: string;
  }
}
