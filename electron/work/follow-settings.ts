import type { DesktopSurfaces } from '../desktop/desktop-surfaces.ts';
import type { AppWorkOptions } from './app-work.ts';
import type { Workspaces } from './connect-workspaces.ts';
import type { Base } from './start-base.ts';
import type { Services } from './start-services.ts';

/** Applies a changed setting at once wherever it counts. */
export function followSettings(
  { settings, logs }: AppWorkOptions,
  { secrets, appSecrets, weakStorageChanged }: Base,
  { networkManager }: Workspaces,
  { stateLog, updates, privacy }: Services,
  surfaces: DesktopSurfaces,
): void {
  settings.onChange((_now, changes) => {
    stateLog.changed();
    updates.settingsChanged();
    surfaces.settingsChanged();
    privacy.settingsChanged();
    void networkManager.settingsChanged().catch(logs.report);
    if (changes.weakStorageAllowed !== undefined) {
      const stores = [secrets.weakStorageChanged(), appSecrets.weakStorageChanged(), weakStorageChanged()];
      void Promise.all(stores).catch(logs.report);
    }
  });
}
