import type { Update, UpdateChannel, UpdateMode } from '../../shared/updates.ts';

/** Fetches and installs newer versions of this program. */
export interface Updater {
  /** The newest version of the channel; undefined where this one is as new. Rejects where it cannot be told. */
  check(channel: UpdateChannel): Promise<Update | undefined>;
  /** Fetches what `check` found and verifies it. `onProgress` is told whole percents, 0 to 100. Rejects on failure. */
  download(onProgress: (percent: number) => void): Promise<void>;
  /** Ends this process, installs and starts the new version. Settles only by rejecting, where that cannot be done. */
  install(): Promise<never>;
}

/** What must not be cut off by a restart. */
export interface WorkInProgress {
  /** Submissions of all workspaces that are `connecting` or `sending`. */
  sending(): Promise<number>;
  /** Whether rows of a file are being put into the queue. */
  importing(): boolean;
}

/** The running app, around a restart. */
export interface RestartingApp {
  /** Nothing new is sent from now on; returns the function that lifts this. */
  holdSending(): () => void;
  /** Ends all work in order, as quitting does. There is no way back but a start of the program. */
  endWork(): Promise<void>;
  /** Starts this version again, where installing failed after its work was ended. */
  relaunch(): void;
}

/** The settings that are about updates. */
export interface UpdateSettings {
  readonly updateMode: UpdateMode;
  readonly updateChannel: UpdateChannel;
}
