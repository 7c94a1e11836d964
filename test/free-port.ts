import { createServer } from 'node:net';
import { threadId } from 'node:worker_threads';

/**
 * Ports below those that systems hand out by themselves (Linux from 32768, macOS and Windows from 49152): between the
 * look and the use no connection of anybody else's can come to sit on one.
 */
const FIRST = 20_000;
const COUNT = 12_000;

/** Each test process begins elsewhere, so that two of them do not find the same port. */
let offset = (process.pid * 131 + threadId * 977) % COUNT;

/** A port of 127.0.0.1 that nobody listens on now. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < COUNT; tried++) {
    offset = (offset + 1) % COUNT;
    const port = FIRST + offset;
    // Others may ask meanwhile.
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
