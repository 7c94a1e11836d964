import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { platform } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type ExclusiveHold, holdExclusively } from './exclusive-file.ts';
import { instanceSocketPath, nextLine } from './instance-socket.ts';

/** What a later instance gives the first one, as Electron's `second-instance` event has it. */
export interface Arrival {
  readonly argv: string[];
  readonly workingDirectory: string;
  readonly additionalData?: unknown;
}

const arrivalSchema = z.object({
  argv: z.array(z.string()),
  workingDirectory: z.string(),
  additionalData: z.unknown().optional(),
});

/** What this process is on its data folder. */
export type Instance = FirstInstance | SecondInstance;

/** Between two tries, and for how long to try: the first instance may hold the lock and not listen yet. In milliseconds. */
const retryDelay = 50;
const retryFor = 10_000;

/**
 * Becomes the first instance on `userData` (which must exist), or connects to the one that is.
 *
 * The lock on a file in the folder decides who is first; the socket only carries what later ones say. So a socket that a
 * killed instance left can be replaced without a race: only the lock's holder ever does it.
 */
export async function joinInstances(userData: string): Promise<Instance> {
  const folder = realpathSync(userData);
  const socketPath = instanceSocketPath(folder);
  const giveUpAt = performance.now() + retryFor;
  while (performance.now() < giveUpAt) {
    const hold = holdExclusively(join(folder, 'preview-instance.lock'));
    if (hold !== undefined) return FirstInstance.listen(folder, hold, socketPath);
    const socket = await tryConnect(socketPath);
    if (socket !== undefined) return new SecondInstance(folder, socket);
    await delay(retryDelay);
  }
  throw new Error(`Another Callboard runs on ${folder}, but does not answer. End it and start again.`);
}

/** Holds the lock, and hears from later instances. */
export class FirstInstance {
  readonly kind = 'first';
  readonly userData: string;
  private readonly hold: ExclusiveHold;
  private readonly server: Server;
  private readonly socketPath: string;
  private readonly early: Arrival[] = [];
  private released = false;
  private listener: ((arrival: Arrival) => void) | undefined;

  private constructor(userData: string, hold: ExclusiveHold, socketPath: string) {
    this.userData = userData;
    this.hold = hold;
    this.socketPath = socketPath;
    this.server = createServer((socket) => void this.hear(socket));
  }

  static async listen(userData: string, hold: ExclusiveHold, socketPath: string): Promise<FirstInstance> {
    const instance = new FirstInstance(userData, hold, socketPath);
    instance.removeSocketFile();
    await new Promise<void>((resolve, reject) => {
      instance.server.once('error', reject);
      instance.server.listen(socketPath, resolve);
    });
    // The lock is still held in an exit listener, so no other instance's socket can be removed here.
    process.once('exit', () => {
      if (!instance.released) instance.removeSocketFile();
    });
    return instance;
  }

  /** Hands every arrival to `listener`, those that came before included. */
  onArrival(listener: (arrival: Arrival) => void): void {
    this.listener = listener;
    for (const arrival of this.early.splice(0)) listener(arrival);
  }

  /** Lets another process become the first. */
  release(): void {
    this.released = true;
    this.server.close();
    this.hold.release();
  }

  private async hear(socket: Socket): Promise<void> {
    try {
      const arrival = arrivalSchema.parse(JSON.parse(await nextLine(socket)));
      if (this.listener === undefined) this.early.push(arrival);
      else this.listener(arrival);
      socket.end('taken\n');
    } catch (error) {
      // A connection that says nothing belongs to a process that ended early: no reason to disturb this one.
      socket.destroy();
      console.error('A second start handed nothing over:', (error as Error).message);
    }
  }

  private removeSocketFile(): void {
    if (platform !== 'win32') rmSync(this.socketPath, { force: true });
  }
}

/** Came later, and is connected to the first. */
export class SecondInstance {
  readonly kind = 'second';
  readonly userData: string;
  private readonly socket: Socket;

  constructor(userData: string, socket: Socket) {
    this.userData = userData;
    this.socket = socket;
  }

  /** Resolves when the first instance has taken `arrival`; rejects when it ended before, or hangs. */
  async handOver(arrival: Arrival): Promise<void> {
    this.socket.setTimeout(retryFor, () => this.socket.destroy());
    this.socket.write(`${JSON.stringify(arrival)}\n`);
    await nextLine(this.socket);
    this.socket.end();
  }
}

/** A connection, or `undefined` where nobody listens: no socket, or one that a killed instance left. */
function tryConnect(socketPath: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath, () => resolve(socket));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(undefined);
      else reject(error);
    });
  });
}
