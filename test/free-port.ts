import { createServer } from 'node:net';
import { threadId } from 'node:worker_threads';

/**
 * Below the ephemeral ports (Linux from 32768, macOS and Windows from 49152), so that no outgoing connection can take
 * a port
 * between the check and its use.
 */
const FIRST = 20_000;
const COUNT = 12_000;

/** Each test process starts at a different port, so that two of them don't find the same one. */
let offset = (process.pid * 131 + threadId * 977) % COUNT;

/** A port of 127.0.0.1 that is free now. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < COUNT; tried++) {
    offset = (offset + 1) % COUNT;
    const port = FIRST + offset;
    // Another call may run concurrently.
    if (await isFree(port)) return port;
  }
  throw new Error('No free port.');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const listens = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (listens) await new Promise((resolve) => server.close(resolve));
  return listens;
}
