import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { app, dialog } from 'electron';
import { trace } from '../app/trace.js';

app.whenReady().then(async () => {
  const properties = ['showOverwriteConfirmation'];
  for (const text of ['first', 'second', 'third']) {
    const { filePath } = await dialog.showSaveDialog({ defaultPath: 'report (2024).csv', properties });
    trace('answered', { exists: existsSync(filePath) });
    writeFileSync(filePath, text);
    trace('saved', { text: readFileSync(filePath, 'utf8') });
  }
  app.exit();
});
