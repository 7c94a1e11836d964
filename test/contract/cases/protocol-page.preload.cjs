const { contextBridge, ipcRenderer } = require('electron');

contextBridge.exposeInMainWorld('api', {
  tell: (what, facts) => ipcRenderer.send('page', what, facts),
  done: () => ipcRenderer.send('done'),
});
