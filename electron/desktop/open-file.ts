import { dialog } from 'electron';

/** Opens a file dialog; returns the path, or null when cancelled. `name`: of the file type. */
export async function openFile(name: string, extensions: readonly string[]): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    properties: ['openFile'],
    filters: [
      { name, extensions: [...extensions] },
      { name: 'All files', extensions: ['*'] },
    ],
  });
  return canceled ? null : (filePaths[0] ?? null);
}
