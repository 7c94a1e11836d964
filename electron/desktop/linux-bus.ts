import { connect, type Socket } from 'node:net';
import { env } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { SocketReader } from '../network/open-socket.ts';

const WATCHER = 'org.kde.StatusNotifierWatcher';
const POLL_MS = 1000;

/**
 * Whether a panel of this Linux desktop shows tray icons now. GNOME has none without an extension, and Electron's `Tray`
 * doesn't say so. Hosts come and go: ask when it matters.
 */
export async function hasTrayHost(): Promise<boolean> {
  const bus = sessionBusAddress();
  try {
    // Asked first, so that no watcher is started that nobody would look at.
    const owned = await askOnBus(bus, { ...BUS, member: 'NameHasOwner', body: [WATCHER] });
    if (owned !== true) return false;
    const registered = await readProperty(bus, {
      destination: WATCHER,
      path: '/StatusNotifierWatcher',
      interface: WATCHER,
      property: 'IsStatusNotifierHostRegistered',
    });
    return registered === true;
  } catch {
    // Without a session bus there is no tray either.
    return false;
  }
}

/** Waits up to `patienceMs` for a tray: at login, the panel may start later than Callboard. */
export async function trayHostWithin(patienceMs: number): Promise<boolean> {
  const end = performance.now() + patienceMs;
  while (!(await hasTrayHost())) {
    if (performance.now() >= end) return false;
    await wait(POLL_MS, undefined, { ref: false });
  }
  return true;
}

/** Desktops whose screen lock sets the hint. swaylock, hyprlock and light-locker don't: without it, they may be locked. */
const TELLING_DESKTOPS: readonly string[] = ['GNOME', 'KDE', 'Pantheon'];

/** Whether the screen of this Linux session is locked; undefined if nobody can know. */
export async function isScreenLocked(): Promise<boolean | undefined> {
  let locked: unknown;
  try {
    locked = await readProperty(systemBusAddress(), {
      destination: 'org.freedesktop.login1',
      // Our session, or, as a part of the person's service manager, the one they see.
      path: '/org/freedesktop/login1/session/auto',
      interface: 'org.freedesktop.login1.Session',
      property: 'LockedHint',
    });
  } catch {
    // Nobody to ask: no logind, or a Flatpak.
    return undefined;
  }
  if (locked === true) return true;
  const desktops = (env['XDG_CURRENT_DESKTOP'] ?? '').split(':');
  return locked === false && desktops.some((name) => TELLING_DESKTOPS.includes(name)) ? false : undefined;
}

/** The bus itself, as somebody to ask. */
export const BUS = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const;

/** How long a bus, and whoever is asked on it, may take, ms. */
const PATIENCE_MS = 1000;

/** A question to a program on a message bus (D-Bus). */
interface Question {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  /** Its arguments. */
  readonly body?: readonly string[];
}

/** The bus of the person's session, as its address. */
export function sessionBusAddress(): string {
  return env['DBUS_SESSION_BUS_ADDRESS'] || `unix:path=${env['XDG_RUNTIME_DIR'] ?? '/nonexistent'}/bus`;
}

/** The bus of the whole computer; a Flatpak has none. */
function systemBusAddress(): string {
  return env['DBUS_SYSTEM_BUS_ADDRESS'] || 'unix:path=/run/dbus/system_bus_socket';
}

/**
 * Asks on a bus, over a connection of its own; the answer's first value. Rejects if there is no such bus, nobody answers in
 * time, or the answer is a refusal.
 */
export async function askOnBus(busAddress: string, question: Question): Promise<unknown> {
  const socket = connect(socketOf(busAddress));
  // The reader tells of it.
  socket.on('error', () => undefined);
  try {
    const reader = new SocketReader(socket, AbortSignal.timeout(PATIENCE_MS));
    await greet(socket, reader);
    await ask(socket, reader, 1, { ...BUS, member: 'Hello' });
    return await ask(socket, reader, 2, question);
  } finally {
    socket.destroy();
  }
}

