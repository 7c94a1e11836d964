import type { buildConnector } from 'undici';
import type { Network } from '../network/network.ts';
import { announcedMs, type ConnectionReuse, IDLE_CHECKS_MS } from './connection-reuse.ts';
import { AnswerTimeoutError, type AnswerTimeouts, type Exchanged, type HttpRequest } from './exchange.ts';
import { type HttpConnection, openHttpConnection } from './http-connection.ts';

/** Timeouts of calls to one service, ms. */
export interface ConnectionTimeouts {
  /** For each route that the network settings name. */
  readonly connect: number;
  /** From the request sent to the answer's head. For creates, as long as a late answer still counts. */
  readonly headers: number;
  /** Between two chunks of the answer's body. */
  readonly body: number;
}

export const DEFAULT_TIMEOUTS: ConnectionTimeouts = { connect: 10_000, headers: 120_000, body: 30_000 };

/** From the head of an answer to its end, ms. */
const WHOLE_ANSWER_MS = 120_000;

/** How many idle connections are observed to learn how long the service keeps them open. */
const MAX_OBSERVED = 2;

export interface ServiceConnectionsOptions {
  readonly baseUrl: string;
  readonly network: Network;
  readonly reuse: ConnectionReuse;
  /** The most calls at a time: idle connections are closed to make room, so that no more than this are open. */
  readonly limit: () => number;
  readonly timeouts?: ConnectionTimeouts;
}

/**
 * Connections to one service for calls that the transport must not repeat: HTTP/1.1 only, one request at a time on each, no
 * redirects, no retries. Each is opened by the network settings of that moment and reused only as far as {@link
 * ConnectionReuse} allows. The caller decides how many are in use at a time.
 */
export class ServiceConnections {
  private readonly url: URL;
  private readonly reuse: ConnectionReuse;
  private readonly limit: () => number;
  private readonly connect: buildConnector.connector;
  private readonly answerTimeouts: AnswerTimeouts;
  /** Free for the next call, the last used at the end. */
  private idle: HttpConnection[] = [];
  /** Each with the end of its first check. */
  private readonly observed = new Map<HttpConnection, Promise<void>>();
  /** All that are not closed yet. */
  private readonly open = new Set<HttpConnection>();
  private opening = 0;
  /** Those opened before the last renewal: closed after the call in progress on them. */
  private outdated = new WeakSet<HttpConnection>();
  private destroyed = false;

  constructor({ baseUrl, network, reuse, limit, timeouts = DEFAULT_TIMEOUTS }: ServiceConnectionsOptions) {
    this.url = new URL(baseUrl);
    this.reuse = reuse;
    this.limit = limit;
    this.connect = network.connector(timeouts.connect);
    this.answerTimeouts = { head: timeouts.headers, body: timeouts.body, whole: WHOLE_ANSWER_MS };
  }

  /** An idle connection that may be reused, or a new one. Rejects if none can be opened. Return it with {@link release}. */
  async acquire(kind: 'any' | 'new' = 'any'): Promise<HttpConnection> {
    await this.reuse.ready();
    for (;;) {
      const idle = kind === 'any' ? this.idle.pop() : undefined;
      if (idle) return idle;
      const openCount = [...this.open].filter(({ isOpen }) => isOpen).length;
      const hasRoom = openCount + this.opening < this.limit();
      if (hasRoom || !(await this.makeRoom())) return this.openNew();
    }
  }

  private async openNew(): Promise<HttpConnection> {
    this.opening += 1;
    try {
      const opened = await openHttpConnection(this.connect, this.url);
      if (this.destroyed) {
        opened.destroy();
        throw new Error('The connections are closed.');
      }
      this.open.add(opened);
      opened.onClose(() => this.closed(opened));
      return opened;
    } finally {
      this.opening -= 1;
    }
  }

