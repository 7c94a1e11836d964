import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { type Ask, CLOSE, type Message } from './messages.ts';
import type { Operation } from './operation.ts';

/** What was asked of the storage worker and is not done yet, in the order in which it came. */
export class OperationQueue {
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

  /** Takes in what has come meanwhile, and waits for nothing; whether anything has come. */
  look(): boolean {
    let any = false;
    for (let came = receiveMessageOnPort(this.port); came; came = receiveMessageOnPort(this.port)) {
      any = true;
      this.take(came.message);
    }
    return any;
  }

  /** Gives out the first. */
  takeFirst(): Ask {
    const first = this.asks.shift();
    if (!first) throw new Error('Nothing was asked.');
    return first;
  }

  /** Gives out the first, as long as a write is to come, and before that nothing that has to be done alone. */
  takeUpToWrite(): Ask | undefined {
    for (const ask of this.asks) {
      const mode = this.modeOf(ask);
      if (mode === 'alone') return undefined;
      if (mode === 'write') return this.asks.shift();
    }
    return undefined;
  }

  /** Gives out all that `takeUpToWrite` would. */
  takeWrites(): Ask[] {
    const taken: Ask[] = [];
    for (let ask = this.takeUpToWrite(); ask; ask = this.takeUpToWrite()) taken.push(ask);
    return taken;
  }
}
