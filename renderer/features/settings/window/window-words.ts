import type { DesktopState } from '../../../../shared/desktop.ts';
import type { Settings } from '../../../../shared/settings.ts';

const WHY_NO_LOGIN = {
  not_installed: 'Only an installed Callboard can start at login.',
  flatpak: 'A Flatpak can’t change this. Add Callboard to the startup applications of your desktop.',
} as const;

/** Describes the setting for starting at login. */
export function loginWords({ startAtLogin, system }: DesktopState): string {
  switch (startAtLogin.kind) {
    case 'unavailable':
      return WHY_NO_LOGIN[startAtLogin.why];
    case 'blocked':
      return system === 'macos'
        ? 'Turned off in System Settings, General, Login Items. You can only turn it on again there.'
        : 'Turned off in the startup apps of Windows. You can only turn it on again there.';
    case 'on':
    case 'off':
      return 'Starts without a window, so that waiting submissions are sent and results are fetched as soon as you log in.';
  }
}

/** Describes the tray icon, and where it may be missing. */
export function trayWords(
  { system, trayHost }: Pick<DesktopState, 'system' | 'trayHost'>,
  { closeToTray }: Pick<Settings, 'closeToTray'>,
): string {
  const words = 'Its menu has the numbers, New request and Pause sending.';
  if (system === 'macos') return words;
  if (closeToTray && trayHost)
    return `${words} It is always shown while Callboard may run without its window.`;
  return trayHost ? words : `${words} This desktop doesn’t show such icons.`;
}

/** Describes the setting for running without a window, and why it may have no effect. */
export function closeWords({ trayHost }: Pick<DesktopState, 'trayHost'>): string {
  const words = 'Callboard keeps sending submissions and fetching results.';
  return trayHost
    ? `${words} Use the icon’s menu to reopen the window or quit.`
    : `${words} This desktop shows no icons of apps, so closing the window quits. On GNOME, install the extension AppIndicator.`;
}
