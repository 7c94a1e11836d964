import type { PartOf } from '../electron/stand-in.ts';
import type { FromPage, ToPage } from './messages.ts';
import { decodeValue, encodeValue } from './values.ts';

type Listener = Parameters<Electron.IpcRenderer['on']>[1];

type ListenerMethod = 'addListener' | 'off' | 'on' | 'once' | 'removeAllListeners' | 'removeListener';

/** Electron's, except that methods which return the `ipcRenderer` return this part of it. */
type IpcRendererPart = PartOf<Electron.IpcRenderer> & {
  [Name in ListenerMethod]: (...args: Parameters<Electron.IpcRenderer[Name]>) => object;
};

interface Pending {
  channel: string;
  resolve: (value: unknown) => void;
  reject: (reason: Error) => void;
}

/** The listeners of an `ipcRenderer` by channel. Sent to the browser as text (see page-script.ts). */
export function makeListeners() {
  const entries = new Map<string, { call: Listener; original: Listener }[]>();
  const of = (channel: string) => entries.get(channel) ?? [];
  return {
    of,
    /** `original`: the listener by which the app removes it, if `call` is a wrapper. */
    add(channel: string, call: Listener, original = call): void {
      entries.set(channel, [...of(channel), { call, original }]);
    },
    remove(channel: string, listener: Listener): void {
      const index = of(channel).findLastIndex(({ original }) => original === listener);
      if (index >= 0) entries.set(channel, of(channel).toSpliced(index, 1));
    },
    clear(channel?: string): void {
      if (channel === undefined) entries.clear();
      else entries.delete(channel);
    },
  };
}

/**
 * The page's `ipcRenderer`, with callbacks for received messages and for a lost connection.
 *
 * Sent to the browser as text (see page-script.ts).
 */
export function makeIpcRenderer(post: (message: FromPage) => boolean) {
  const pending = new Map<number, Pending>();
  const listeners = makeListeners();
  let lastId = 0;

  function failure(channel: string, reason: string): Error {
    return new Error(`Error invoking remote method '${channel}': ${reason}`);
  }

  function disconnected(channel: string): Error {
    return failure(channel, 'Error: the application is not running');
  }

  const ipcRenderer = {
    async invoke(channel: string, ...args: unknown[]): Promise<unknown> {
      const message: FromPage = {
        kind: 'invoke',
        id: ++lastId,
        channel,
        args: encodeValue(args, 'arguments'),
      };
      if (!post(message)) throw disconnected(channel);
      return new Promise((resolve, reject) => pending.set(message.id, { channel, resolve, reject }));
    },
    send(channel: string, ...args: unknown[]): void {
      const sent = post({ kind: 'send', channel, args: encodeValue(args, 'arguments') });
      if (!sent) console.warn(`'${channel}' was not sent: the application is not running`);
    },
    on(channel: string, listener: Listener) {
      listeners.add(channel, listener);
      return this;
    },
    once(channel: string, listener: Listener) {
      const call: Listener = (event, ...args) => {
        listeners.remove(channel, listener);
        listener(event, ...args);
      };
      listeners.add(channel, call, listener);
      return this;
    },
    addListener(channel: string, listener: Listener) {
      return this.on(channel, listener);
    },
    off(channel: string, listener: Listener) {
      listeners.remove(channel, listener);
      return this;
    },
    removeListener(channel: string, listener: Listener) {
      return this.off(channel, listener);
    },
    removeAllListeners(channel?: string) {
      listeners.clear(channel);
      return this;
    },
    listenerCount(channel: string): number {
      return listeners.of(channel).length;
    },
  } satisfies IpcRendererPart & Pick<Electron.IpcRenderer, 'listenerCount'>;

  return {
    ipcRenderer,
    /** Handles a result, failure or event from main; ignores other messages. */
    received(message: ToPage): void {
      if (message.kind === 'event') {
        const args = decodeValue(message.args) as unknown[];
        // As in Electron's lib/renderer/ipc-native-setup.ts: by its types, events could be prevented too.
        const event = { sender: ipcRenderer, ports: [] } as unknown as Electron.IpcRendererEvent;
        for (const { call } of listeners.of(message.channel)) call(event, ...args);
      } else if (message.kind === 'result' || message.kind === 'failure') {
        const call = pending.get(message.id);
        pending.delete(message.id);
        if (message.kind === 'result') call?.resolve(decodeValue(message.value));
        else call?.reject(failure(call.channel, message.message));
      }
    },
    /** Rejects all pending calls, whose answers can no longer arrive. */
    lost(): void {
      const ended = [...pending.values()];
      pending.clear();
      for (const { channel, reject } of ended) reject(disconnected(channel));
    },
  };
}
