import { env } from 'node:process';
import { readProperty, systemBusAddress } from './message-bus.ts';

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
