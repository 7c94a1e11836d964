import { dirname } from 'node:path';
import type { AutomaticBackupFile } from '../../shared/backup.ts';
import type { Settings, SettingsChange } from '../../shared/settings.ts';
import { findAutomaticBackup, removeAutomaticBackup } from './automatic-backup-files.ts';

interface SettingsAccess {
  read(): Settings;
  change(changes: SettingsChange): Settings;
}

/** Which automatic backups were written, in order; only these are ever deleted. */
export class AutomaticBackupRecord {
  private readonly settings: SettingsAccess;

  constructor(settings: SettingsAccess) {
    this.settings = settings;
  }

  add(file: AutomaticBackupFile): void {
    const { automaticBackupFiles } = this.settings.read();
    this.settings.change({ automaticBackupFiles: [...automaticBackupFiles, file] });
  }

  /** Deletes the oldest in a folder until as many as chosen are left. In order of writing, because clocks go wrong. */
  async deleteOld(folder: string): Promise<void> {
    const { automaticBackupFiles, backupsKept } = this.settings.read();
    const there: AutomaticBackupFile[] = [];
    for (const file of automaticBackupFiles.filter(({ path }) => dirname(path) === folder)) {
      const found = await findAutomaticBackup(file);
      if (found === 'ours') there.push(file);
      else if (found !== 'unreachable') this.forget(file);
    }
    await this.remove(there.slice(0, Math.max(0, there.length - backupsKept)));
  }

  /** Deletes files; gives how many could not be deleted. */
  async remove(files: readonly AutomaticBackupFile[]): Promise<number> {
    let left = 0;
    for (const file of files) {
      if (await removeAutomaticBackup(file)) this.forget(file);
      else left += 1;
    }
    return left;
  }

  private forget({ path }: AutomaticBackupFile): void {
    const files = this.settings.read().automaticBackupFiles.filter((file) => file.path !== path);
    this.settings.change({ automaticBackupFiles: files });
  }
}
