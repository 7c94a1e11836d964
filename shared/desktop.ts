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
}

/** Whether the system starts Callboard when the user logs in. */
export type StartAtLogin =
  | { readonly kind: 'on' | 'off' }
  /** Turned off in the system's own settings, where only a person can turn it on again. */
  | { readonly kind: 'blocked' }
  /** This installation can't register itself for login. */
  | { readonly kind: 'unavailable'; readonly why: 'not_installed' | 'flatpak' };
