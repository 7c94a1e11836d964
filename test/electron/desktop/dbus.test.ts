import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  askOnBus,
  BUS,
  hasTrayHost,
  isScreenLocked,
  trayHostWithin,
} from '../../../electron/desktop/linux-bus.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { hasBus, TestBus } from '../../test-bus.ts';

const NEEDS_BUS = { meta: { needs: 'Linux and the program dbus-daemon' } };
const NEEDS_SOCKETS = { meta: { needs: 'local sockets of POSIX' } };

/** A bus that the app takes for that of the session or the system. */
async function busAt(variable: 'DBUS_SESSION_BUS_ADDRESS' | 'DBUS_SYSTEM_BUS_ADDRESS'): Promise<TestBus> {
  const bus = await TestBus.start(temporaryFolder());
  vi.stubEnv(variable, bus.address);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await bus.stop();
  });
  return bus;
}

test.runIf(hasBus)('a tray is there while a panel says that it shows icons', NEEDS_BUS, async () => {
  const bus = await busAt('DBUS_SESSION_BUS_ADDRESS');
  expect(await hasTrayHost()).toBe(false);
  const panel = await bus.showTray();
  expect(await hasTrayHost()).toBe(true);
  await panel.end();
  expect(await hasTrayHost()).toBe(false);
});

test.runIf(hasBus)('a watcher of icons that nobody shows is no tray', NEEDS_BUS, async () => {
  const bus = await busAt('DBUS_SESSION_BUS_ADDRESS');
  await bus.showTray(false);
  expect(await hasTrayHost()).toBe(false);
});

test.runIf(hasBus)('a panel that starts after the app is found', NEEDS_BUS, async () => {
  const bus = await busAt('DBUS_SESSION_BUS_ADDRESS');
  expect(await trayHostWithin(0)).toBe(false);
  const found = trayHostWithin(20_000);
  await bus.showTray();
  expect(await found).toBe(true);
});

test.runIf(hasBus)(
  'the screen is locked when logind says so, and unlocked only on desktops that tell',
  NEEDS_BUS,
  async () => {
    const bus = await busAt('DBUS_SYSTEM_BUS_ADDRESS');
    vi.stubEnv('XDG_CURRENT_DESKTOP', 'ubuntu:GNOME');
    expect(await isScreenLocked()).toBeUndefined();
    const session = await bus.startLogind();
    expect(await isScreenLocked()).toBe(false);
    session.LockedHint = true;
    expect(await isScreenLocked()).toBe(true);

    vi.stubEnv('XDG_CURRENT_DESKTOP', 'sway');
    expect(await isScreenLocked()).toBe(true);
    session.LockedHint = false;
    expect(await isScreenLocked()).toBeUndefined();
  },
);

test.skipIf(process.platform === 'win32')(
  'without a bus, or with one that says nothing, there is no tray and nobody knows of a lock',
  NEEDS_SOCKETS,
  async () => {
    const path = join(temporaryFolder(), 'silent');
    const connected: string[] = [];
    const silent = createServer(() => connected.push('once'));
    await new Promise<void>((resolve) => silent.listen(path, resolve));
    onTestFinished(() => {
      vi.unstubAllEnvs();
      silent.close();
    });
    for (const address of [
      `unix:path=${path}`,
      'unix:path=/nonexistent/bus',
      'unixexec:path=/bin/false',
      'nonsense',
    ]) {
      vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', address);
      vi.stubEnv('DBUS_SYSTEM_BUS_ADDRESS', address);
      expect(await hasTrayHost(), address).toBe(false);
      expect(await isScreenLocked(), address).toBeUndefined();
    }
    expect(connected).toEqual(['once', 'once']);
  },
);

test.runIf(hasBus)(
  'a bus without a file is found among several addresses, also with escapes',
  NEEDS_BUS,
  async () => {
    const name = `callboard%20test-${process.pid}-${Date.now()}`;
    const bus = await TestBus.start(temporaryFolder(), `unix:abstract=${name}`);
    onTestFinished(() => bus.stop());
    const id = await askOnBus(`tcp:host=bus.test,port=1;${bus.address},guid=0`, { ...BUS, member: 'GetId' });
    expect(id).toMatch(/^[0-9a-f]{32}$/);
  },
);

test.runIf(hasBus)(
  'a refusal is told by its name, and other answers are not misread',
  NEEDS_BUS,
  async () => {
    const bus = await TestBus.start(temporaryFolder());
    onTestFinished(() => bus.stop());
    const asked = (member: string) => askOnBus(bus.address, { ...BUS, member });
    await expect(asked('Nonsense')).rejects.toThrow('org.freedesktop.DBus.Error.UnknownMethod');
    await expect(asked('ListNames')).rejects.toThrow('not read here');
  },
);

test('addresses that would start a program are refused', async () => {
  const question = { destination: 'a.b', path: '/', interface: 'a.b', member: 'C' };
  await expect(askOnBus('unixexec:path=/bin/true', question)).rejects.toThrow('no local socket');
});
