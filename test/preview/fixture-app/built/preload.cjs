const { contextBridge, ipcRenderer } = require('electron');

contextBridge.exposeInMainWorld('fixture', {
  platform: process.platform,
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  say: (text) => ipcRenderer.send('say', text),
  onNotice: (listener) => {
    const receive = (_event, text) => listener(text);
    ipcRenderer.on('notice', receive);
    return () => ipcRenderer.off('notice', receive);
  },
  socket: () => ipcRenderer.sendSync('say'),
});
