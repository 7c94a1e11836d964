/** Exposes `window.callboard` to the page. A sandboxed preload can't import, so it is bundled into one CommonJS file. */
import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import {
  BRIDGE_NAME,
  type Bridge,
  CALL_PREFIX,
  CHANGE_CHANNEL,
  NAVIGATE_CHANNEL,
} from '../shared/ipc/bridge.ts';

function subscribe<Notice>(channel: string, listener: (notice: Notice) => void): () => void {
  // The page must get neither the event, whose `sender` is ipcRenderer, nor what removeListener returns: ipcRenderer too.
  const receive = (_event: IpcRendererEvent, notice: Notice): void => listener(notice);
  ipcRenderer.on(channel, receive);
  return () => {
    ipcRenderer.removeListener(channel, receive);
  };
}

const bridge: Bridge = {
  // The prefix confines the page to the contract's calls, whatever channel it names.
  call: (channel, input) => ipcRenderer.invoke(`${CALL_PREFIX}${channel}`, input),
  onChange: (listener) => subscribe(CHANGE_CHANNEL, listener),
  onNavigate: (listener) => subscribe(NAVIGATE_CHANNEL, listener),
};

contextBridge.exposeInMainWorld(BRIDGE_NAME, bridge);
