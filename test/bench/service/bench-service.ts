import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ServiceAsk, ServiceCounts } from './messages.ts';

/** The benchmark's service, running. */
export interface BenchService {
  /** `http://127.0.0.1:PORT`: of the interface and of the sign-in. */
  readonly origin: string;
  /** Forgets all counts; answers take `delayMs` from here on. */
  reset(delayMs?: number): Promise<void>;
  counts(): Promise<ServiceCounts>;
  /** Resolves when so many creates have been answered since the last reset. */
  created(count: number): Promise<ServiceCounts>;
  close(): Promise<void>;
}

/** Starts the service in a process of its own, so that it has a processor of its own where there are two. */
export async function startBenchService(): Promise<BenchService> {
  const child = fork(join(import.meta.dirname, 'service-process.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const answer = <Key extends string, Value>(key: Key): Promise<Value> =>
    new Promise((resolve, reject) => {
      const onMessage = (message: Partial<Record<Key, Value>>): void => {
        const value = message[key];
        if (value === undefined) return;
        child.off('message', onMessage);
        child.off('exit', onExit);
        resolve(value);
      };
      const onExit = (code: number | null): void => reject(new Error(`The bench service ended: ${code}.`));
      child.on('message', onMessage);
      child.once('exit', onExit);
    });
  const origin = await answer<'ready', string>('ready');
  const ask = <Key extends 'counts' | 'created'>(key: Key, message: ServiceAsk): Promise<ServiceCounts> => {
    const answered = answer<Key, ServiceCounts>(key);
    child.send(message);
    return answered;
  };
  return {
    origin,
    reset: async (delayMs = 0) => void (await ask('counts', { ask: 'reset', delayMs })),
    counts: () => ask('counts', { ask: 'counts' }),
    created: (count) => ask('created', { ask: 'created', count }),
    close: async () => {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}
