import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { CLOSE, type Message, type StoreCall } from './messages.ts';
import type { Operation } from './operation.ts';

/** The calls that the storage worker has not run yet, in the order of their arrival. */
export class OperationQueue {
  /** No more calls will arrive. */
  closed = false;
  private readonly port: MessagePort;
  private readonly modeOf: (call: StoreCall) => Operation<[], unknown>['mode'];
  private calls: StoreCall[] = [];

  constructor(port: MessagePort, modeOf: (call: StoreCall) => Operation<[], unknown>['mode']) {
    this.port = port;
    this.modeOf = modeOf;
  }

  get first(): StoreCall | undefined {
    return this.calls[0];
  }

  push(message: Message): void {
    if (message === CLOSE) this.closed = true;
    else this.calls.push(...message);
  }

  /** Adds messages that have arrived, without waiting; whether there were any. */
  poll(): boolean {
    let any = false;
    for (let next = receiveMessageOnPort(this.port); next; next = receiveMessageOnPort(this.port)) {
      any = true;
      this.push(next.message);
    }
    return any;
  }

  /** Removes the first call. */
  shift(): StoreCall {
    const first = this.calls.shift();
    if (!first) throw new Error('The queue is empty.');
    return first;
  }

  /** Removes the first call, as long as a write follows (or is first) before any exclusive operation. */
  shiftUpToWrite(): StoreCall | undefined {
    for (const call of this.calls) {
      const mode = this.modeOf(call);
      if (mode === 'exclusive') return undefined;
      if (mode === 'write') return this.calls.shift();
    }
    return undefined;
  }

  /** Removes every call that `shiftUpToWrite` would. */
  drainUpToLastWrite(): StoreCall[] {
    const drained: StoreCall[] = [];
    for (let call = this.shiftUpToWrite(); call; call = this.shiftUpToWrite()) drained.push(call);
    return drained;
  }
}
