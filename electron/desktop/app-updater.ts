import { app, BrowserWindow, dialog } from 'electron';
import type { Settings } from '../../shared/settings.ts';
import type { ImportActivity } from '../imports/import-activity.ts';
import { AppUpdates, type AppUpdatesOptions } from '../updates/app-updates.ts';
import { whyNotUpdatable } from '../updates/installation.ts';
import type { Updater } from '../updates/ports.ts';
import type { SendingLock } from '../updates/sending-lock.ts';
import { LibraryUpdater } from './updating/library-updater.ts';
import { updateProxy } from './updating/update-proxy.ts';

interface SelfUpdateOptions extends Pick<AppUpdatesOptions, 'onChange' | 'onTrouble'> {
  readonly settings: () => Settings;
  /** How many submissions of all workspaces are on their way now. */
  readonly sending: () => Promise<number>;
  readonly imports: ImportActivity;
  readonly hold: SendingLock;
  /** Ends all work, as quitting does. */
  readonly endWork: () => Promise<void>;
}

/** Callboard's updates of itself; off, without anything loaded, where it runs from its sources or a package. */
export function selfUpdates({
  settings,
  onChange,
  onTrouble,
  sending,
  imports,
  hold,
  endWork,
}: SelfUpdateOptions): AppUpdates {
  return new AppUpdates({
    settings,
    onChange,
    onTrouble,
    notUpdatable: whyNotUpdatable({
      platform: process.platform,
      packaged: app.isPackaged,
      execPath: process.execPath,
      resourcesPath: process.resourcesPath,
      env: process.env,
    }),
    loadUpdater: () => loadUpdater(settings),
    work: { sending, importing: () => imports.active },
    app: { holdSending: () => hold.hold(), endWork, relaunch: relaunchWithReason },
  });
}

/** Loaded only where it is used: at its first touch it looks at how this program is installed. */
async function loadUpdater(settings: () => Settings): Promise<Updater> {
  const { autoUpdater } = await import('electron-updater');
  return new LibraryUpdater(autoUpdater, {
    beforeAsking: () => autoUpdater.netSession.setProxy(updateProxy(settings())),
    beforeInstall: closeWindows,
  });
}

/** Squirrel waits until the last window is closed, and one that only hides itself would keep it waiting for ever. */
function closeWindows(): void {
  if (process.platform !== 'darwin') return;
  for (const window of BrowserWindow.getAllWindows()) window.destroy();
}

function relaunchWithReason(): void {
  dialog.showErrorBox(
    'The update could not be installed',
    'Callboard starts again in its present version. Nothing is lost; try the update again, or install the new version by hand.',
  );
  app.relaunch();
  app.exit(0);
}
