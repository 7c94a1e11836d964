const { contextBridge, ipcRenderer } = require('electron');

const atPreload = { readyState: document.readyState, hasTitle: document.title !== '' };
contextBridge.exposeInMainWorld('report', (facts) =>
  ipcRenderer.send('page', 'page script ran', { atPreload, ...facts }),
);
