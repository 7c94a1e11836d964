import { dialog } from 'electron';

/** Asks for a file with one of these endings; its path, or null when the person cancelled. */
export async function openFile(what: string, extensions: readonly string[]): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    properties: ['openFile'],
    filters: [
      { name: what, extensions: [...extensions] },
      { name: 'All files', extensions: ['*'] },
    ],
  });
  return canceled ? null : (filePaths[0] ?? null);
}
