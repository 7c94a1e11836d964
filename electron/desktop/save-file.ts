import { open, rename, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { app, dialog } from 'electron';
import { CodedError, fail } from '../../shared/result.ts';
import type { FileCheck, FileContent } from '../evidence/export-recorder.ts';
import { safeFileName } from '../reports/file-name.ts';
import { PartialFiles } from './partial-files.ts';
import { rememberSavedFile } from './saved-files.ts';

const KINDS: Readonly<Record<string, string>> = {
  csv: 'CSV',
  json: 'JSON',
  pdf: 'PDF',
  html: 'Web page',
  jsonl: 'JSON lines',
  'callboard-backup': 'Callboard backup',
};

/**
 * Asks where to save a file and writes it, readable by this user only; returns the path, or null when cancelled.
 * Iterates `content` only after the dialog. Writes a temporary file and renames it, so a failure leaves an existing file
 * untouched. Throws a CodedError `file_not_saved`, and whatever `content` and `check` throw.
 */
export async function saveFile(
  name: string,
  content: FileContent,
  check?: FileCheck,
): Promise<string | null> {
  const extension = extname(name).slice(1);
  const { canceled, filePath } = await dialog.showSaveDialog({
    defaultPath: join(app.getPath('downloads'), safeFileName(name)),
    filters: [{ name: KINDS[extension] ?? extension.toUpperCase(), extensions: [extension] }],
    // Without it, GTK's dialog replaces an existing file without a word.
    properties: ['showOverwriteConfirmation'],
  });
  if (canceled || filePath === '') return null;
  const files = new PartialFiles(app.getPath('userData'));
  const partial = files.begin(filePath);
  try {
    await writeChunks(partial, chunksOf(content));
    await check?.(partial);
    await rename(partial, filePath);
    rememberSavedFile(filePath);
    return filePath;
  } catch (error) {
    await rm(partial, { force: true });
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    throw new CodedError(fail('file_not_saved', { reason, path: filePath }), { cause: error });
  } finally {
    files.end(partial);
  }
}

function chunksOf(
  content: FileContent,
): AsyncIterable<string | Uint8Array> | readonly (string | Uint8Array)[] {
  return typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
}

async function writeChunks(
  path: string,
  chunks: AsyncIterable<string | Uint8Array> | readonly (string | Uint8Array)[],
): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of chunks) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The system error code; undefined if the error is not from the file system. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  return String(error.code);
}
