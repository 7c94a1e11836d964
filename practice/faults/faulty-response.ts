import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionEnding } from './fault.ts';

/** What is done to an answer that the service has made. */
export type AnswerDamage =
  | { readonly kind: 'withhold'; readonly ending: ConnectionEnding }
  | { readonly kind: 'halve'; readonly ending: ConnectionEnding }
  | {
      readonly kind: 'replace';
      readonly status: number;
      readonly headers: OutgoingHttpHeaders;
      readonly body: string;
    };

/**
 * A response that can be told to damage or delay the answer written to it.
 *
 * The server makes every response of this class, so that whoever answers – Fastify, oidc-provider, the pages – is
 * struck alike and need not know. All of them send the whole body with `end`.
 */
export class FaultyResponse extends ServerResponse<IncomingMessage> {
  #damage: AnswerDamage | undefined;
  #delay = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Damages the answer to come. */
  damage(damage: AnswerDamage): void {
    this.#damage = damage;
  }

  /** Holds the answer to come back for so many milliseconds. */
  delay(milliseconds: number): void {
    this.#delay = milliseconds;
    this.once('close', () => clearTimeout(this.#timer));
  }

  override writeHead(...head: unknown[]): this {
    // A head that will be withheld or replaced must not be fixed now.
    if (this.#damage !== undefined && this.#damage.kind !== 'halve') return this;
    Reflect.apply(super.writeHead, this, head);
    return this;
  }

  override end(...tail: unknown[]): this {
    if (this.#delay === 0) return this.#finish(tail);
    const delay = this.#delay;
    this.#delay = 0;
    this.#timer = setTimeout(() => this.#finish(tail), delay);
    return this;
  }

  #finish(tail: unknown[]): this {
    const damage = this.#damage;
    this.#damage = undefined;
    switch (damage?.kind) {
      case undefined:
        Reflect.apply(super.end, this, tail);
        break;
      case 'withhold':
        sever(this.socket, damage.ending);
        break;
      case 'halve':
        this.#sendHalf(tail[0], damage.ending);
        break;
      case 'replace':
        for (const name of this.getHeaderNames()) this.removeHeader(name);
        super.writeHead(damage.status, damage.headers);
        super.end(damage.body);
    }
    return this;
  }

  #sendHalf(body: unknown, ending: ConnectionEnding): void {
    const bytes =
      typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : Buffer.alloc(0);
    // Without its length the client could not tell that half is missing.
    if (!this.headersSent && !this.hasHeader('content-length'))
      this.setHeader('content-length', bytes.length);
    const half = bytes.subarray(0, Math.floor(bytes.length / 2));
    this.flushHeaders();
    if (half.length === 0) sever(this.socket, ending);
    else super.write(half, () => sever(this.socket, ending));
  }
}

/** Ends a connection without another byte. */
export function sever(socket: Socket | null, ending: ConnectionEnding): void {
  if (ending === 'reset') socket?.resetAndDestroy();
  else socket?.destroy();
}
