import type { ExportProgress } from '../../shared/ipc/calls/request-calls.ts';

/** Ends an export that a person has stopped. */
export class ExportStoppedError extends Error {
  override readonly name = 'ExportStoppedError';
}

/** The running exports of requests: their progress, and a way to stop them. */
export class ExportRuns {
  private readonly running = new Set<ExportRun>();

  /** Adds an export of `count` requests that reads each one `readings` times. Always call its `end()`. */
  begin(count: number, readings: number): ExportRun {
    const run = new ExportRun(count, readings, () => this.running.delete(run));
    this.running.add(run);
    return run;
  }

  /** The progress of all running exports together; null while none has read anything, as in the save dialog. */
  get progress(): ExportProgress | null {
    const begun = [...this.running].filter(({ read }) => read > 0);
    if (begun.length === 0) return null;
    const sum = (part: (run: ExportRun) => number): number =>
      begun.reduce((total, run) => total + part(run), 0);
    return { count: sum(({ count }) => count), done: sum(({ read }) => read) / sum(({ toRead }) => toRead) };
  }

  /** Makes each running export throw an `ExportStoppedError` before it reads further. */
  stop(): void {
    for (const run of this.running) run.stop();
  }
}

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

  /** Adds to the number of requests read. Throws an `ExportStoppedError` if a person has stopped the export. */
  advance(requests: number): void {
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
