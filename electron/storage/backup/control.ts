import { CodedError } from '../../../shared/result.ts';

/** Reports progress of a long job, and cancels it. */
export interface WorkControl {
  /** 0 to 1. */
  progress(done: number): void;
  /** Throws a CodedError `cancelled` once cancellation was requested. */
  check(): void;
}

/** A control cancelled by a flag shared with another thread; throttles `notify` to ten calls a second. */
export function sharedControl(flag: Int32Array, notify: (done: number) => void): WorkControl {
  let notifiedAt = 0;
  return {
    progress: (done) => {
      const now = performance.now();
      if (now - notifiedAt < 100) return;
      notifiedAt = now;
      notify(Math.min(1, done));
    },
    check: () => {
      if (Atomics.load(flag, 0) !== 0) throw new CodedError('cancelled');
    },
  };
}
