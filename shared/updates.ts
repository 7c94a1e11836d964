/** Whether Callboard checks for updates: never, on request, or automatically. It always asks before installing. */
export const UPDATE_MODES = ['off', 'manual', 'automatic'] as const;
export type UpdateMode = (typeof UPDATE_MODES)[number];

/** Update channels; `beta` includes stable versions. */
export const UPDATE_CHANNELS = ['stable', 'beta'] as const;
export type UpdateChannel = (typeof UPDATE_CHANNELS)[number];

/** A version newer than the running one. */
export interface Update {
  readonly version: string;
  /** Release notes, plain text; may be empty. */
  readonly notes: string;
  /** UTC ms; null if unknown. */
  readonly releasedAt: number | null;
}

/** Why Callboard does not update itself. */
export type UpdatesOffReason =
  /** Turned off in the settings or by policy. */
  | 'setting'
  /** Running from source. */
  | 'not_installed'
  /** A system package (deb, rpm, pacman, flatpak), which the system updates. */
  | 'package_manager'
  /** Windows Installer: the administrator rolls out updates. */
  | 'msi'
  /** An AppImage without the key that its updates must be signed with. */
  | 'no_update_key'
  | 'unknown_installation';

/** Update errors: the failed step, or a more specific cause that a person can act on. */
export const UPDATE_PROBLEMS = [
  'check_failed',
  'download_failed',
  'install_failed',
  'not_as_published',
  'signature_wrong',
  'proxy_sign_in',
  'disk_full',
] as const;

export interface UpdateProblem {
  readonly during: 'check' | 'download' | 'install';
  readonly code: (typeof UPDATE_PROBLEMS)[number];
}

/** The state of the updater. */
export type UpdateStep =
  | { readonly kind: 'off'; readonly reason: UpdatesOffReason }
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'available'; readonly update: Update }
  | { readonly kind: 'downloading'; readonly update: Update; readonly percent: number }
  /** Downloaded and verified; installed when a person restarts. */
  | { readonly kind: 'ready'; readonly update: Update }
  | { readonly kind: 'installing'; readonly update: Update }
  /** `update` is the one that failed; null if the check itself failed. */
  | { readonly kind: 'failed'; readonly update: Update | null; readonly problem: UpdateProblem };

/** Work that a restart must not interrupt. */
export type RestartObstacle = 'sending' | 'importing';

export interface UpdateState {
  readonly step: UpdateStep;
  /** Why a requested restart was refused; null once it is possible. */
  readonly waitingFor: RestartObstacle | null;
  /** When the last check succeeded, UTC ms; null if none did since the start. */
  readonly checkedAt: number | null;
}
