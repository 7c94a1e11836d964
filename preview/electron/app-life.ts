import { EventEmitter } from 'node:events';
import { currentRun } from '../current-run.ts';
import { previewEvent } from './preview-event.ts';
import type { EventsOf } from './stand-in.ts';
import { openWindows } from './window-registry.ts';

/** The emitter behind `electron.app`. */
export const appEvents = new EventEmitter<EventsOf<Electron.App>>();

let ready = false;
let quitting = false;
let ending = false;
let handingOver: Promise<void> = Promise.resolve();
const whenReady = new Promise<void>((resolve) => appEvents.once('ready', () => resolve()));

/**
 * The app's life cycle in Electron's order: `ready` once main is loaded; on `quit()` first `before-quit`, then the
 * windows
 * close, then `will-quit`, `quit` and exit. A listener that prevents a step cancels the quit.
 */
export const appLife = {
  isReady: () => ready,
  whenReady: () => whenReady,

  /** Called once main is loaded. From then on it gets `second-instance` events. */
  becomeReady(): void {
    ready = true;
    appEvents.emit('ready', previewEvent({}), {});
    const { instance } = currentRun();
    if (instance.kind !== 'first') return;
    instance.onLaunch(({ argv, workingDirectory, additionalData }) => {
      appEvents.emit('second-instance', previewEvent({}), argv, workingDirectory, additionalData);
    });
  },

  /** Sends this process's arguments to the first instance; the process exits only after the acknowledgement. */
  handOver(additionalData: unknown): void {
    const { instance } = currentRun();
    if (instance.kind !== 'second') return;
    handingOver = instance
      .handOver({ argv: process.argv, workingDirectory: process.cwd(), additionalData })
      .then(() => console.log('Handed over to the running Callboard.'));
  },

  quit(): void {
    if (quitting || ending) return;
    quitting = !emitPreventable('before-quit');
    if (!quitting) return;
    for (const window of openWindows()) window.close();
    quitting = openWindows().length === 0 && !emitPreventable('will-quit');
    if (quitting) end(0);
  },

  exit(code = 0): void {
    if (ending) return;
    ending = true;
    for (const window of openWindows()) window.destroy();
    end(code);
  },

  /** Called after a window closed. As in Electron, the app quits after the last one unless it listens. */
  windowClosed(): void {
    if (quitting || ending || openWindows().length > 0) return;
    if (!appEvents.emit('window-all-closed')) appLife.quit();
  },
};

function emitPreventable(name: 'before-quit' | 'will-quit'): boolean {
  const event = previewEvent({});
  appEvents.emit(name, event);
  return event.defaultPrevented;
}

/** Exits after the current turn, as in Electron: the caller's code still runs to its end. */
function end(code: number): void {
  ending = true;
  handingOver
    .then(() => {
      appEvents.emit('quit', previewEvent({}), code);
      process.exit(code);
    })
    .catch((error: Error) => {
      console.error(`The running Callboard did not accept the hand-over: ${error.message}`);
      process.exit(1);
    });
}
