import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { type Ask, CLOSE, type Message } from './messages.ts';
import type { Operation } from './operation.ts';

/** What was asked of the storage worker and is not done yet, in the order in which it came. */
export class Inbox {
  /** No more will come. */
  closed = false;
  private readonly port: MessagePort;
  private readonly modeOf: (ask: Ask) => Operation<[], unknown>['mode'];
  private asks: Ask[] = [];

  constructor(port: MessagePort, modeOf: (ask: Ask) => Operation<[], unknown>['mode']) {
    this.port = port;
    this.modeOf = modeOf;
  }

  get first(): Ask | undefined {
    return this.asks[0];
  }

  take(message: Message): void {
    if (message === CLOSE) this.closed = true;
    else this.asks.push(...message);
  }

  /** Takes in what has come meanwhile; waits for nothing. */
  look(): void {
    for (let came = receiveMessageOnPort(this.port); came; came = receiveMessageOnPort(this.port)) {
      this.take(came.message);
    }
  }

  /** Gives out the first. */
  takeFirst(): Ask {
    const first = this.asks.shift();
    if (!first) throw new Error('Nothing was asked.');
    return first;
  }

  /** Gives out all up to the last write, but nothing that comes after what has to be done alone. */
  takeWrites(): Ask[] {
    let end = 0;
    for (const [index, ask] of this.asks.entries()) {
      const mode = this.modeOf(ask);
      if (mode === 'alone') break;
      if (mode === 'write') end = index + 1;
    }
    return this.asks.splice(0, end);
  }
}
