import { app, dialog } from 'electron';
import { NewerDatabaseError } from '../storage/migrate.ts';
import { openStorage, type Storage } from '../storage/storage.ts';

/**
 * Opens the storage, or tells the person why Callboard cannot start and quits. Nothing is changed then. `onDamage` is
 * told when damage is met later: {@link storageNotice} has another word then.
 */
export async function openStorageOrExplain(
  path: string,
  workerFile: URL,
  onDamage: () => void,
): Promise<Storage | undefined> {
  try {
    return await openStorage(path, workerFile, onDamage);
  } catch (error) {
    dialog.showErrorBox('Callboard cannot open its database', explanation(error, path));
    app.exit(1);
    return undefined;
  }
}

/** What a person is to know of the files on this computer; null when all is well. */
export function storageNotice(storage: Storage, settingsPutAside: string | undefined): string | null {
  if (storage.damaged()) return DAMAGED;
  const files = [storage.putAside, settingsPutAside].filter((file) => file !== undefined);
  if (files.length === 0) return null;
  return `A damaged file was put aside and a new one begun. Nothing was overwritten: ${files.join(', ')}`;
}

const DAMAGED =
  'Something stored on this computer cannot be read: the database of Callboard is damaged. Quit Callboard and start it again. It then checks the database, and if it has to begin a new one it keeps the damaged one and says where it is.';

function explanation(error: unknown, path: string): string {
  if (error instanceof NewerDatabaseError) {
    return `It was written by a newer version of Callboard. Install that version again.\n\n${path}`;
  }
  const reason = error instanceof Error ? error.message : String(error);
  return `Nothing was changed or sent. Check the free disk space and that no other program holds the file, then start Callboard again.\n\n${path}\n${reason}`;
}
