import { type ChildProcess, spawn } from 'node:child_process';
import { askToQuit } from '../ask-to-quit.ts';
import type { Command } from './host.ts';

const GRACE_MS = 20_000;

/** A running program and what it has printed. */
export class StartedProgram {
  readonly ended: Promise<string>;
  private readonly child: ChildProcess;
  private readonly pieces: string[] = [];

  constructor({ program, args, env }: Command) {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => this.pieces.push(text));
    this.ended = new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('close', (code, signal) => resolve(signal ?? `code ${code}`));
    });
  }

  get output(): string {
    return this.pieces.join('');
  }

  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null && this.child.pid !== undefined;
  }

  /** How the program ended; kills it after `ms`. */
  async end(ms: number): Promise<string> {
    const late = setTimeout(() => this.child.kill('SIGKILL'), ms);
    const how = await this.ended;
    clearTimeout(late);
    return how;
  }

  /** Asks the program to quit as the system does, and resolves with how it ended. */
  async quit(): Promise<string> {
    askToQuit(this.child);
    return this.end(GRACE_MS);
  }
}
