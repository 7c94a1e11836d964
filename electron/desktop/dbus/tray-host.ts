import { setTimeout as wait } from 'node:timers/promises';
import { askOnBus, BUS, readProperty, sessionBusAddress } from './message-bus.ts';

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
