import { env } from 'node:process';

/** The bus itself, as somebody to ask. */
export const BUS = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const;

/** How long a bus, and whoever is asked on it, may take, ms. */
const PATIENCE_MS = 1000;

/** A question to a program on a message bus (D-Bus). */
export interface Question {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  /** One type code for each argument; left out: none. */
  readonly signature?: string;
  readonly body?: readonly string[];
}

/** The bus of the person's session, as its address. */
export function sessionBusAddress(): string {
  return env['DBUS_SESSION_BUS_ADDRESS'] || `unix:path=${env['XDG_RUNTIME_DIR'] ?? '/nonexistent'}/bus`;
}

/** The bus of the whole computer; a Flatpak has none. */
export function systemBusAddress(): string {
  return env['DBUS_SYSTEM_BUS_ADDRESS'] || 'unix:path=/run/dbus/system_bus_socket';
}

/** Asks on a bus, over a connection of its own. Rejects if there is no such bus, or nobody answers in time. */
export async function askOnBus(busAddress: string, question: Question): Promise<unknown> {
  // Other transports start programs, or leave the computer.
  if (!busAddress.startsWith('unix:')) throw new Error('The address of the message bus is no local socket.');
  // Loaded when asked for, as only Linux needs it.
  const { createClient } = await import('dbus-native');
  // `direct`: the library's own greeting would throw outside of any promise if the bus refused it.
  const bus = createClient({ busAddress, direct: true, timeout: PATIENCE_MS });
  // The question is then rejected too.
  bus.connection.on('error', () => undefined);
  try {
    await bus.invoke({ ...BUS, member: 'Hello' });
    return await bus.invoke({ ...question, body: [...(question.body ?? [])] });
  } finally {
    bus.connection.end();
  }
}

/** The value of a property of an object on the bus. */
export function readProperty(
  busAddress: string,
  { property, ...object }: Pick<Question, 'destination' | 'path' | 'interface'> & { property: string },
): Promise<unknown> {
  return askOnBus(busAddress, {
    destination: object.destination,
    path: object.path,
    interface: 'org.freedesktop.DBus.Properties',
    member: 'Get',
    signature: 'ss',
    body: [object.interface, property],
  });
}
