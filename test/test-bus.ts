import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createClient, type InterfaceDescriptor, type MessageBus } from 'dbus-native';

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
  private readonly clients: MessageBus[] = [];

  private constructor(daemon: ChildProcess, address: string) {
    this.daemon = daemon;
    this.address = address;
  }

  /** Starts a bus with its socket in this folder. */
  static async start(folder: string): Promise<TestBus> {
    const address = `unix:path=${join(folder, 'bus')}`;
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
    const watcher = {
      IsStatusNotifierHostRegistered: registered,
      RegisterStatusNotifierItem: () => undefined,
    };
    const client = await this.serve(WATCHER, '/StatusNotifierWatcher', watcher, {
      name: WATCHER,
      methods: { RegisterStatusNotifierItem: ['s', '', ['item'], []] },
      properties: { IsStatusNotifierHostRegistered: 'b' },
    });
    return { end: async () => void (await client.releaseName(WATCHER)) };
  }

  /** Starts logind, with a session whose lock the test changes. */
  async startLogind(): Promise<{ LockedHint: boolean }> {
    const session = { LockedHint: false };
    await this.serve('org.freedesktop.login1', '/org/freedesktop/login1/session/auto', session, {
      name: 'org.freedesktop.login1.Session',
      properties: { LockedHint: 'b' },
    });
    return session;
  }

  async stop(): Promise<void> {
    for (const client of this.clients) client.connection.end();
    const exited = new Promise((resolve) => this.daemon.once('exit', resolve));
    this.daemon.kill();
    await exited;
  }

  private async serve(
    name: string,
    path: string,
    object: object,
    described: InterfaceDescriptor,
  ): Promise<MessageBus> {
    const client = createClient({ busAddress: this.address });
    client.connection.on('error', () => undefined);
    this.clients.push(client);
    client.exportInterface(object, path, described);
    await client.requestName(name, 0);
    return client;
  }
}
