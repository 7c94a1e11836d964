import type { buildConnector } from 'undici';
import type { Network } from '../network/network.ts';
import { announcedMs, type ConnectionReuse, STANDS_AFTER_MS } from './connection-reuse.ts';
import { AnswerTimeoutError, type Exchanged, type HttpRequest, type Patience } from './exchange.ts';
import { type HttpConnection, openHttpConnection } from './http-connection.ts';

/** Limits of calls to one service, ms. */
export interface ConnectionTimeouts {
  /** For each way that the network's settings name. */
  readonly connect: number;
  /** From the request sent to the answer's head. For creates as long as a late answer still counts. */
  readonly headers: number;
  /** Between two pieces of the answer's body. */
  readonly body: number;
}

export const DEFAULT_TIMEOUTS: ConnectionTimeouts = { connect: 10_000, headers: 120_000, body: 30_000 };

/** From the head of an answer to its end, ms. */
const WHOLE_ANSWER_MS = 120_000;

/** So many idle connections at most are looked at to learn how long the service lets them stand. */
const MOST_LOOKED_AT = 2;

export interface ServiceConnectionsOptions {
  readonly baseUrl: string;
  readonly network: Network;
  readonly reuse: ConnectionReuse;
  /** How many calls are made at a time: idle connections make room for them, so that no more stand than that. */
  readonly limit: () => number;
  readonly timeouts?: ConnectionTimeouts;
}

/**
 * Connections to one service for calls that must not be repeated by the transport: HTTP/1.1 only, one request at a
 * time on each, no redirects and no retries. Each is made the way the network's settings say at that moment, and used
 * again only as far as {@link ConnectionReuse} allows. How many there are at a time is up to whoever takes them.
 */
export class ServiceConnections {
  private readonly url: URL;
  private readonly reuse: ConnectionReuse;
  private readonly limit: () => number;
  private readonly connect: buildConnector.connector;
  private readonly patience: Patience;
  /** Free for the next call, the one used last at the end. */
  private idle: HttpConnection[] = [];
  /** Each with the end of its first look. */
  private readonly lookedAt = new Map<HttpConnection, Promise<void>>();
  /** All that are not closed yet. */
  private readonly open = new Set<HttpConnection>();
  /** How many are being made. */
  private opening = 0;
  /** Those made before the last renewal: what is under way on them ends there. */
  private outdated = new WeakSet<HttpConnection>();
  private destroyed = false;

  constructor({ baseUrl, network, reuse, limit, timeouts = DEFAULT_TIMEOUTS }: ServiceConnectionsOptions) {
    this.url = new URL(baseUrl);
    this.reuse = reuse;
    this.limit = limit;
    this.connect = network.connector(timeouts.connect);
    this.patience = { head: timeouts.headers, body: timeouts.body, whole: WHOLE_ANSWER_MS };
  }

  /**
   * A connection for one call: an idle one that may be used again, else, or if asked for, a new one. Rejects where none
   * can be made. Whoever takes it gives it back with {@link giveBack}, or destroys it.
   */
  async take(kind: 'any' | 'new' = 'any'): Promise<HttpConnection> {
    await this.reuse.ready();
    for (;;) {
      const idle = kind === 'any' ? this.idle.pop() : undefined;
      if (idle) return idle;
      const standing = [...this.open].filter(({ stands }) => stands).length;
      const isRoom = standing + this.opening < this.limit();
      if (isRoom || !(await this.makeRoom())) return this.make();
    }
  }

  private async make(): Promise<HttpConnection> {
    this.opening += 1;
    try {
      const made = await openHttpConnection(this.connect, this.url);
      if (this.destroyed) {
        made.destroy();
        throw new Error('The connections are closed.');
      }
      this.open.add(made);
      made.onClose(() => this.closed(made));
      return made;
    } finally {
      this.opening -= 1;
    }
  }

