import type { ExportProgress } from '../../shared/ipc/calls/request-calls.ts';

/** Thrown into the making of a file that a person has stopped. */
export class ExportStoppedError extends Error {
  override readonly name = 'ExportStoppedError';
}

/** The files of requests that are being written: how far they are, and the way out. */
export class ExportRuns {
  private readonly running = new Set<ExportRun>();

  /** A file of so many requests, each of which is read so many times, begins. To be ended however it goes. */
  begin(count: number, readings: number): ExportRun {
    const run = new ExportRun(count, readings, () => this.running.delete(run));
    this.running.add(run);
    return run;
  }

  /** Of all that are being written; null while none is, or each still waits for its place on the disk to be chosen. */
  get progress(): ExportProgress | null {
    const begun = [...this.running].filter(({ read }) => read > 0);
    if (begun.length === 0) return null;
    const sum = (part: (run: ExportRun) => number): number =>
      begun.reduce((total, run) => total + part(run), 0);
    return { count: sum(({ count }) => count), done: sum(({ read }) => read) / sum(({ toRead }) => toRead) };
  }

  /** Lets none of them go on: each throws an `ExportStoppedError` before it reads further. */
  stop(): void {
    for (const run of this.running) run.stop();
  }
}

/** One file on its way. */
export class ExportRun {
  readonly count: number;
  readonly toRead: number;
  read = 0;
  private readonly onEnd: () => void;
  private stopped = false;

  constructor(count: number, readings: number, onEnd: () => void) {
    this.count = count;
    this.toRead = count * readings;
    this.onEnd = onEnd;
  }

  /** So many requests were read. Throws an `ExportStoppedError` where a person has stopped it. */
  went(requests: number): void {
    if (this.stopped) throw new ExportStoppedError();
    this.read += requests;
  }

  stop(): void {
    this.stopped = true;
  }

  end(): void {
    this.onEnd();
  }
}
