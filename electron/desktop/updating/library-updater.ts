import type { AppUpdater, UpdateInfo } from 'electron-updater';
import type { Update, UpdateChannel } from '../../../shared/updates.ts';
import type { Updater } from '../../updates/ports.ts';

/** Longer notes are cut: they are read in a window, not printed. */
const LONGEST_NOTES = 20_000;

/** The channel files that electron-builder writes beside the installers: latest.yml and beta.yml. */
const CHANNEL_FILES: Readonly<Record<UpdateChannel, string>> = { stable: 'latest', beta: 'beta' };

/** What the library cannot know of the app around it. */
export interface LibrarySurroundings {
  /** Before it asks for anything: sets up the way to the server. */
  readonly beforeAsking: () => Promise<void>;
  /** Last before it ends the app. */
  readonly beforeInstall: () => void;
}

/** electron-updater as the {@link Updater}: it does nothing by itself, and nothing at quitting. */
export class LibraryUpdater implements Updater {
  private readonly library: AppUpdater;
  private readonly surroundings: LibrarySurroundings;

  constructor(library: AppUpdater, surroundings: LibrarySurroundings) {
    this.library = library;
    this.surroundings = surroundings;
    library.autoDownload = false;
    library.autoInstallOnAppQuit = false;
    library.disableWebInstaller = true;
    // It reports by promises as well, which is where errors are taken from.
    library.logger = null;
    // Its own header names each installation with a lasting random id. Nobody needs to be told apart.
    library.requestHeaders = { 'x-user-staging-id': 'none' };
  }

  async check(channel: UpdateChannel): Promise<Update | undefined> {
    await this.surroundings.beforeAsking();
    this.library.channel = CHANNEL_FILES[channel];
    // Set by the channel's setter. An older version could not read a newer one's database.
    this.library.allowDowngrade = false;
    const result = await this.library.checkForUpdates();
    if (!result) throw new Error('The updater does not work in this installation.');
    return result.isUpdateAvailable ? toUpdate(result.updateInfo) : undefined;
  }

  async download(onProgress: (percent: number) => void): Promise<void> {
    await this.surroundings.beforeAsking();
    const tell = ({ percent }: { percent: number }): void => onProgress(Math.floor(percent));
    this.library.on('download-progress', tell);
    try {
      await this.library.downloadUpdate();
    } finally {
      this.library.off('download-progress', tell);
    }
  }

  install(): Promise<never> {
    return new Promise((_, reject) => {
      this.library.once('error', reject);
      this.surroundings.beforeInstall();
      // Without the installer's questions, and started again: what a person asked for by "Restart to update".
      this.library.quitAndInstall(true, true);
    });
  }
}

function toUpdate({ version, releaseNotes, releaseDate }: UpdateInfo): Update {
  const releasedAt = Date.parse(String(releaseDate));
  return {
    version,
    notes: plainNotes(releaseNotes),
    releasedAt: Number.isNaN(releasedAt) ? null : releasedAt,
  };
}

/** The channel file is somebody else's text, whatever its type says. */
function plainNotes(notes: unknown): string {
  const parts: unknown[] = Array.isArray(notes) ? notes : [notes];
  const texts = parts.map((part) =>
    typeof part === 'object' && part !== null && 'note' in part ? part.note : part,
  );
  return texts
    .filter((text) => typeof text === 'string')
    .join('\n\n')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, (mark) => (mark === '\n' || mark === '\t' ? mark : ''))
    .trim()
    .slice(0, LONGEST_NOTES);
}
