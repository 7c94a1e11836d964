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

/** The DevTools protocol of a Chromium started with `--remote-debugging-pipe`: JSON messages with a zero byte between. */
export class DevToolsPipe {
  private readonly output: Writable;
  private readonly patienceMs: number;
  /** By the id of a request, or by the name of an event. */
  private readonly waiting = new Map<number | string, Waiting>();
  private lastId = 0;
  private unread = '';

  constructor(browser: ChildProcess, patienceMs: number) {
    const [, , , output, input] = browser.stdio;
    if (!(output instanceof Writable) || !(input instanceof Readable)) {
      throw new Error('The browser was started without pipes.');
    }
    this.output = output;
    this.patienceMs = patienceMs;
    input.setEncoding('utf8').on('data', (piece: string) => this.take(piece));
    for (const end of [output, input]) end.on('error', (error: Error) => this.failAll(error));
    browser.once('error', (error) => this.failAll(error));
    browser.once('exit', (code) => this.failAll(new Error(`The browser ended with ${code}.`)));
  }

  /** The answer to one request; rejects with the browser's words, or when it takes too long. */
  ask(method: string, params: Fields, sessionId?: string): Promise<Fields> {
    this.lastId += 1;
    const id = this.lastId;
    const answer = this.wait(id, method);
    this.output.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`);
    return answer;
  }

  /** The next event of this name. */
  event(method: string): Promise<Fields> {
    return this.wait(method, method);
  }

  private wait(key: number | string, method: string): Promise<Fields> {
    const answered = Promise.withResolvers<Fields>();
    const timer = setTimeout(() => {
      this.waiting.delete(key);
      answered.reject(new Error(`The browser did not answer ${method} within ${this.patienceMs} ms.`));
    }, this.patienceMs);
    this.waiting.set(key, { answered, timer });
    return answered.promise;
  }

  private take(piece: string): void {
    const parts = (this.unread + piece).split('\0');
    this.unread = parts.pop() ?? '';
    for (const part of parts) {
      const { id, method, result, error } = messageSchema.parse(JSON.parse(part));
      const key = id ?? method;
      if (key === undefined) continue;
      if (error) this.settle(key, ({ reject }) => reject(new Error(error.message)));
      else this.settle(key, ({ resolve }) => resolve(result ?? {}));
    }
  }

  private settle(key: number | string, how: (answered: PromiseWithResolvers<Fields>) => void): void {
    const waiting = this.waiting.get(key);
    if (!waiting) return;
    this.waiting.delete(key);
    clearTimeout(waiting.timer);
    how(waiting.answered);
  }

  private failAll(error: Error): void {
    for (const key of [...this.waiting.keys()]) this.settle(key, ({ reject }) => reject(error));
  }
}
