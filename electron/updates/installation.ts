import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { UpdatesOffReason } from '../../shared/updates.ts';

/** What tells how a program was installed. */
export interface InstalledProgram {
  readonly platform: NodeJS.Platform;
  readonly packaged: boolean;
  /** The program's own file. */
  readonly execPath: string;
  /** Where its app.asar is. */
  readonly resourcesPath: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Why a program installed like this cannot update itself; undefined where it can. */
export function whyNotUpdatable(program: InstalledProgram): UpdatesOffReason | undefined {
  if (!program.packaged) return 'not_installed';
  switch (program.platform) {
    case 'darwin':
      return canRead(program, 'app-update.yml') ? undefined : 'unknown_installation';
    case 'win32':
      // NSIS leaves an uninstaller beside the program, Windows Installer keeps that to itself.
      return existsSync(join(dirname(program.execPath), 'Uninstall Callboard.exe')) ? undefined : 'msi';
    default:
      return whyNotOnLinux(program);
  }
}

function whyNotOnLinux(program: InstalledProgram): UpdatesOffReason | undefined {
  const { env } = program;
  // electron-builder writes this file into the packages it makes for a package manager, and only there.
  if (env['FLATPAK_ID'] || env['SNAP'] || canRead(program, 'package-type')) return 'package_manager';
  return env['APPIMAGE'] && canRead(program, 'app-update.yml') ? undefined : 'unknown_installation';
}

function canRead({ resourcesPath }: InstalledProgram, name: string): boolean {
  return existsSync(join(resourcesPath, name));
}
