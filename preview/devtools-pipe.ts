import type { ChildProcess } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { z } from 'zod';

type Fields = Readonly<Record<string, unknown>>;

const messageSchema = z.object({
  id: z.int().optional(),
  method: z.string().optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ message: z.string() }).optional(),
});

interface Waiting {
  readonly answered: PromiseWithResolvers<Fields>;
  readonly timer: NodeJS.Timeout;
}

/** A DevTools protocol client for Chromium's `--remote-debugging-pipe`: JSON messages separated by zero bytes. */
export class DevToolsPipe {
  private readonly output: Writable;
  private readonly timeoutMs: number;
  /** Keyed by request id or event name. */
  private readonly waiting = new Map<number | string, Waiting>();
  private lastId = 0;
  private unread = '';

  constructor(browser: ChildProcess, timeoutMs: number) {
    const [, , , output, input] = browser.stdio;
    if (!(output instanceof Writable) || !(input instanceof Readable)) {
      throw new Error('The browser was started without pipes.');
    }
    this.output = output;
    this.timeoutMs = timeoutMs;
    input.setEncoding('utf8').on('data', (chunk: string) => this.receive(chunk));
    for (const end of [output, input]) end.on('error', (error: Error) => this.failAll(error));
    browser.once('error', (error) => this.failAll(error));
    browser.once('exit', (code) => this.failAll(new Error(`The browser ended with ${code}.`)));
  }

  /** Sends a request and resolves to its result; rejects with the browser's error or on a timeout. */
  send(method: string, params: Fields, sessionId?: string): Promise<Fields> {
    this.lastId += 1;
    const id = this.lastId;
    const answer = this.wait(id, method);
    this.output.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`);
    return answer;
  }

  /** Resolves with the next event of this name. */
  nextEvent(method: string): Promise<Fields> {
    return this.wait(method, method);
  }

  private wait(key: number | string, method: string): Promise<Fields> {
    const answered = Promise.withResolvers<Fields>();
    const timer = setTimeout(() => {
      this.waiting.delete(key);
      answered.reject(new Error(`The browser did not answer ${method} within ${this.timeoutMs} ms.`));
    }, this.timeoutMs);
    this.waiting.set(key, { answered, timer });
    return answered.promise;
  }

  private receive(chunk: string): void {
    const parts = (this.unread + chunk).split('\0');
    this.unread = parts.pop() ?? '';
    for (const part of parts) {
      const { id, method, result, error } = messageSchema.parse(JSON.parse(part));
      const key = id ?? method;
      if (key === undefined) continue;
      if (error) this.settle(key, ({ reject }) => reject(new Error(error.message)));
      else this.settle(key, ({ resolve }) => resolve(result ?? {}));
    }
  }

  private settle(key: number | string, action: (answered: PromiseWithResolvers<Fields>) => void): void {
    const waiting = this.waiting.get(key);
    if (!waiting) return;
    this.waiting.delete(key);
    clearTimeout(waiting.timer);
    action(waiting.answered);
  }

  private failAll(error: Error): void {
    for (const key of [...this.waiting.keys()]) this.settle(key, ({ reject }) => reject(error));
  }
}
