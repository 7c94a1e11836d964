import { join } from 'node:path';
import { app } from 'electron';
import { BACKUP_EXTENSION } from '../../shared/backup.ts';
import { BackupManager, type BackupManagerOptions } from '../backup/backup-manager.ts';
import { StorageArchive } from '../storage/backup/storage-archive.ts';
import { openFile } from './open-file.ts';
import { saveFile } from './save-file.ts';

interface StartBackups
  extends Omit<BackupManagerOptions, 'archive' | 'version' | 'saveFile' | 'openFile' | 'counts'> {
  /** The database's file name in `userData`. */
  readonly userData: string;
  readonly database: string;
  readonly workerFile: URL;
  readonly stores: { readonly backup: { counts: BackupManagerOptions['counts'] } };
}

/** Creates the backup manager and removes what an earlier run left behind. */
export async function startBackups({
  userData,
  database,
  workerFile,
  stores,
  ...options
}: StartBackups): Promise<BackupManager> {
  const backups = new BackupManager({
    ...options,
    archive: new StorageArchive({
      path: join(userData, database),
      folder: join(userData, 'opened-backup'),
      workerFile,
    }),
    version: app.getVersion(),
    counts: () => stores.backup.counts(),
    saveFile,
    openFile: () => openFile('Callboard backup', [BACKUP_EXTENSION]),
  });
  await backups.start();
  return backups;
}
