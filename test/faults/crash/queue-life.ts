import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { KILLED_ITSELF } from '../../posix.ts';
import { workerFile } from '../../worker-files.ts';
import type { QueueProcessOrders } from './crash-points.ts';

/** How long a process that is not killed may take, ms: a second or two, but not on a computer that does ten other things. */
const PATIENCE_MS = 60_000;

/** Starts `queue-process.ts`; it ends with the test at the latest. */
export function spawnQueue(orders: QueueProcessOrders, under: readonly string[] = []) {
  const command = [
    ...under,
    process.execPath,
    fileURLToPath(workerFile('queue-process')),
    JSON.stringify(orders),
  ];
  const child = spawn(command[0] ?? '', command.slice(1), {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void (child.exitCode ?? child.signalCode ?? child.kill('SIGKILL')));
  return child;
}

/** When a process is killed: this long after it reported ready, or after `from` (a moment the test knows), ms. */
export interface KilledAfter {
  readonly ms: number;
  readonly from?: Promise<unknown>;
}

/** Runs the process until it is killed (true) or has finished everything (false); throws if it fails. */
export async function oneLife(
  orders: QueueProcessOrders,
  acknowledged: Set<string>,
  kill?: KilledAfter,
  under: readonly string[] = [],
): Promise<boolean> {
  const child = spawnQueue(orders, under);
  let timer: NodeJS.Timeout | undefined;
  const killSoon = (): void => {
    timer = setTimeout(() => child.kill('SIGKILL'), kill?.ms);
  };
  void kill?.from?.then(killSoon);
  const overdue = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  let settled = false;
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line === 'ready' && kill && !kill.from) killSoon();
    if (line.startsWith('acknowledged ')) acknowledged.add(line.slice('acknowledged '.length));
    if (line === 'settled') settled = true;
  });
  let complaints = '';
  child.stderr.on('data', (text) => {
    complaints += String(text);
  });
  const started = performance.now();
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.once('close', (...ending) => resolve(ending)),
  );
  clearTimeout(timer);
  clearTimeout(overdue);
  if (complaints) throw new Error(`The process complained: ${complaints}`);
  if (performance.now() - started >= PATIENCE_MS) throw new Error('The process did not come to its end.');
  // On Windows a process that kills itself says no more than a code; one that fails has complained.
  const killedItself = code === KILLED_ITSELF.code && signal === KILLED_ITSELF.signal;
  if (signal === 'SIGKILL' || killedItself) return true;
  if (code !== 0 || !settled) throw new Error(`The process ended with ${code ?? signal}.`);
  return false;
}
