import { open, rename, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { app, dialog } from 'electron';
import { CodedError, fail } from '../../shared/result.ts';
import { safeFileName } from '../reports/file-name.ts';
import { PartialFiles } from './partial-files.ts';

/** What a file is made of: all at once, or piece by piece, so that a large one never lies in memory. */
export type FileContent = string | Uint8Array | AsyncIterable<string | Uint8Array>;

const KINDS: Readonly<Record<string, string>> = {
  csv: 'CSV',
  json: 'JSON',
  pdf: 'PDF',
  'callboard-backup': 'Callboard backup',
};

/**
 * Asks where to save a file and writes it, readable by this user only; answers where, null when the person cancelled.
 * The content is asked for only after that. It grows beside its place under another name, so a failure half-way leaves
 * what was there before as it was. Throws a CodedError `file_not_saved`, and on what `content` throws.
 */
export async function saveFile(name: string, content: FileContent): Promise<string | null> {
  const extension = extname(name).slice(1);
  const { canceled, filePath } = await dialog.showSaveDialog({
    defaultPath: join(app.getPath('downloads'), safeFileName(name)),
    filters: [{ name: KINDS[extension] ?? extension.toUpperCase(), extensions: [extension] }],
  });
  if (canceled || filePath === '') return null;
  const files = new PartialFiles(app.getPath('userData'));
  const growing = files.begin(filePath);
  try {
    await writePieces(growing, piecesOf(content));
    await rename(growing, filePath);
    return filePath;
  } catch (error) {
    await rm(growing, { force: true });
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    throw new CodedError(fail('file_not_saved', { reason, path: filePath }), { cause: error });
  } finally {
    files.end(growing);
  }
}

function piecesOf(
  content: FileContent,
): AsyncIterable<string | Uint8Array> | readonly (string | Uint8Array)[] {
  return typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
}

/** Each piece is on its way to the disk before the next is made. */
async function writePieces(
  path: string,
  pieces: AsyncIterable<string | Uint8Array> | readonly (string | Uint8Array)[],
): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of pieces) await file.writeFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The system's code; undefined for an error that is none of a file's. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  return String(error.code);
}
