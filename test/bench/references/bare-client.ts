import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import type { ClientAsk } from './messages.ts';

const answer = z.object({ ms: z.number() });

/** Runs a client that does nothing but its calls, in a new process of its own; answers how long these took, ms. */
export async function bareClient(origin: string, ask: ClientAsk): Promise<number> {
  const child = fork(join(import.meta.dirname, 'bare-client-process.ts'), [origin]);
  const [ready] = await Promise.race([once(child, 'message'), ended(child)]);
  if (ready !== 'ready') throw new Error(`The bare client said ${JSON.stringify(ready)}.`);
  child.send(ask);
  const [message] = await Promise.race([once(child, 'message'), ended(child)]);
  child.disconnect();
  await once(child, 'exit');
  return answer.parse(message).ms;
}

async function ended(child: ChildProcess): Promise<never> {
  const [code, signal] = await once(child, 'exit');
  throw new Error(`The bare client ended with ${signal ?? code}.`);
}
