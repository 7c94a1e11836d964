import { strict } from '../unsupported.ts';
import { openChannel } from './channel.ts';
import { makeContextBridge } from './context-bridge.ts';
import { makeIpcRenderer } from './ipc-renderer.ts';
import type { FromPage, PageProcess } from './messages.ts';
import { reportPage } from './page-reports.ts';
import { guardPermissions } from './permissions.ts';

/** The preload script as a function of the globals that Electron's sandbox provides. */
export type Preload = (
  require: (name: string) => object,
  module: { exports: object },
  exports: object,
  process: object,
  global: object,
) => void;

/**
 * Makes the page behave like a sandboxed Electron page: connects to main, then runs the preload before the page's
 * scripts.
 *
 * Sent to the browser as text (see page-script.ts).
 */
export function startBridge(pageProcess: PageProcess, windowClosedCode: number, preload: Preload): void {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) throw new Error('The bridge must be a script of the page');
  const root = new URL('..', script.src).href;
  const socketUrl = new URL('socket', script.src.replace(/^http/, 'ws')).href;

  const post = (message: FromPage): boolean => send(message);
  const ipc = makeIpcRenderer(post);
  const permissions = guardPermissions(post);
  const greet = reportPage(root, post);
  const send = openChannel(socketUrl, windowClosedCode, {
    opened: () => greet(),
    received: (message) => {
      if (message.kind === 'go') location.href = message.href;
      else if (message.kind === 'reload') location.reload();
      else if (message.kind === 'permission') permissions.answer(message.id, message.granted);
      else ipc.received(message);
    },
    lost: () => {
      ipc.lost();
      permissions.lost();
    },
  });

  const electron = strict('renderer', {
    contextBridge: strict('contextBridge', makeContextBridge()),
    ipcRenderer: strict('ipcRenderer', ipc.ipcRenderer),
  });
  const require = (name: string): object => {
    if (name === 'electron' || name === 'electron/renderer') return electron;
    throw new Error(`module not found: ${name}`);
  };
  const module = { exports: {} };
  const process = { ...pageProcess, type: 'renderer', sandboxed: true, contextIsolated: true, env: {} };
  preload(require, module, module.exports, process, globalThis);
}