/** The socket of the first address of a list that has one here (D-Bus specification, "Server Addresses"). */
function socketOf(busAddress: string): string {
  for (const address of busAddress.split(';')) {
    // Other transports start programs, or leave the computer.
    const [, kind, escaped = ''] = /^unix:(?:[^,]*,)*?(path|abstract)=([^,]*)/.exec(address) ?? [];
    if (kind) return `${kind === 'abstract' ? '\0' : ''}${decodeURIComponent(escaped)}`;
  }
  throw new Error('The address of the message bus is no local socket.');
}

/** Says who asks: the user of this process, which the socket proves ("Authentication Protocol", EXTERNAL). */
async function greet(socket: Socket, reader: SocketReader): Promise<void> {
  const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
  const answer = await reader.readThrough('\r\n', 1024);
  if (!answer.toString('latin1').startsWith('OK ')) throw new Error('The message bus refused the sign-in.');
  socket.write('BEGIN\r\n');
}

async function ask(
  socket: Socket,
  reader: SocketReader,
  serial: number,
  question: Question,
): Promise<unknown> {
  const { path, interface: of, member, destination, body = [] } = question;
  const fields = [
    [FIELD.path, ['o', path]],
    [FIELD.interface, ['s', of]],
    [FIELD.member, ['s', member]],
    [FIELD.destination, ['s', destination]],
  ] as const;
  socket.write(
    encodeMessage(
      CALL,
      serial,
      fields,
      body.map((text) => ['s', text]),
    ),
  );
  for (;;) {
    const { kind, fields: answered, first } = await readMessage(reader);
    // Others are signals, which come to everybody.
    if (answered.get(FIELD.replySerial)?.[1] !== serial) continue;
    if (kind !== RETURN) throw new Error(`Refused: ${answered.get(FIELD.error)?.[1]}.`);
    return first?.[0] === 'v' ? first[1][1] : first?.[1];
  }
}

function readProperty(
  busAddress: string,
  { property, ...object }: Pick<Question, 'destination' | 'path' | 'interface'> & { property: string },
): Promise<unknown> {
  return askOnBus(busAddress, {
    destination: object.destination,
    path: object.path,
    interface: 'org.freedesktop.DBus.Properties',
    member: 'Get',
    body: [object.interface, property],
  });
}

/**
 * A value with its type, as far as they are needed here: byte, number, boolean, texts, and a variant, which holds another one
 * (D-Bus specification, "Type System").
 */
export type BusValue =
  | readonly ['y' | 'u', number]
  | readonly ['b', boolean]
  | readonly ['s' | 'o' | 'g', string]
  | readonly ['v', BusValue];

/** The kinds of messages: a question, its answer, and its refusal. Signals are not for us. */
export const CALL = 1;
export const RETURN = 2;
export const REFUSAL = 3;

/** The fields of a message's header ("Message Format"), by their codes. */
export const FIELD = {
  path: 1,
  interface: 2,
  member: 3,
  error: 4,
  replySerial: 5,
  destination: 6,
  sender: 7,
  signature: 8,
} as const;

interface BusMessage {
  readonly kind: number;
  readonly serial: number;
  readonly fields: ReadonlyMap<number, BusValue>;
  /** The first value of the body; undefined if there is none. */
  readonly first: BusValue | undefined;
}

/** No answer to our questions is near this, bytes. */
const MAX_SIZE = 64 * 1024;

export function encodeMessage(
  kind: number,
  serial: number,
  fields: readonly (readonly [field: number, value: BusValue])[],
  body: readonly BusValue[],
): Buffer {
  const content = new Encoder();
  for (const value of body) content.value(value);
  const list = new Encoder();
  const signature = body.map(([type]) => type).join('');
  for (const [field, value] of [
    ...fields,
    ...(signature ? [[FIELD.signature, ['g', signature]] as const] : []),
  ]) {
    list.align(8);
    list.value(['y', field]);
    list.value(['v', value]);
  }
  const head = new Encoder();
  for (const byte of ['l'.charCodeAt(0), kind, 0, 1]) head.value(['y', byte]);
  for (const number of [content.size, serial, list.size]) head.value(['u', number]);
  // The header, of 16 bytes so far, is padded to the body.
  list.align(8);
  return Buffer.concat([head.bytes, list.bytes, content.bytes]);
}

