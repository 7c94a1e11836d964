import type { DesktopState } from '../../../../shared/desktop.ts';
import type { Settings } from '../../../../shared/settings.ts';

const WHY_NO_LOGIN = {
  not_installed: 'Only an installed Callboard can start at login.',
  flatpak: 'A Flatpak cannot set this itself. Add Callboard to the startup applications of your desktop.',
} as const;

/** Describes the setting for starting at login. */
export function loginWords({ startAtLogin, system }: DesktopState): string {
  switch (startAtLogin.kind) {
    case 'unavailable':
      return WHY_NO_LOGIN[startAtLogin.why];
    case 'blocked':
      return system === 'macos'
        ? 'Turned off in System Settings, General, Login Items. Only there can it be turned on again.'
        : 'Turned off in the startup apps of Windows. Only there can it be turned on again.';
    case 'on':
    case 'off':
      return 'Without a window: what waits is sent and results are fetched as soon as you are at work.';
  }
}

/** Describes the tray icon, and where it may be missing. */
export function trayWords(
  system: DesktopState['system'],
  { closeToTray }: Pick<Settings, 'closeToTray'>,
): string {
  const words = 'Its menu has the numbers, New request and Pause sending.';
  if (system === 'macos') return words;
  if (closeToTray) return `${words} It is there while Callboard keeps running without its window.`;
  return system === 'linux'
    ? `${words} Some desktops show no such icons; starting Callboard again always opens its window.`
    : words;
}
