import { app, BrowserWindow, dialog } from 'electron';
import type { Settings } from '../../shared/settings.ts';
import type { ImportActivity } from '../imports/import-queue.ts';
import type { ProxyCredentials } from '../network/network.ts';
import {
  AppUpdates,
  type AppUpdatesOptions,
  type SendingLock,
  type Updater,
} from '../updates/app-updates.ts';
import { readUpdateKey, whyNotUpdatable } from '../updates/installation.ts';
import { relaunchOptions } from './switches.ts';

interface SelfUpdateOptions extends Pick<AppUpdatesOptions, 'onChange' | 'onTrouble'> {
  readonly settings: () => Settings;
  readonly proxyCredentials: ProxyCredentials;
  /** Number of submissions in flight, in all workspaces. */
  readonly sending: () => Promise<number>;
  readonly imports: ImportActivity;
  readonly hold: SendingLock;
  /** Stops all work, as quitting does. */
  readonly endWork: () => Promise<void>;
}

/** Callboard's self-update; off, with nothing loaded, when it runs from source or was installed by a package manager. */
export function selfUpdates({
  settings,
  proxyCredentials,
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
    loadUpdater: () => loadUpdater({ settings, proxyCredentials, onTrouble }),
    work: { sending, importing: () => imports.active },
    app: { holdSending: () => hold.hold(), endWork, relaunch: relaunchWithReason },
  });
}

/** Imported lazily: on first access electron-updater inspects how this program is installed. */
async function loadUpdater({
  settings,
  proxyCredentials,
  onTrouble,
}: Pick<SelfUpdateOptions, 'settings' | 'proxyCredentials' | 'onTrouble'>): Promise<Updater> {
  const [{ autoUpdater }, { LibraryUpdater, UpdateRequests, updateProxy }] = await Promise.all([
    import('electron-updater'),
    import('./update-library.ts'),
  ]);
  const requests = new UpdateRequests({
    credentials: (proxy) => proxyCredentials.load(proxy),
    publicKey: readUpdateKey(process.resourcesPath),
    onTrouble,
  });
  return new LibraryUpdater(autoUpdater, requests, {
    beforeRequest: () => autoUpdater.netSession.setProxy(updateProxy(settings())),
    beforeInstall: closeWindows,
  });
}

/** Squirrel waits for the last window to close; a window that hides instead of closing would block it forever. */
function closeWindows(): void {
  if (process.platform !== 'darwin') return;
  for (const window of BrowserWindow.getAllWindows()) window.destroy();
}

function relaunchWithReason(): void {
  dialog.showErrorBox(
    "Couldn't install the update",
    'Callboard will restart in its current version. Nothing is lost. Try the update again, or install the new version yourself.',
  );
  app.relaunch(relaunchOptions(process.argv, process.env['APPIMAGE']));
  app.exit(0);
}
