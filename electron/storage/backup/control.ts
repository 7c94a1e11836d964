import { CodedError } from '../../../shared/result.ts';

/** Progress out of a long work, and the wish to stop it into it. */
export interface WorkControl {
  /** 0 to 1. */
  progress(done: number): void;
  /** Throws a CodedError `cancelled` once somebody wants that. */
  check(): void;
}

/** A control that looks at a flag shared with another thread; `tell` is called ten times a second at most. */
export function sharedControl(flag: Int32Array, tell: (done: number) => void): WorkControl {
  let told = 0;
  return {
    progress: (done) => {
      const now = performance.now();
      if (now - told < 100) return;
      told = now;
      tell(Math.min(1, done));
    },
    check: () => {
      if (Atomics.load(flag, 0) !== 0) throw new CodedError('cancelled');
    },
  };
}