  /** Sends a request over a connection that was taken; where there is no answer, it is closed. */
  async exchange(connection: HttpConnection, request: HttpRequest): Promise<Exchanged> {
    const { answers } = connection;
    try {
      return await connection.exchange(request, this.patience);
    } catch (error) {
      const closedByService = !this.destroyed && !(error instanceof AnswerTimeoutError);
      if (answers > 0 && closedByService) this.distrust();
      connection.destroy();
      throw error;
    }
  }

  /** After an answer that is about what was asked. */
  giveBack(connection: HttpConnection, { kept, keepAlive }: Exchanged): void {
    const announced = announcedMs(keepAlive);
    const useful = kept && announced > 0 && !this.destroyed && !this.outdated.has(connection);
    if (useful && !connection.stands) this.distrust();
    const idleMs = Math.min(this.reuse.idleMs, announced);
    if (useful && idleMs > 0) this.keepFor(connection, idleMs);
    else if (useful) this.lookAtOrClose(connection, 0);
    else connection.destroy();
  }

  /** After an answer that is about something else: the next on this connection may be, too. */
  giveUp(connection: HttpConnection): void {
    if (connection.answers > 1) this.distrust();
    connection.destroy();
  }

  /** The network's settings have changed: idle ones close now, the others with the call under way on them. */
  renew(): void {
    this.outdated = new WeakSet(this.open);
    this.closeIdle();
  }

  /** Closes all of them, with what is under way. */
  async destroy(): Promise<void> {
    this.destroyed = true;
    const closed = [...this.open].map((each) => new Promise<void>((resolve) => each.onClose(resolve)));
    for (const each of this.open) each.destroy();
    await Promise.all(closed);
  }

  private keepFor(connection: HttpConnection, ms: number): void {
    this.idle.push(connection);
    const { answers } = connection;
    const tooOld = (): void => {
      // Another call may have used it since.
      if (connection.answers !== answers || !this.idle.includes(connection)) return;
      this.idle = this.idle.filter((each) => each !== connection);
      this.lookAtOrClose(connection, ms);
    };
    setTimeout(tooOld, ms).unref();
  }

  /** Never used again: how long the service lets it stand, idle for so long already, tells how long others may be idle. */
  private lookAtOrClose(connection: HttpConnection, idleMs: number): void {
    if (!this.reuse.isOpenQuestion || this.lookedAt.size >= MOST_LOOKED_AT) {
      connection.destroy();
      return;
    }
    const firstLook = Promise.withResolvers<void>();
    this.lookedAt.set(connection, firstLook.promise);
    connection.onClose(firstLook.resolve);
    for (const ms of STANDS_AFTER_MS) {
      const look = (): void => {
        if (!this.lookedAt.has(connection)) return;
        this.reuse.stood(ms);
        firstLook.resolve();
        if (this.reuse.isOpenQuestion) return;
        this.lookedAt.delete(connection);
        connection.destroy();
      };
      setTimeout(look, ms - idleMs).unref();
    }
  }

  /**
   * Closes one that is not in use; whether there was one. One that is looked at makes room after its first look only:
   * where call follows call, nothing would ever be learned, and each would need a connection of its own.
   */
  private async makeRoom(): Promise<boolean> {
    for (const [lookedAt, firstLook] of this.lookedAt) {
      if (this.reuse.idleMs === 0) await firstLook;
      this.lookedAt.delete(lookedAt);
      lookedAt.destroy();
      return true;
    }
    const longestIdle = this.idle.shift();
    longestIdle?.destroy();
    return longestIdle !== undefined;
  }

  private closed(connection: HttpConnection): void {
    this.open.delete(connection);
    // What is closed here is taken out before that.
    const wasIdle = this.idle.includes(connection) || this.lookedAt.has(connection);
    if (wasIdle && !this.destroyed) this.distrust();
  }

  /** The service has closed a connection unannounced, or has said on it what nobody had asked. */
  private distrust(): void {
    this.reuse.closedUnannounced();
    this.closeIdle();
  }

  private closeIdle(): void {
    const idle = [...this.idle, ...this.lookedAt.keys()];
    this.idle = [];
    this.lookedAt.clear();
    for (const each of idle) each.destroy();
  }
}
