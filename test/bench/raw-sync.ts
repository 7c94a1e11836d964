import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const BLOCK = Buffer.alloc(4096, 'callboard');

/** What a durable write costs at least: a file that grows by 4 KiB, each time down to the disk. */
export class RawSync {
  private readonly file: number;

  /** `folder` lies on the disk to be measured. */
  constructor(folder: string) {
    this.file = openSync(join(folder, 'raw-sync'), 'a');
  }

  /** Milliseconds of each of so many appends with their fdatasync. */
  measure(count: number): number[] {
    return Array.from({ length: count }, () => {
      const started = performance.now();
      writeSync(this.file, BLOCK);
      fdatasyncSync(this.file);
      return performance.now() - started;
    });
  }

  close(): void {
    closeSync(this.file);
  }
}
