import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import type { DeskAsk } from './messages.ts';

export interface BenchDeskOptions {
  /** Where the database lies, or will. */
  readonly folder: string;
  /** Where the benchmark's service listens. */
  readonly origin: string;
  /** Added to the process's own surroundings. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The app's desk without a window, in a process of its own: signed in to the benchmark's service, its queue paused. */
export interface BenchDesk {
  /** Puts so many submissions in the queue. */
  queue(count: number): Promise<void>;
  /** Lets the queue go. */
  go(): Promise<void>;
  /** ms from `go` until nothing waits any more, all outcomes stored, and how many requests are tracked then. */
  allStored(): Promise<{ ms: number; requests: number }>;
  /** Reads the status of every request that is not finished: how many were read and stored, and ms. */
  refreshAll(): Promise<{ ms: number; requests: number }>;
  close(): Promise<void>;
}

const answer = z.object({ ms: z.number(), requests: z.number() });

export async function openBenchDesk({ folder, origin, env = {} }: BenchDeskOptions): Promise<BenchDesk> {
  const child = fork(join(import.meta.dirname, 'desk-process.ts'), [folder, origin], {
    env: { ...process.env, ...env },
  });
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`The desk ended with ${signal ?? code}.`);
  });
  // Awaited below, where it matters.
  ended.catch(() => undefined);
  await Promise.race([once(child, 'message'), ended]);
  const ask = async (what: DeskAsk): Promise<{ ms: number; requests: number }> => {
    child.send(what);
    const [message] = await Promise.race([once(child, 'message'), ended]);
    return answer.parse(message);
  };
  return {
    queue: async (count) => void (await ask({ ask: 'queue', count })),
    go: async () => void (await ask({ ask: 'go' })),
    allStored: () => ask({ ask: 'wait until all is stored' }),
    refreshAll: () => ask({ ask: 'refresh all' }),
    close: async () => {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}
