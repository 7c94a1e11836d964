import { EventEmitter } from 'node:events';
import { currentRun } from '../current-run.ts';
import { previewEvent } from './preview-event.ts';
import { openWindows } from './window-registry.ts';

/** Where the app's main listens: the emitter behind `electron.app`. */
export const appEvents = new EventEmitter();

let ready = false;
let quitting = false;
let ending = false;
let handingOver: Promise<void> = Promise.resolve();
const whenReady = new Promise<void>((resolve) => appEvents.once('ready', resolve));

/**
 * From start to exit, in Electron's order: `ready` once main is loaded; at `quit` first `before-quit`, then the windows
 * close, then `will-quit`, `quit` and the end. What listeners may prevent stops it there.
 */
export const appLife = {
  isReady: () => ready,
  whenReady: () => whenReady,

  /** Main is loaded. From now on later starts are told to it. */
  becomeReady(): void {
    ready = true;
    appEvents.emit('ready', previewEvent({}), {});
    const { instance } = currentRun();
    if (instance.kind !== 'first') return;
    instance.onArrival(({ argv, workingDirectory, additionalData }) => {
      appEvents.emit('second-instance', previewEvent({}), argv, workingDirectory, additionalData);
    });
  },

  /** Gives the first instance what this one was started with; the process does not end before that is acknowledged. */
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

  /** A window was closed. Without the last one an app that says nothing else quits. */
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

/** After the current turn, as in Electron: the code that asked for the end still runs on. */
function end(code: number): void {
  ending = true;
  handingOver
    .then(() => {
      appEvents.emit('quit', previewEvent({}), code);
      process.exit(code);
    })
    .catch((error: Error) => {
      console.error(`The running Callboard did not take over: ${error.message}`);
      process.exit(1);
    });
}
