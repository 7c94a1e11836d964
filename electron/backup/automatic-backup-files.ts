import { randomBytes } from 'node:crypto';
import { lstat, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type AutomaticBackupFile, BACKUP_EXTENSION } from '../../shared/backup.ts';
import { localDay } from '../../shared/local-day.ts';
import { CodedError, fail } from '../../shared/result.ts';
import { errorCode } from '../network/system-error.ts';
import type { BackupContent, PartialFileRegister } from './ports.ts';

/** With random digits, because two computers may back up to the same folder. */
const NAME = new RegExp(String.raw`^Callboard automatic \d{4}-\d\d-\d\d [\da-f]{8}\.${BACKUP_EXTENSION}$`);

/** What the system says of a folder on a drive or share that was disconnected. */
const GONE: readonly string[] = [
  'ENOENT',
  'ENOTDIR',
  'ENODEV',
  'ENXIO',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ESTALE',
];

interface NewFile {
  readonly folder: string;
  /** UTC ms. */
  readonly madeAt: number;
  readonly content: BackupContent;
  readonly partialFiles: PartialFileRegister;
  /** Called with the whole file on the disk and read back, before it gets its name. */
  readonly record: (file: AutomaticBackupFile) => void;
}

/**
 * Writes a backup into a folder. It gets its name once it is complete, flushed and read back, so nothing else ever looks like
 * a backup. Never creates the folder: its drive may be disconnected. Throws CodedErrors `backup_folder_gone` and
 * `file_not_saved`, and whatever `content` throws.
 */
export async function writeAutomaticBackup(file: NewFile): Promise<AutomaticBackupFile> {
  const { folder, madeAt, content, partialFiles, record } = file;
  const id = randomBytes(4).toString('hex');
  const path = join(folder, `Callboard automatic ${localDay(madeAt)} ${id}.${BACKUP_EXTENSION}`);
  try {
    if (!(await stat(folder)).isDirectory())
      throw new CodedError(fail('backup_folder_gone', { path: folder }));
    const partial = partialFiles.begin(path);
    try {
      const bytes = await writeWhole(partial, content.pieces);
      await content.check(partial);
      record({ path, at: madeAt, bytes });
      await rename(partial, path);
      return { path, at: madeAt, bytes };
    } finally {
      // Stays registered if it can't be deleted now; the next start tries again.
      await rm(partial, { force: true });
      partialFiles.end(partial);
    }
  } catch (error) {
    throw asCoded(error, folder);
  }
}

async function writeWhole(path: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of content) await file.writeFile(piece);
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

function asCoded(error: unknown, path: string): unknown {
  const reason = errorCode(error);
  if (reason === undefined || !(error instanceof Error && 'syscall' in error)) return error;
  const failure = GONE.includes(reason)
    ? fail('backup_folder_gone', { path })
    : fail('file_not_saved', { reason, path });
  return new CodedError(failure, { cause: error });
}

/**
 * What is at the path of a recorded backup: that file, nothing, something else, or its folder can't be read now. Something
 * else is a file with another name or size, a folder or a link: it is never touched.
 */
export async function findAutomaticBackup({
  path,
  bytes,
}: AutomaticBackupFile): Promise<'ours' | 'gone' | 'other' | 'unreachable'> {
  try {
    const found = await lstat(path);
    return NAME.test(basename(path)) && found.isFile() && found.size === bytes ? 'ours' : 'other';
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') return 'unreachable';
    return (await isFolder(dirname(path))) ? 'gone' : 'unreachable';
  }
}

/** Deletes a recorded backup; false if it is still there. */
export async function removeAutomaticBackup(file: AutomaticBackupFile): Promise<boolean> {
  const found = await findAutomaticBackup(file);
  if (found !== 'ours') return found !== 'unreachable';
  try {
    await rm(file.path);
    return true;
  } catch (error) {
    // Another program has it open, or the drive was write-protected: the record stays, for a later attempt.
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}

/** Whether a folder is there and can be reached. */
export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}
