import { setTimeout as pause } from 'node:timers/promises';
import { app, ipcMain, protocol } from 'electron';
import { APP_SCHEME, openPage, pageResponse, thrownBy, trace } from '../app/trace.js';

class ServiceError extends Error {
  name = 'ServiceError';
  code = 7;
}
const handlers = {
  throws: () => {
    throw new TypeError('no');
  },
  rejects: () => Promise.reject(new Error('not today')),
  'own error': () => Promise.reject(new ServiceError('gone')),
  'no error': () => Promise.reject('only text'),
};

protocol.registerSchemesAsPrivileged([APP_SCHEME]);
app.on('window-all-closed', () => undefined);
for (const [name, handler] of Object.entries(handlers)) ipcMain.handle(name, handler);
ipcMain.handleOnce('once', () => 'answer');
ipcMain.on('page', (_event, what, facts) => trace(what, facts));
for (const channel of ['first', 'second']) ipcMain.on(channel, () => trace(`got ${channel}`));
ipcMain.handle('third', () => trace('got third'));

app.whenReady().then(() => {
  protocol.handle('app', () => pageResponse());
  const window = openPage('ipc-errors.preload.cjs');
  ipcMain.handle('notify', ({ sender }) => {
    sender.send('unheard', 1);
    trace('send what cannot be cloned', { throws: thrownBy(() => sender.send('notice', () => 1)) });
    trace('send to no channel', {
      throws: thrownBy(() => sender.send(undefined)).replace(/^\w*Error: /, ''),
    });
    for (const number of [1, 2, 3]) sender.send('notice', number);
  });
  ipcMain.handle('slow', async (event) => {
    window.destroy();
    await pause(20);
    trace('the page is gone', {
      senderFrame: event.senderFrame,
      isDestroyed: event.sender.isDestroyed(),
      send: thrownBy(() => event.sender.send('notice', 4)),
    });
    // The answer finds nobody, which is no error.
    setTimeout(() => app.exit(), 50);
    return 'too late';
  });
});
