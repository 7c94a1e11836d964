import { app, ipcMain } from 'electron';
import { thrownBy, trace } from '../app/trace.js';

ipcMain.handle('taken', () => 1);
trace('second handler', { throws: thrownBy(() => ipcMain.handle('taken', () => 2)) });
trace('no function', { throws: thrownBy(() => ipcMain.handle('text', 'text')) });
ipcMain.removeHandler('taken');
ipcMain.removeHandler('never registered');
trace('handler after removal', { throws: thrownBy(() => ipcMain.handle('taken', () => 3)) });
trace('second handler once', { throws: thrownBy(() => ipcMain.handleOnce('taken', () => 4)) });
app.whenReady().then(() => app.quit());
