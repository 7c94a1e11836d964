/** What the desktop around the app can do, and does. */
export interface DesktopState {
  readonly system: 'macos' | 'windows' | 'linux';
  /** Whether the system shows notifications at all. */
  readonly notifications: boolean;
  readonly startAtLogin: StartAtLogin;
}

/** Whether Callboard starts when the user logs in, as the system says. */
export type StartAtLogin =
  | { readonly kind: 'on' | 'off' }
  /** Asked for, and turned off in the system's own settings: only a person can turn it on there. */
  | { readonly kind: 'blocked' }
  /** It cannot be set here. */
  | { readonly kind: 'unavailable'; readonly why: 'not_installed' | 'flatpak' };
