/** Capabilities and settings of the desktop environment. */
export interface DesktopState {
  readonly system: 'macos' | 'windows' | 'linux';
  /** Whether the system supports notifications. */
  readonly notifications: boolean;
  /** Whether the system says when the screen is locked. */
  readonly tellsLock: boolean;
  /** Whether a panel shows tray icons. */
  readonly trayHost: boolean;
  readonly startAtLogin: StartAtLogin;
  /** The country that the system is set to (ISO 3166); null if it tells none. */
  readonly country: string | null;
}

/** Saved files that the system opens in a viewer or editor; any other type could start a program. */
const VIEWED = /\.(?:csv|json|pdf|txt)$/i;

export function opensInViewer(path: string): boolean {
  return VIEWED.test(path);
}

/** Whether the system starts Callboard when the user logs in. */
export type StartAtLogin =
  | { readonly kind: 'on' | 'off' }
  /** Turned off in the system's own settings, where only a person can turn it on again. */
  | { readonly kind: 'blocked' }
  /** This installation can't register itself for login. */
  | { readonly kind: 'unavailable'; readonly why: 'not_installed' | 'flatpak' };
