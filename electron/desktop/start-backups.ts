import { join } from 'node:path';
import { app, dialog } from 'electron';
import { BACKUP_EXTENSION } from '../../shared/backup.ts';
import { AutomaticBackups, type AutomaticBackupsOptions } from '../backup/automatic-backups.ts';
import { BackupManager, type BackupManagerOptions } from '../backup/backup-manager.ts';
import type { exportRecorder } from '../reports/evidence.ts';
import { StorageArchive } from '../storage/backup/storage-archive.ts';
import { PartialFiles } from './partial-files.ts';
import { rememberSavedFile } from './save-file.ts';

interface StartBackups
  extends Omit<BackupManagerOptions, 'archive' | 'version' | 'saveFile' | 'openFile' | 'counts'> {
  readonly exportFile: ReturnType<typeof exportRecorder>;
  /** The database's file name in `userData`. */
  readonly userData: string;
  readonly database: string;
  readonly workerFile: URL;
  readonly stores: {
    readonly backup: { counts: BackupManagerOptions['counts'] };
    readonly erasures: AutomaticBackupsOptions['erasures'];
  };
  readonly secrets: AutomaticBackupsOptions['secrets'];
  readonly onTrouble: AutomaticBackupsOptions['onTrouble'];
}

/** Creates the backup managers and removes what an earlier run left behind. */
export async function startBackups({
  userData,
  database,
  workerFile,
  stores,
  secrets,
  exportFile,
  onTrouble,
  ...options
}: StartBackups): Promise<{ backups: BackupManager; automaticBackups: AutomaticBackups }> {
  const backups = new BackupManager({
    ...options,
    archive: new StorageArchive({
      path: join(userData, database),
      folder: join(userData, 'opened-backup'),
      workerFile,
    }),
    version: app.getVersion(),
    counts: () => stores.backup.counts(),
    saveFile: (name, content) =>
      exportFile({ what: 'backup', count: null }, name, content.pieces, content.check),
    openFile: () => openFile('Callboard backup', [BACKUP_EXTENSION]),
  });
  await backups.start();
  const { lastAutomaticBackup: last } = options.settings.read();
  if (last) rememberSavedFile(last.path);
  const automaticBackups = new AutomaticBackups({
    backups,
    settings: options.settings,
    secrets,
    erasures: stores.erasures,
    partialFiles: new PartialFiles(userData),
    chooseFolder,
    onMade: rememberSavedFile,
    onChange: options.onChange,
    onTrouble,
  });
  return { backups, automaticBackups };
}

/** Opens a dialog for the folder of automatic backups; returns the path, or null when cancelled. */
async function chooseFolder(): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    title: 'Choose a folder for automatic backups',
    properties: ['openDirectory', 'createDirectory'],
  });
  return canceled ? null : (filePaths[0] ?? null);
}

/** Opens a file dialog; returns the path, or null when cancelled. `name`: of the file type. */
async function openFile(name: string, extensions: readonly string[]): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    properties: ['openFile'],
    filters: [
      { name, extensions: [...extensions] },
      { name: 'All files', extensions: ['*'] },
    ],
  });
  return canceled ? null : (filePaths[0] ?? null);
}
