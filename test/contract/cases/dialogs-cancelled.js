import { app, BrowserWindow, dialog } from 'electron';
import { trace } from '../app/trace.js';

app.whenReady().then(async () => {
  const window = new BrowserWindow({ show: false });
  trace('showSaveDialog', await dialog.showSaveDialog(window, { defaultPath: 'report.pdf' }));
  trace('showOpenDialog', await dialog.showOpenDialog({ properties: ['openFile'] }));
  const boxes = [
    { buttons: ['Quit', 'Keep open'], cancelId: 1 },
    { buttons: ['Delete', 'Cancel'], defaultId: 0 },
    { buttons: ['No', 'Yes'], defaultId: 1 },
    { buttons: ['One', 'Two'], defaultId: 0 },
    { buttons: ['One', 'Two'] },
  ];
  for (const options of boxes) {
    const { response } = await dialog.showMessageBox(window, { message: 'Sure?', ...options });
    trace('showMessageBox', { ...options, response });
  }
  app.exit();
});
