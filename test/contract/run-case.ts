import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { type ContractCase, parseTrace, type TraceLine } from './contract-case.ts';
import type { Host } from './hosts.ts';

/** What a process of the contract's app did. */
export interface Run {
  readonly trace: readonly TraceLine[];
  readonly exitCode: number | null;
}

export interface CaseRun extends Run {
  readonly second?: Run;
  /** All that was printed, for the message of a failed test. */
  readonly output: string;
}

/** The link that a second instance is started with. */
const SECOND_LINK = 'app.contract:/second?a=1&b=2';

/** Runs a case. `showPage` opens the address of a window in a browser, which the preview doesn't have. */
export async function runCase(
  contractCase: ContractCase,
  host: Host,
  showPage: (address: string) => void,
): Promise<CaseRun> {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-contract-'));
  const printed: string[] = [];
  const userData = join(folder, 'data');
  mkdirSync(userData);
  const start = (trace: string, links: readonly string[]) => {
    const child = startApp(contractCase, host, { trace, userData, links, folder });
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        printed.push(line);
        const address = /^(?:Preview ready|Another window): (.+)$/.exec(line)?.[1];
        if (address !== undefined && contractCase.needsPage) showPage(address);
      });
    }
    return child;
  };
  const firstTrace = join(folder, 'trace.jsonl');
  const secondTrace = join(folder, 'second.jsonl');
  const first = start(firstTrace, []);
  const seconds: Promise<Run>[] = [];
  const act = (wish: unknown): void => {
    if (wish === 'start a second instance')
      seconds.push(ended(start(secondTrace, [SECOND_LINK]), secondTrace));
    else if (wish === 'send SIGTERM') first.kill('SIGTERM');
    else throw new Error(`The runner can't "${wish}".`);
  };
  const stop = new AbortController();
  try {
    const following = follow(firstTrace, act, stop.signal);
    const patience = pause(host.patience, undefined, { signal: stop.signal, ref: false }).then(() =>
      first.kill('SIGKILL'),
    );
    const run = await ended(first, firstTrace);
    const second = await seconds[0];
    stop.abort();
    await Promise.allSettled([patience, following]);
    return { ...run, ...(second && { second }), output: printed.join('\n') };
  } finally {
    stop.abort();
    first.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

interface Start {
  readonly trace: string;
  readonly userData: string;
  readonly links: readonly string[];
  readonly folder: string;
}

function startApp(
  contractCase: ContractCase,
  host: Host,
  { trace, userData, links, folder }: Start,
): ChildProcess {
  const [command, ...args] = host.command(contractCase, { userData, links });
  return spawn(command, args, {
    cwd: folder,
    env: {
      ...process.env,
      CALLBOARD_PREVIEW_KEYRING: join(folder, 'keyring'),
      ...host.env(contractCase),
      CONTRACT_CASE: contractCase.name,
      CONTRACT_TRACE: trace,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function ended(child: ChildProcess, trace: string): Promise<Run> {
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { trace: readTrace(trace), exitCode };
}

/** Calls `act` for each wish in the trace, until `signal`. */
async function follow(trace: string, act: (wish: unknown) => void, signal: AbortSignal): Promise<void> {
  let done = 0;
  while (!signal.aborted) {
    const wishes = readTrace(trace).filter(({ event }) => event === 'ask');
    for (const { act: wish } of wishes.slice(done)) act(wish);
    done = wishes.length;
    await pause(20);
  }
}

/** Complete lines only: the app may be writing. */
function readTrace(file: string): TraceLine[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  return parseTrace(text.slice(0, text.lastIndexOf('\n') + 1));
}
