import { execFile } from 'node:child_process';

const TIMEOUT_MS = 10_000;

/**
 * The output of a system program. Named by its absolute path, so that PATH can't substitute another. Rejects if it is
 * missing, fails, takes too long or prints more than `maxBytes`.
 */
export function runProgram(path: string, args: readonly string[], maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    execFile(
      path,
      args,
      { encoding: 'buffer', timeout: TIMEOUT_MS, maxBuffer: maxBytes, windowsHide: true },
      (error, printed) => (error ? reject(error) : resolve(printed)),
    );
  });
}
