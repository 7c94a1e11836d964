/** Whether Callboard looks for newer versions of itself: never, when asked, or by itself. Installing is always asked. */
export const UPDATE_MODES = ['off', 'manual', 'automatic'] as const;
export type UpdateMode = (typeof UPDATE_MODES)[number];

/** Which versions are looked for; `beta` has them earlier, and the stable ones too. */
export const UPDATE_CHANNELS = ['stable', 'beta'] as const;
export type UpdateChannel = (typeof UPDATE_CHANNELS)[number];

/** A version that is newer than the one that runs. */
export interface Update {
  readonly version: string;
  /** Plain text; empty where none came with it. */
  readonly notes: string;
  /** UTC ms; null where it is not said. */
  readonly releasedAt: number | null;
}

/** Why Callboard does not update itself. */
export type UpdatesOffReason =
  /** The setting, by the person or the organisation. */
  | 'setting'
  /** It runs from its sources. */
  | 'not_installed'
  /** A package of the system's own (deb, rpm, pacman, flatpak), which the system's updates bring up to date. */
  | 'package_manager'
  /** Windows Installer: whoever rolled it out rolls out the next. */
  | 'msi'
  /** A way of installing that it knows no way to update. */
  | 'unknown_installation';

/** What can go wrong with an update: a step of it, or something that a person can do more about. */
export const UPDATE_PROBLEMS = [
  'check_failed',
  'download_failed',
  'install_failed',
  'not_as_published',
  'signature_wrong',
  'disk_full',
] as const;

export interface UpdateProblem {
  readonly during: 'check' | 'download' | 'install';
  readonly code: (typeof UPDATE_PROBLEMS)[number];
}

/** Where Callboard stands with its updates. */
export type UpdateStep =
  | { readonly kind: 'off'; readonly reason: UpdatesOffReason }
  /** Nothing newer is known. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'available'; readonly update: Update }
  | { readonly kind: 'downloading'; readonly update: Update; readonly percent: number }
  /** It is on this computer, checked, and goes in at a restart that a person asks for. */
  | { readonly kind: 'ready'; readonly update: Update }
  | { readonly kind: 'installing'; readonly update: Update }
  /** `update` is the one that could not be brought in; null where not even the check worked. */
  | { readonly kind: 'failed'; readonly update: Update | null; readonly problem: UpdateProblem };

/** What a restart must not cut off. */
export type RestartObstacle = 'sending' | 'importing';

export interface UpdateState {
  readonly step: UpdateStep;
  /** Why a restart that was asked for had to be refused; null again as soon as it is possible. */
  readonly waitingFor: RestartObstacle | null;
  /** When the last check ended well, UTC ms; null for not since Callboard was started. */
  readonly checkedAt: number | null;
}