  /** Sends a request over an acquired connection; without an answer, the connection is closed. */
  async exchange(connection: HttpConnection, request: HttpRequest): Promise<Exchanged> {
    const { answers } = connection;
    try {
      return await connection.exchange(request, this.answerTimeouts);
    } catch (error) {
      const closedByService = !this.destroyed && !(error instanceof AnswerTimeoutError);
      if (answers > 0 && closedByService) this.distrust();
      connection.destroy();
      throw error;
    }
  }

  /** Takes a connection back after an answer to the request sent on it. */
  release(connection: HttpConnection, { kept, keepAlive }: Exchanged): void {
    const announced = announcedMs(keepAlive);
    const reusable = kept && announced > 0 && !this.destroyed && !this.outdated.has(connection);
    if (reusable && !connection.isOpen) this.distrust();
    const idleMs = Math.min(this.reuse.idleMs, announced);
    if (reusable && idleMs > 0) this.keepIdle(connection, idleMs);
    else if (reusable) this.observeOrClose(connection, 0);
    else connection.destroy();
  }

  /** Closes a connection after an answer to another request: the next one on it may be wrong too. */
  discard(connection: HttpConnection): void {
    if (connection.answers > 1) this.distrust();
    connection.destroy();
  }

  /** The network settings changed: closes idle connections now, the others after the call in progress on them. */
  renew(): void {
    this.outdated = new WeakSet(this.open);
    this.closeIdle();
  }

  /** Closes all connections, with any calls in progress. */
  async destroy(): Promise<void> {
    this.destroyed = true;
    const closed = [...this.open].map(
      (connection) => new Promise<void>((resolve) => connection.onClose(resolve)),
    );
    for (const connection of this.open) connection.destroy();
    await Promise.all(closed);
  }

  private keepIdle(connection: HttpConnection, ms: number): void {
    this.idle.push(connection);
    const { answers } = connection;
    const expire = (): void => {
      // Another call may have used it since.
      if (connection.answers !== answers || !this.idle.includes(connection)) return;
      this.idle = this.idle.filter((other) => other !== connection);
      this.observeOrClose(connection, ms);
    };
    setTimeout(expire, ms).unref();
  }

  /** Never reused: how long the service keeps it open, idle for `idleMs` already, tells how long others may be idle. */
  private observeOrClose(connection: HttpConnection, idleMs: number): void {
    if (!this.reuse.needsObservation || this.observed.size >= MAX_OBSERVED) {
      connection.destroy();
      return;
    }
    const firstCheck = Promise.withResolvers<void>();
    this.observed.set(connection, firstCheck.promise);
    connection.onClose(firstCheck.resolve);
    for (const ms of IDLE_CHECKS_MS) {
      const check = (): void => {
        if (!this.observed.has(connection)) return;
        this.reuse.survivedIdle(ms);
        firstCheck.resolve();
        if (this.reuse.needsObservation) return;
        this.observed.delete(connection);
        connection.destroy();
      };
      setTimeout(check, ms - idleMs).unref();
    }
  }

  /**
   * Closes a connection that is not in use; returns whether there was one. An observed one makes room only after its first
   * check: with calls in quick succession nothing would ever be learned, and each would need its own connection.
   */
  private async makeRoom(): Promise<boolean> {
    for (const [observed, firstCheck] of this.observed) {
      if (this.reuse.idleMs === 0) await firstCheck;
      this.observed.delete(observed);
      observed.destroy();
      return true;
    }
    const longestIdle = this.idle.shift();
    longestIdle?.destroy();
    return longestIdle !== undefined;
  }

  private closed(connection: HttpConnection): void {
    this.open.delete(connection);
    // Connections closed by us are removed before that.
    const wasIdle = this.idle.includes(connection) || this.observed.has(connection);
    if (wasIdle && !this.destroyed) this.distrust();
  }

  /** The service closed a connection unannounced, or sent bytes on it that nobody asked for. */
  private distrust(): void {
    this.reuse.closedUnannounced();
    this.closeIdle();
  }

  private closeIdle(): void {
    const idle = [...this.idle, ...this.observed.keys()];
    this.idle = [];
    this.observed.clear();
    for (const connection of idle) connection.destroy();
  }
}