class Encoder {
  bytes = Buffer.alloc(0);

  get size(): number {
    return this.bytes.length;
  }

  align(to: number): void {
    this.add(Buffer.alloc((to - (this.size % to)) % to));
  }

  value([type, value]: BusValue): void {
    switch (type) {
      case 'y':
        this.add(Buffer.from([value]));
        break;
      case 'b':
      case 'u':
        this.number(Number(value));
        break;
      case 's':
      case 'o':
        this.number(Buffer.byteLength(value));
        this.add(Buffer.from(`${value}\0`));
        break;
      case 'g':
        this.add(Buffer.from([value.length, ...Buffer.from(`${value}\0`)]));
        break;
      case 'v':
        this.value(['g', value[0]]);
        this.value(value);
    }
  }

  private number(value: number): void {
    this.align(4);
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    this.add(bytes);
  }

  private add(bytes: Buffer): void {
    this.bytes = Buffer.concat([this.bytes, bytes]);
  }
}

/** Reads the next message. Rejects if it is none, is too long, or has a type that is not needed here. */
export async function readMessage(reader: SocketReader): Promise<BusMessage> {
  const head = await reader.read(16);
  const isLittle = head[0] === 'l'.charCodeAt(0);
  if ((!isLittle && head[0] !== 'B'.charCodeAt(0)) || head[3] !== 1)
    throw new Error('This is no D-Bus message.');
  const start = new Decoder(head, isLittle, 4);
  const [bodySize, serial, fieldsSize] = [start.number(), start.number(), start.number()];
  if (bodySize > MAX_SIZE || fieldsSize > MAX_SIZE) throw new Error('The D-Bus message is too long.');
  const list = new Decoder(await reader.read(Math.ceil(fieldsSize / 8) * 8), isLittle);
  const body = new Decoder(await reader.read(bodySize), isLittle);
  const fields = new Map<number, BusValue>();
  while (list.at < fieldsSize) {
    list.align(8);
    const field = list.byte();
    fields.set(field, list.variant());
  }
  const [, signature = ''] = fields.get(FIELD.signature) ?? [];
  // Signals may have any body; nobody reads it.
  const isRead = head[1] !== undefined && head[1] <= REFUSAL && signature !== '';
  return {
    kind: head[1] ?? 0,
    serial,
    fields,
    first: isRead ? body.value(String(signature).slice(0, 1)) : undefined,
  };
}

class Decoder {
  at: number;
  private readonly bytes: Buffer;
  private readonly isLittle: boolean;

  constructor(bytes: Buffer, isLittle: boolean, at = 0) {
    this.bytes = bytes;
    this.isLittle = isLittle;
    this.at = at;
  }

  align(to: number): void {
    this.at = Math.ceil(this.at / to) * to;
  }

  byte(): number {
    this.at += 1;
    return this.bytes.readUInt8(this.at - 1);
  }

  number(): number {
    this.align(4);
    this.at += 4;
    const from = this.at - 4;
    return this.isLittle ? this.bytes.readUInt32LE(from) : this.bytes.readUInt32BE(from);
  }

  variant(): BusValue {
    return this.value(this.text(this.byte()));
  }

  value(type: string): BusValue {
    switch (type) {
      case 'y':
        return [type, this.byte()];
      case 'b':
        return [type, this.number() === 1];
      case 'u':
        return [type, this.number()];
      case 's':
      case 'o':
        return [type, this.text(this.number())];
      case 'g':
        return [type, this.text(this.byte())];
      case 'v':
        return [type, this.variant()];
      default:
        throw new Error('The D-Bus message has a type that is not read here.');
    }
  }

  /** A text of this length, which a zero byte ends. */
  private text(length: number): string {
    const from = this.at;
    this.at += length + 1;
    if (this.at > this.bytes.length) throw new RangeError('The D-Bus message ends within a text.');
    return this.bytes.toString('utf8', from, from + length);
  }
}
