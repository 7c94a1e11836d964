/** Gives the page its one object, `window.callboard`. Sandboxed: bundled into one CommonJS file. */
import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import {
  BRIDGE_NAME,
  type Bridge,
  CALL_PREFIX,
  CHANGE_CHANNEL,
  NAVIGATE_CHANNEL,
} from '../shared/ipc/bridge.ts';

function subscribe<Notice>(channel: string, listener: (notice: Notice) => void): () => void {
  // The event is kept from the page: it would hand over `sender`.
  const receive = (_event: IpcRendererEvent, notice: Notice): void => listener(notice);
  ipcRenderer.on(channel, receive);
  return () => ipcRenderer.removeListener(channel, receive);
}

const bridge: Bridge = {
  // Every channel the page can name carries the prefix, so it reaches the contract's calls and nothing else.
  call: (channel, input) => ipcRenderer.invoke(`${CALL_PREFIX}${channel}`, input),
  onChange: (listener) => subscribe(CHANGE_CHANNEL, listener),
  onNavigate: (listener) => subscribe(NAVIGATE_CHANNEL, listener),
};

contextBridge.exposeInMainWorld(BRIDGE_NAME, bridge);
