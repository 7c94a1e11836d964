import type { AppUpdater, UpdateInfo } from 'electron-updater';
import type { Update, UpdateChannel } from '../../../shared/updates.ts';
import type { Updater } from '../../updates/ports.ts';
import type { UpdateRequests } from './update-requests.ts';

const LONGEST_NOTES = 20_000;

/** Channel files that electron-builder publishes with the installers: latest.yml and beta.yml. */
const CHANNEL_FILES: Readonly<Record<UpdateChannel, string>> = { stable: 'latest', beta: 'beta' };

/** What the app does around the library's steps. */
export interface UpdaterHooks {
  /** Before every request to the update server. */
  readonly beforeRequest: () => Promise<void>;
  /** Right before the library quits the app. */
  readonly beforeInstall: () => void;
}

/** electron-updater as the {@link Updater}, with its automatic download and install on quit turned off. */
export class LibraryUpdater implements Updater {
  private readonly library: AppUpdater;
  private readonly requests: UpdateRequests;
  private readonly hooks: UpdaterHooks;

  constructor(library: AppUpdater, requests: UpdateRequests, hooks: UpdaterHooks) {
    this.library = library;
    this.requests = requests.serve(library);
    this.hooks = hooks;
    library.autoDownload = false;
    library.autoInstallOnAppQuit = false;
    library.disableWebInstaller = true;
    // Its promises reject with the same errors.
    library.logger = null;
    // Overrides a header with a permanent random id per installation, which nobody needs.
    library.requestHeaders = { 'x-user-staging-id': 'none' };
  }

  async check(channel: UpdateChannel): Promise<Update | undefined> {
    await this.hooks.beforeRequest();
    this.library.channel = CHANNEL_FILES[channel];
    // The channel's setter turned it on, but an older version can't read a newer database.
    this.library.allowDowngrade = false;
    const result = await this.requests.during(() => this.library.checkForUpdates());
    if (!result) throw new Error('The updater is not active in this installation.');
    return result.isUpdateAvailable ? toUpdate(result.updateInfo) : undefined;
  }

  async download(onProgress: (percent: number) => void): Promise<void> {
    await this.hooks.beforeRequest();
    const report = ({ percent }: { percent: number }): void => onProgress(Math.floor(percent));
    this.library.on('download-progress', report);
    try {
      await this.requests.during(() => this.library.downloadUpdate());
    } finally {
      this.library.off('download-progress', report);
    }
  }

  install(): Promise<never> {
    return new Promise((_, reject) => {
      this.library.once('error', reject);
      this.hooks.beforeInstall();
      // Silently, and restarting the app afterwards, as "Restart to update" promises.
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

/** Release notes as plain text. They come from a remote file, so their type isn't trusted. */
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
