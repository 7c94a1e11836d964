import type { FromPage, ToPage } from './messages.ts';
import { decodeValue, encodeValue } from './values.ts';

type Listener = (event: object, ...args: unknown[]) => void;

interface Pending {
  channel: string;
  resolve: (value: unknown) => void;
  reject: (reason: Error) => void;
}

/**
 * The page's `ipcRenderer`, and what must be called when the socket speaks or is lost.
 *
 * Sent to the browser as text (see page-script.ts).
 */
export function makeIpcRenderer(post: (message: FromPage) => boolean) {
  const pending = new Map<number, Pending>();
  const listeners = new Map<string, { call: Listener; asGiven: Listener }[]>();
  let lastId = 0;

  function failure(channel: string, reason: string): Error {
    return new Error(`Error invoking remote method '${channel}': ${reason}`);
  }

  function notRunning(channel: string): Error {
    return failure(channel, 'Error: the application is not running');
  }

  function remove(channel: string, listener: Listener): void {
    const kept = [...(listeners.get(channel) ?? [])];
    const index = kept.findLastIndex((entry) => entry.asGiven === listener);
    if (index >= 0) listeners.set(channel, kept.toSpliced(index, 1));
  }

  function add(channel: string, call: Listener, asGiven: Listener): void {
    listeners.set(channel, [...(listeners.get(channel) ?? []), { call, asGiven }]);
  }

  const ipcRenderer = {
    async invoke(channel: string, ...args: unknown[]): Promise<unknown> {
      const message: FromPage = {
        kind: 'invoke',
        id: ++lastId,
        channel,
        args: encodeValue(args, 'arguments'),
      };
      if (!post(message)) throw notRunning(channel);
      return new Promise((resolve, reject) => pending.set(message.id, { channel, resolve, reject }));
    },
    send(channel: string, ...args: unknown[]): void {
      const sent = post({ kind: 'send', channel, args: encodeValue(args, 'arguments') });
      if (!sent) console.warn(`'${channel}' was not sent: the application is not running`);
    },
    on(channel: string, listener: Listener) {
      add(channel, listener, listener);
      return this;
    },
    once(channel: string, listener: Listener) {
      const call: Listener = (event, ...args) => {
        remove(channel, listener);
        listener(event, ...args);
      };
      add(channel, call, listener);
      return this;
    },
    addListener(channel: string, listener: Listener) {
      return this.on(channel, listener);
    },
    off(channel: string, listener: Listener) {
      remove(channel, listener);
      return this;
    },
    removeListener(channel: string, listener: Listener) {
      return this.off(channel, listener);
    },
    removeAllListeners(channel?: string) {
      if (channel === undefined) listeners.clear();
      else listeners.delete(channel);
      return this;
    },
    listenerCount(channel: string): number {
      return listeners.get(channel)?.length ?? 0;
    },
  };

  return {
    ipcRenderer,
    /** Takes an answer or an event of main; other messages are not its business. */
    received(message: ToPage): void {
      if (message.kind === 'event') {
        const args = decodeValue(message.args) as unknown[];
        const event = { sender: ipcRenderer, senderId: 0, ports: [] };
        for (const { call } of listeners.get(message.channel) ?? []) call(event, ...args);
      } else if (message.kind === 'result' || message.kind === 'failure') {
        const call = pending.get(message.id);
        pending.delete(message.id);
        if (message.kind === 'result') call?.resolve(decodeValue(message.value));
        else call?.reject(failure(call.channel, message.message));
      }
    },
    /** Ends every call that is still waiting: its answer can no longer come. */
    lost(): void {
      const ended = [...pending.values()];
      pending.clear();
      for (const { channel, reject } of ended) reject(notRunning(channel));
    },
  };
}
