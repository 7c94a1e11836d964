import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionEnding } from './fault.ts';

/** How to damage a response. */
export type ResponseDamage =
  | { readonly kind: 'withhold'; readonly ending: ConnectionEnding }
  | { readonly kind: 'halve'; readonly ending: ConnectionEnding }
  | {
      readonly kind: 'replace';
      readonly status: number;
      readonly headers: OutgoingHttpHeaders;
      readonly body: string;
    };

/**
 * A response that can be damaged or delayed.
 *
 * The server creates every response from this class, so that faults apply to Fastify, oidc-provider and the pages
 * without their knowledge. All of them send the whole body with `end`.
 */
export class FaultyResponse extends ServerResponse<IncomingMessage> {
  #damage: ResponseDamage | undefined;
  #delay = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Damages the response when it is sent. */
  damage(damage: ResponseDamage): void {
    this.#damage = damage;
  }

  /** Delays the response by this many milliseconds. */
  delay(milliseconds: number): void {
    this.#delay = milliseconds;
    this.once('close', () => clearTimeout(this.#timer));
  }

  override writeHead(...head: unknown[]): this {
    // Don't send headers that will be withheld or replaced.
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
        endConnection(this.socket, damage.ending);
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
    // Without the length the client couldn't tell that half is missing.
    if (!this.headersSent && !this.hasHeader('content-length'))
      this.setHeader('content-length', bytes.length);
    const half = bytes.subarray(0, Math.floor(bytes.length / 2));
    this.flushHeaders();
    if (half.length === 0) endConnection(this.socket, ending);
    else super.write(half, () => endConnection(this.socket, ending));
  }
}

/** Ends a connection without sending anything more. */
export function endConnection(socket: Socket | null, ending: ConnectionEnding): void {
  if (ending === 'reset') socket?.resetAndDestroy();
  else socket?.destroy();
}
