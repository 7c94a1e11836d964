import { once } from 'node:events';
import { app, BrowserWindow } from 'electron';
import { thrownBy, trace } from '../app/trace.js';

app.on('window-all-closed', () => trace('window-all-closed'));
let announced;
app.on('web-contents-created', (_event, contents) => {
  announced = contents;
  trace('web-contents-created', { isDestroyed: contents.isDestroyed() });
});
app.on('browser-window-created', (_event, window) =>
  trace('browser-window-created', { hasTheseContents: window.webContents === announced }),
);

app.whenReady().then(async () => {
  const window = new BrowserWindow({ show: false });
  trace('constructor returned', { visible: window.isVisible(), all: BrowserWindow.getAllWindows().length });
  for (const name of ['show', 'hide']) window.on(name, () => trace(name, { visible: window.isVisible() }));
  for (const method of ['show', 'hide', 'show']) {
    const happened = once(window, method);
    window[method]();
    await happened;
  }

  let refuses = true;
  window.on('close', (event) => {
    trace('close', { refuses });
    if (refuses) event.preventDefault();
  });
  window.on('closed', () => trace('closed', { isDestroyed: window.isDestroyed() }));
  window.close();
  trace('close returned', { isDestroyed: window.isDestroyed() });
  refuses = false;
  window.close();
  trace('close returned', { isDestroyed: window.isDestroyed() });
  await once(app, 'window-all-closed');
  trace('used after it closed', {
    show: thrownBy(() => window.show()),
    send: thrownBy(() => window.webContents.send('notice')),
    isDestroyed: window.isDestroyed(),
  });
  app.exit();
});
