import { env } from 'node:process';
import { isHostile } from './hostile-modes.ts';

const NO_BUS = 'unix:path=/nonexistent/bus';

/** Main asks the buses of Linux itself, so hostile modes take them away. */
export function cutOffBuses(): void {
  if (isHostile('no-tray-host')) env['DBUS_SESSION_BUS_ADDRESS'] = NO_BUS;
  if (isHostile('screen-lock-unknown')) env['DBUS_SYSTEM_BUS_ADDRESS'] = NO_BUS;
}
