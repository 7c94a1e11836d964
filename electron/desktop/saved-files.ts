import { lstat } from 'node:fs/promises';
import { shell } from 'electron';
import { opensInViewer } from '../../shared/desktop.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { openDocument } from './system-browser.ts';

/** The paths that a file was written to, each chosen by a person or in the folder chosen for automatic backups. */
const saved = new Set<string>();

/** To call once a file is written. */
export function rememberSavedFile(path: string): void {
  saved.add(path);
}

/**
 * Opens a file that this run has saved, and nothing else. Errors: `forbidden` for any other path, `saved_file_gone`,
 * `saved_file_not_opened`.
 */
export async function openSavedFile(path: string): Promise<Result<null>> {
  if (!opensInViewer(path)) return fail('forbidden');
  const gone = await checkSavedFile(path);
  if (gone) return gone;
  const reason = await openDocument(path);
  return reason === '' ? ok(null) : fail('saved_file_not_opened', { reason });
}

/** Shows a file that this run has saved in the file manager. Errors: `forbidden`, `saved_file_gone`. */
export async function showSavedFile(path: string): Promise<Result<null>> {
  const gone = await checkSavedFile(path);
  if (gone) return gone;
  shell.showItemInFolder(path);
  return ok(null);
}

/** Why this path must not or cannot be opened; undefined if it can. */
async function checkSavedFile(path: string): Promise<Result<null> | undefined> {
  if (!saved.has(path)) return fail('forbidden');
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() ? undefined : fail('saved_file_gone');
}
