import { app, BrowserWindow, dialog, protocol, safeStorage, session, Tray } from 'electron';
import { thrownBy, trace } from '../app/trace.js';

const early = {
  'new BrowserWindow': () => new BrowserWindow(),
  'new Tray': () => new Tray('none.png'),
  'session.defaultSession': () => session.defaultSession,
  'protocol.handle': () => protocol.handle('app', () => new Response()),
  'dialog.showMessageBox': () => dialog.showMessageBox({ message: '' }),
  'dialog.showSaveDialog': () => dialog.showSaveDialog({}),
  'dialog.showOpenDialog': () => dialog.showOpenDialog({}),
};
for (const [call, action] of Object.entries(early)) trace(call, { throws: thrownBy(action) });
trace('safeStorage.isAsyncEncryptionAvailable', { resolves: await safeStorage.isAsyncEncryptionAvailable() });
for (const call of ['encryptStringAsync', 'decryptStringAsync']) {
  const argument = call === 'encryptStringAsync' ? 'text' : Buffer.from('v10text');
  const rejects = await safeStorage[call](argument).then(() => 'nothing', String);
  trace(`safeStorage.${call}`, { rejects });
}

app.whenReady().then(() => {
  const late = {
    'protocol.registerSchemesAsPrivileged': () => protocol.registerSchemesAsPrivileged([]),
    'app.enableSandbox': () => app.enableSandbox(),
  };
  for (const [call, action] of Object.entries(late)) trace(call, { throws: thrownBy(action) });
  app.quit();
});
