import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, dialog } from 'electron';

/** Asks where to save a text file and writes it, readable by this user only; null when the person cancelled. */
export async function saveFile(name: string, content: string): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog({
    defaultPath: join(app.getPath('downloads'), name.replaceAll(/[\\/:*?"<>|]/g, '-')),
    filters: [{ name: 'CSV', extensions: ['csv'] }],
  });
  if (canceled || filePath === '') return null;
  await writeFile(filePath, content, { mode: 0o600 });
  return filePath;
}
