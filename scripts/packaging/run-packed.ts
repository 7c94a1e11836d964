import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { askToQuit } from '../ask-to-quit.ts';
import { logLines, pageWasAnswered, runProblems } from './run-log.ts';

export interface PackedRun {
  readonly program: string;
  readonly args: readonly string[];
  /** The data folder that the arguments name. */
  readonly userData: string;
  /** Looks at the running app, once its page works; returns problems. */
  readonly look?: (pid: number) => readonly string[];
  /** How long it may take to answer its page, and then to quit, ms. */
  readonly patienceMs?: number;
}

const POLL_MS = 100;

/** Starts the packed app, waits until it has answered a call of its page, asks it to quit and returns all problems. */
export async function runPacked(run: PackedRun): Promise<readonly string[]> {
  const { program, args, userData, look, patienceMs = 60_000 } = run;
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = endOf(child);
  try {
    await until(() => pageWasAnswered(userData) || ended.how !== undefined, patienceMs);
    if (ended.how !== undefined)
      return [`It ended before its page worked: ${ended.how}.`, ...lastLines(userData)];
    if (!pageWasAnswered(userData)) return ['Its page did not work in time.', ...lastLines(userData)];
    const seen = look?.(child.pid ?? 0) ?? [];
    askToQuit(child);
    await until(() => ended.how !== undefined, patienceMs);
    if (ended.how === undefined) return [...seen, 'It did not quit in time.', ...lastLines(userData)];
    const code = ended.how === 'code 0' ? [] : [`It ended with ${ended.how}.`];
    return [...seen, ...code, ...runProblems(userData)];
  } finally {
    if (ended.how === undefined) child.kill('SIGKILL');
  }
}

function endOf(child: ChildProcess): { how: string | undefined } {
  const end: { how: string | undefined } = { how: undefined };
  child.once('error', (error) => {
    end.how = error.message;
  });
  child.once('exit', (code, signal) => {
    end.how = `code ${code ?? signal}`;
  });
  return end;
}

async function until(isTrue: () => boolean, patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!isTrue() && performance.now() < deadline) await pause(POLL_MS);
}

function lastLines(userData: string): string[] {
  const lines = logLines(userData).slice(-20);
  return lines.length === 0 ? ['It has written no log.'] : lines.map((line) => `Log: ${line}`);
}
