import { EventEmitter } from 'node:events';
import { decodeValue, encodeValue } from '../page/values.ts';
import { type EventsOf, type PartOf, standIn } from './stand-in.ts';

type InvokeHandler = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown;

/** The result of an `invoke`, encoded for the socket. */
export type InvokeOutcome = { kind: 'result'; value: unknown } | { kind: 'failure'; message: string };

const invokeHandlers = new Map<string, InvokeHandler>();

class PreviewIpcMain extends EventEmitter<EventsOf<Electron.IpcMain>> implements PartOf<Electron.IpcMain> {
  handle(channel: string, handler: InvokeHandler): void {
    if (invokeHandlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    if (typeof handler !== 'function') {
      throw new Error(`Expected handler to be a function, but found type '${typeof handler}'`);
    }
    invokeHandlers.set(channel, handler);
  }

  handleOnce(channel: string, handler: InvokeHandler): void {
    this.handle(channel, (event, ...args) => {
      invokeHandlers.delete(channel);
      return handler(event, ...args);
    });
  }

  removeHandler(channel: string): void {
    invokeHandlers.delete(channel);
  }
}

const emitter = new PreviewIpcMain();

/** Electron's `ipcMain`. */
export const ipcMain = standIn<Electron.IpcMain>('ipcMain', emitter);

/** Runs the app's handler for an `invoke`. As in Electron, errors are printed and cross as text. */
export async function runInvoke(
  event: Electron.IpcMainInvokeEvent,
  channel: string,
  wireArgs: unknown,
): Promise<InvokeOutcome> {
  try {
    const handler = invokeHandlers.get(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    const value = await handler(event, ...(decodeValue(wireArgs) as unknown[]));
    return { kind: 'result', value: encodeValue(value, 'result') };
  } catch (error) {
    console.error(`Error occurred in handler for '${channel}':`, error);
    return { kind: 'failure', message: String(error) };
  }
}

/** Emits a `send` to the app's listeners. */
export function deliverSend(event: Electron.IpcMainEvent, channel: string, wireArgs: unknown): void {
  emitter.emit(channel, event, ...(decodeValue(wireArgs) as unknown[]));
}
