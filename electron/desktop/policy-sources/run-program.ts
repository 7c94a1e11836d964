import { execFile } from 'node:child_process';

/** A program of the system that answers in no time answers in this, ms. */
const PATIENCE_MS = 10_000;

/**
 * What a program of the operating system prints, named by its whole path: never one that lies elsewhere under its name.
 * Rejects where it is not there, ends with an error, takes too long or prints more than `atMost` bytes.
 */
export function runProgram(path: string, args: readonly string[], atMost: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    execFile(
      path,
      args,
      { encoding: 'buffer', timeout: PATIENCE_MS, maxBuffer: atMost, windowsHide: true },
      (error, printed) => (error ? reject(error) : resolve(printed)),
    );
  });
}
