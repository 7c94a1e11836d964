import { stat } from 'node:fs/promises';
import { dialog } from 'electron';
import { FailureError, fail } from '../../shared/result.ts';

export interface OpenedFile {
  readonly path: string;
  readonly bytes: number;
}

/**
 * Asks for a file with one of these endings; null when the person cancelled. Throws a FailureError `file_unreadable`
 * where it cannot be looked at.
 */
export async function openFile(what: string, extensions: readonly string[]): Promise<OpenedFile | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    properties: ['openFile'],
    filters: [
      { name: what, extensions: [...extensions] },
      { name: 'All files', extensions: ['*'] },
    ],
  });
  const [path] = filePaths;
  if (canceled || path === undefined) return null;
  try {
    return { path, bytes: (await stat(path)).size };
  } catch (error) {
    throw new FailureError(
      fail('file_unreadable', 'This file cannot be read.', {
        nextStep: 'Look whether it is still there and may be read, then choose it again.',
      }),
      { cause: error },
    );
  }
}
