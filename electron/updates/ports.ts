import type { Update, UpdateChannel, UpdateMode } from '../../shared/updates.ts';

/** Downloads and installs newer versions of the app. */
export interface Updater {
  /** The channel's newest version; undefined if this one is up to date. Rejects if it can't be determined. */
  check(channel: UpdateChannel): Promise<Update | undefined>;
  /** Downloads and verifies the version `check` found. `onProgress` gets whole percents, 0 to 100. Rejects on failure. */
  download(onProgress: (percent: number) => void): Promise<void>;
  /** Quits, installs and starts the new version. Never resolves; rejects on failure. */
  install(): Promise<never>;
}

/** Work that a restart must not interrupt. */
export interface WorkInProgress {
  /** Number of submissions, in all workspaces, that are `connecting` or `sending`. */
  sending(): Promise<number>;
  /** Whether rows of a file are being queued. */
  importing(): boolean;
}

/** What a restart needs of the running app. */
export interface RestartingApp {
  /** Locks sending; returns the function that unlocks it. */
  holdSending(): () => void;
  /** Stops all work, as quitting does. Only a restart of the app can resume it. */
  endWork(): Promise<void>;
  /** Restarts this version, for when installing fails after work was stopped. */
  relaunch(): void;
}

export interface UpdateSettings {
  readonly updateMode: UpdateMode;
  readonly updateChannel: UpdateChannel;
}
