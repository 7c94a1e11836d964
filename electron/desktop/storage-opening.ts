import { app, dialog } from 'electron';
import { NewerDatabaseError } from '../storage/migrate.ts';
import { openStorage, type Storage } from '../storage/storage.ts';

/** Opens the storage, or tells the person why Callboard cannot start and quits. Nothing is changed then. */
export async function openStorageOrExplain(path: string, workerFile: URL): Promise<Storage | undefined> {
  try {
    return await openStorage(path, workerFile);
  } catch (error) {
    dialog.showErrorBox('Callboard cannot open its database', explanation(error, path));
    app.exit(1);
    return undefined;
  }
}

function explanation(error: unknown, path: string): string {
  if (error instanceof NewerDatabaseError) {
    return `It was written by a newer version of Callboard. Install that version again.\n\n${path}`;
  }
  const reason = error instanceof Error ? error.message : String(error);
  return `Nothing was changed or sent. Check the free disk space and that no other program holds the file, then start Callboard again.\n\n${path}\n${reason}`;
}
