import { spawn } from 'node:child_process';
import { readPeak, watchPeak } from '../../tools/peak-memory.ts';
import type { ToolCommand } from './tool-commands.ts';

/** How a tool's run went. */
export interface ToolRun {
  /** Of the whole process, its start and its end included. */
  readonly ms: number;
  /** The most memory of the process that was started, bytes; undefined where it is no program of Node. */
  readonly peakBytes: number | undefined;
}

/** Runs a tool to its end; throws with what it said where it fails. */
export async function runTool({ command, args, cwd }: ToolCommand, peakFile?: string): Promise<ToolRun> {
  const started = performance.now();
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...(peakFile ? watchPeak(peakFile) : {}) },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = Promise.withResolvers<number | null>();
  child.once('error', ended.reject);
  child.once('close', ended.resolve);
  const code = await ended.promise;
  if (code !== 0) throw new Error(`${command} ${args[0]} ended with ${code}: ${said.slice(-2000)}`);
  return { ms: performance.now() - started, peakBytes: peakFile ? readPeak(peakFile) : undefined };
}
