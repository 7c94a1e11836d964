import { app } from 'electron';
import type { Storage } from '../storage/storage.ts';
import type { SettingsStore } from './settings-store.ts';

interface FollowStorageOptions {
  readonly settings: Pick<SettingsStore, 'rewriteFile'>;
  /** Called when the notice about the files in the data folder may have changed. */
  readonly onChange: () => void;
  readonly onTrouble: (error: unknown) => void;
}

/** Follows what becomes of the database's file while the app runs. */
export function followStorage(
  storage: Pick<Storage, 'onLocationChange' | 'onWriteTroubleChange'>,
  { settings, onChange, onTrouble }: FollowStorageOptions,
): void {
  storage.onWriteTroubleChange(onChange);
  storage.onLocationChange(({ change }) => {
    onChange();
    if (change !== 'written_anew') return;
    try {
      // What Electron knows a running app by was in the folder, too.
      app.releaseSingleInstanceLock();
      app.requestSingleInstanceLock();
      // The settings are in the same folder: a paused queue must still be paused at the next start.
      settings.rewriteFile();
    } catch (error) {
      onTrouble(error);
    }
  });
}
