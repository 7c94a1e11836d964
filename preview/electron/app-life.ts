import { EventEmitter } from 'node:events';
import { currentRun } from '../current-run.ts';
import { startAgain } from '../start-again.ts';
import { previewEvent } from './preview-event.ts';
import type { EventsOf } from './stand-in.ts';
import { openWindows } from './window-registry.ts';

/** The emitter behind `electron.app`. */
export const appEvents = new EventEmitter<EventsOf<Electron.App>>();

let ready = false;
let quitting = false;
let exiting = false;
let ended = false;
let handingOver: Promise<void> = Promise.resolve();
const whenReady = new Promise<void>((resolve) => appEvents.once('ready', () => resolve()));

/**
 * The app's life cycle in Electron's order: `ready` once main is loaded; on `quit()` first `before-quit`, then the
 * windows close, then `will-quit`, `quit` and exit. A listener that prevents a step cancels the quit.
 */
export const appLife = {
  isReady: () => ready,
  isQuitting: () => quitting || ended,
  whenReady: () => whenReady,

  /** Called once main is loaded. From then on it gets `second-instance` events. */
  becomeReady(): void {
    appEvents.emit('will-finish-launching');
    ready = true;
    appEvents.emit('ready', previewEvent({}), {});
    const { instance } = currentRun();
    if (instance.kind !== 'first') return;
    instance.onLaunch(({ argv, workingDirectory, additionalData }) => {
      appEvents.emit('second-instance', previewEvent({}), argv, workingDirectory, additionalData ?? null);
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

  /** The app calls `app.quit()`. */
  quit(): void {
    quit(emitPreventable);
  },

  /** The quit begins outside JavaScript: a signal, Cmd+Q, or Quit in the Dock. */
  quitNatively(): void {
    quit(emitNatively);
  },

  /** Starts the app again once this process has ended, as often as it was called. */
  relaunch(options: Electron.RelaunchOptions = {}): void {
    process.once('exit', () => startAgain(options.args ?? process.argv.slice(1)));
  },

  exit(code = 0): void {
    if (exiting) return;
    exiting = true;
    for (const window of openWindows()) window.destroy();
    end(code);
  },

  /** Called after a window closed. As in Electron, the app quits after the last one unless it listens. */
  windowClosed(): void {
    if (exiting || ended || openWindows().length > 0) return;
    if (quitting) endUnlessPrevented(emitNatively);
    else if (!appEvents.emit('window-all-closed')) appLife.quit();
  },

  /** Called after a window refused to close, which cancels the quit. */
  closeRefused(): void {
    quitting = false;
  },
};

/** Electron's `Browser::Quit` (shell/browser/browser.cc): whatever the listeners set, its own assignment comes last. */
function quit(emit: typeof emitPreventable): void {
  if (quitting || ended) return;
  quitting = !emit('before-quit');
  if (!quitting) return;
  if (openWindows().length === 0) endUnlessPrevented(emitPreventable);
  // macOS begins with the newest (shell/browser/window_list.cc).
  const windows = process.platform === 'darwin' ? openWindows().toReversed() : openWindows();
  for (const window of windows) window.close();
}

/** Electron's `Browser::NotifyAndShutdown`. */
function endUnlessPrevented(emit: typeof emitPreventable): void {
  if (ended) return;
  quitting = !emit('will-quit');
  if (quitting) end(0);
}

function emitPreventable(name: 'before-quit' | 'will-quit'): boolean {
  const event = previewEvent({});
  appEvents.emit(name, event);
  return event.defaultPrevented;
}

/**
 * Emits as native code does: promise callbacks run before the emit returns, so a listener's `.then(() => app.quit())` may
 * run inside the very quit it follows. Call it outside promise callbacks, which can't be nested.
 */
function emitNatively(name: 'before-quit' | 'will-quit'): boolean {
  const prevented = emitPreventable(name);
  Reflect.get(process, '_tickCallback').call(process);
  return prevented;
}

/**
 * Electron's `Browser::Shutdown`: `quit` at once, then the exit. The current turn still runs to its end, and a second
 * instance has handed over its arguments.
 */
function end(code: number): void {
  if (ended) return;
  ended = true;
  appEvents.emit('quit', previewEvent({}), code);
  handingOver
    .then(() => setImmediate(() => process.exit(code)))
    .catch((error: Error) => {
      console.error(`The running Callboard did not accept the hand-over: ${error.message}`);
      process.exit(1);
    });
}
