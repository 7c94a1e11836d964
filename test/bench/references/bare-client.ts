import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';

/** Creates requests or reads statuses, so many, over so many connections of undici's Pool. */
export interface ClientAsk {
  readonly ask: 'create' | 'read';
  readonly count: number;
  readonly connections: number;
}

/** Runs a client that does nothing but its calls, in a new process of its own; answers how long these took, ms. */
export async function bareClient(origin: string, { ask, count, connections }: ClientAsk): Promise<number> {
  const args = [origin, ask, String(count), String(connections)];
  const child = fork(join(import.meta.dirname, 'bare-client-process.ts'), args);
  let took: unknown;
  child.once('message', (message) => {
    took = message;
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The bare client ended with ${code}.`);
  return z.number().parse(took);
}
