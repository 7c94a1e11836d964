import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  type BusValue,
  CALL,
  encodeMessage,
  FIELD,
  REFUSAL,
  RETURN,
  readMessage,
} from '../electron/desktop/linux-bus.ts';
import { SocketReader } from '../electron/network/open-socket.ts';

const WATCHER = 'org.kde.StatusNotifierWatcher';

/** Whether a bus can be started here. */
export const hasBus =
  process.platform === 'linux' && (process.env['PATH'] ?? '').split(delimiter).some(hasDaemon);

function hasDaemon(folder: string): boolean {
  try {
    accessSync(join(folder, 'dbus-daemon'), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A message bus (D-Bus) of its own, with the programs of a desktop that the app asks. */
export class TestBus {
  readonly address: string;
  private readonly daemon: ChildProcess;
  private readonly clients: TestProgram[] = [];

  private constructor(daemon: ChildProcess, address: string) {
    this.daemon = daemon;
    this.address = address;
  }

  /** Starts a bus, by default with its socket in this folder. */
  static async start(folder: string, address = `unix:path=${join(folder, 'bus')}`): Promise<TestBus> {
    const flags = ['--session', '--nofork', '--print-address', `--address=${address}`];
    const daemon = spawn('dbus-daemon', flags, { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise<void>((resolve, reject) => {
      createInterface(daemon.stdout).once('line', () => resolve());
      daemon.once('error', reject);
      daemon.once('exit', (code) => reject(new Error(`dbus-daemon ended with ${code}.`)));
    });
    return new TestBus(daemon, address);
  }

  /** Starts the part of a panel that shows tray icons; `registered`: whether it has said so. */
  async showTray(registered = true): Promise<{ end(): Promise<void> }> {
    const client = await this.serve(WATCHER, () => registered);
    return { end: () => client.end() };
  }

  /** Starts logind, with a session whose lock the test changes. */
  async startLogind(): Promise<{ LockedHint: boolean }> {
    const session = { LockedHint: false };
    await this.serve('org.freedesktop.login1', () => session.LockedHint);
    return session;
  }

  async stop(): Promise<void> {
    for (const client of this.clients) await client.end();
    const exited = new Promise((resolve) => this.daemon.once('exit', resolve));
    this.daemon.kill();
    await exited;
  }

  private async serve(name: string, property: () => boolean): Promise<TestProgram> {
    const client = await TestProgram.start(this.address.replace('unix:path=', ''), name, property);
    this.clients.push(client);
    return client;
  }
}

/** A program on the bus with one boolean property; it refuses everything else. The bus itself checks the form of its messages. */
class TestProgram {
  private readonly socket: Socket;
  private readonly property: () => boolean;
  private serial = 0;

  private constructor(socket: Socket, property: () => boolean) {
    this.socket = socket;
    this.property = property;
  }

  static async start(path: string, name: string, property: () => boolean): Promise<TestProgram> {
    const program = new TestProgram(connect(path), property);
    const { socket } = program;
    const reader = new SocketReader(socket, new AbortController().signal);
    socket.on('error', () => undefined);
    socket.write(`\0AUTH EXTERNAL ${Buffer.from(String(process.getuid?.())).toString('hex')}\r\n`);
    await reader.readThrough('\r\n', 1024);
    socket.write('BEGIN\r\n');
    program.askBus('Hello', []);
    const named = program.askBus('RequestName', [
      ['s', name],
      ['u', 0],
    ]);
    for (;;) {
      const { fields } = await readMessage(reader);
      if (fields.get(FIELD.replySerial)?.[1] === named) break;
    }
    // Ends with the socket.
    void program.answer(reader).catch(() => undefined);
    return program;
  }

  /** Resolves when the bus has seen it leave. */
  async end(): Promise<void> {
    if (this.socket.destroyed) return;
    const closed = new Promise((resolve) => this.socket.once('close', resolve));
    this.socket.end();
    await closed;
  }

  private async answer(reader: SocketReader): Promise<void> {
    for (;;) {
      const { kind, serial, fields } = await readMessage(reader);
      if (kind !== CALL) continue;
      const isAsked = fields.get(FIELD.member)?.[1] === 'Get';
      const back = [
        [FIELD.replySerial, ['u', serial]],
        [FIELD.destination, fields.get(FIELD.sender) ?? ['s', '']],
      ] as const;
      this.send(
        isAsked
          ? encodeMessage(RETURN, this.next(), back, [['v', ['b', this.property()]]])
          : encodeMessage(REFUSAL, this.next(), [...back, [FIELD.error, ['s', 'test.Refused']]], []),
      );
    }
  }

  /** The question's serial. */
  private askBus(member: string, body: readonly BusValue[]): number {
    const serial = this.next();
    const fields = [
      [FIELD.path, ['o', '/org/freedesktop/DBus']],
      [FIELD.interface, ['s', 'org.freedesktop.DBus']],
      [FIELD.member, ['s', member]],
      [FIELD.destination, ['s', 'org.freedesktop.DBus']],
    ] as const;
    this.send(encodeMessage(CALL, serial, fields, body));
    return serial;
  }

  private next(): number {
    this.serial += 1;
    return this.serial;
  }

  private send(bytes: Buffer): void {
    this.socket.write(bytes);
  }
}
