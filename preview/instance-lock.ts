import { realpathSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { platform } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { acquireFileLock, type FileLock } from './file-lock.ts';
import { instanceFiles, nextLine } from './instance-socket.ts';

/** Arguments of a later instance, as in Electron's `second-instance` event. */
export interface Launch {
  readonly argv: string[];
  readonly workingDirectory: string;
  readonly additionalData?: unknown;
}

const launchSchema = z.object({
  argv: z.array(z.string()),
  workingDirectory: z.string(),
  additionalData: z.unknown().optional(),
});

/** `none`: neither, because nothing can be written where the lock would be. */
export type Instance = FirstInstance | SecondInstance | { readonly kind: 'none'; readonly userData: string };

/** Retry interval and total time, ms: the first instance may hold the lock but not listen yet. */
const retryDelay = 50;
const timeout = 10_000;

/**
 * Becomes the first instance on `userData`, or connects to it; neither if the folder or that for temporary files can't be
 * written, as in Electron (Chromium's process_singleton_posix.cc).
 *
 * A file lock decides who is first; the socket only carries messages. So replacing a stale socket of a killed instance is
 * free of races: only the lock's holder does it.
 */
export async function acquireInstance(userData: string): Promise<Instance> {
  try {
    return await firstOrSecond(realpathSync(userData));
  } catch (error) {
    const isFromSystem = error instanceof Error && ('syscall' in error || 'errcode' in error);
    if (!isFromSystem) throw error;
    return { kind: 'none', userData };
  }
}

async function firstOrSecond(folder: string): Promise<FirstInstance | SecondInstance> {
  const { socket: socketPath, lock: lockPath } = instanceFiles(folder);
  const giveUpAt = performance.now() + timeout;
  while (performance.now() < giveUpAt) {
    const lock = acquireFileLock(lockPath);
    if (lock !== undefined) {
      requireWritable(folder);
      return FirstInstance.listen(folder, lock, socketPath);
    }
    const socket = await tryConnect(socketPath);
    if (socket !== undefined) return new SecondInstance(folder, socket);
    await delay(retryDelay);
  }
  throw new Error(`Another Callboard is running on ${folder}, but does not answer. Stop it and start again.`);
}

/** Electron's lock is a link in the folder. */
function requireWritable(folder: string): void {
  const probe = join(folder, `preview-instance-${process.pid}`);
  writeFileSync(probe, '');
  rmSync(probe);
}

/** Holds the lock and receives messages from later instances. */
export class FirstInstance {
  readonly kind = 'first';
  readonly userData: string;
  private lock: FileLock | undefined;
  private readonly server: Server;
  private readonly socketPath: string;
  private readonly buffered: Launch[] = [];
  private listener: ((launch: Launch) => void) | undefined;

  private constructor(userData: string, lock: FileLock, socketPath: string) {
    this.userData = userData;
    this.lock = lock;
    this.socketPath = socketPath;
    this.server = createServer((socket) => void this.receive(socket));
  }

  static async listen(userData: string, lock: FileLock, socketPath: string): Promise<FirstInstance> {
    const instance = new FirstInstance(userData, lock, socketPath);
    instance.removeSocketFile();
    await new Promise<void>((resolve, reject) => {
      instance.server.once('error', reject);
      instance.server.listen(socketPath, resolve);
    });
    // The lock is still held in an exit listener, so this can't remove another instance's socket.
    process.once('exit', () => {
      if (instance.lock) instance.removeSocketFile();
    });
    return instance;
  }

  /** Calls `listener` for every launch, including earlier ones. */
  onLaunch(listener: (launch: Launch) => void): void {
    this.listener = listener;
    for (const launch of this.buffered.splice(0)) listener(launch);
  }

  /** Lets another process become the first instance. */
  release(): void {
    this.server.close();
    this.lock?.release();
    this.lock = undefined;
  }

  /** Whether this is still the first instance, or is again after a release. */
  acquireAgain(): boolean {
    if (this.lock) return true;
    this.lock = acquireFileLock(instanceFiles(this.userData).lock);
    if (!this.lock) return false;
    this.removeSocketFile();
    this.server.listen(this.socketPath);
    return true;
  }

  private async receive(socket: Socket): Promise<void> {
    try {
      const launch = launchSchema.parse(JSON.parse(await nextLine(socket)));
      if (this.listener === undefined) this.buffered.push(launch);
      else this.listener(launch);
      socket.end('taken\n');
    } catch (error) {
      // The other process ended early or sent nonsense: ignore it.
      socket.destroy();
      console.error('A second instance sent no valid arguments:', (error as Error).message);
    }
  }

  private removeSocketFile(): void {
    if (platform !== 'win32') rmSync(this.socketPath, { force: true });
  }
}

/** A later instance, connected to the first. */
export class SecondInstance {
  readonly kind = 'second';
  readonly userData: string;
  private readonly socket: Socket;

  constructor(userData: string, socket: Socket) {
    this.userData = userData;
    this.socket = socket;
  }

  /** Resolves when the first instance has acknowledged `launch`; rejects if it ends or times out. */
  async handOver(launch: Launch): Promise<void> {
    this.socket.setTimeout(timeout, () => this.socket.destroy());
    this.socket.write(`${JSON.stringify(launch)}\n`);
    await nextLine(this.socket);
    this.socket.end();
  }
}

/** A connection, or `undefined` if nobody listens: no socket, or a stale one of a killed instance. */
function tryConnect(socketPath: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath, () => resolve(socket));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(undefined);
      else reject(error);
    });
  });
}
