import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { buildConnector } from 'undici';
import { HOUR_MS } from '../../shared/durations.ts';
import type { Network } from '../network/network.ts';
import type { Stores } from '../storage/stores/index.ts';
import { ACCEPT_ENCODING } from './answer-body.ts';
import {
  type Answer,
  AnswerTimeoutError,
  type AnswerTimeouts,
  type Exchanged,
  exchange,
  type HttpRequest,
} from './exchange.ts';

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

interface ServiceConnectionsOptions {
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

/** Gives Node's HTTP client one socket that is already open. */
class SingleSocketAgent extends Agent {
  private readonly socket: Socket;

  constructor(socket: Socket) {
    super({ keepAlive: true, maxSockets: 1 });
    this.socket = socket;
  }

  override createConnection(): Socket {
    return this.socket;
  }
}

/** One HTTP/1.1 connection. A byte that arrives between requests closes it, as it would be read as the next answer. */
export class HttpConnection {
  answers = 0;
  private readonly socket: Socket;
  private readonly agent: SingleSocketAgent;
  private readonly host: string;

  constructor(socket: Socket, host: string) {
    this.socket = socket;
    this.host = host;
    this.agent = new SingleSocketAgent(socket);
    // Only the end of the socket matters, and `close` reports it.
    socket.on('error', () => undefined);
    // After the first answer, Node's agent listens in the same way while the socket is idle.
    socket.on('data', this.end).on('end', this.end);
  }

  /** Whether it is open, judging by the bytes read so far. */
  get isOpen(): boolean {
    return !this.socket.destroyed && this.socket.writable;
  }

  /** Whether it is open once everything that has arrived is read: the service's end, or bytes that nobody asked for. */
  async isStillOpen(): Promise<boolean> {
    // A complete poll of the event loop lies between two check phases.
    await setImmediate();
    await setImmediate();
    return this.isOpen;
  }

  /** Sends a request; its first byte is written in this turn of the event loop. */
  async exchange(request: HttpRequest, timeouts: AnswerTimeouts): Promise<Exchanged> {
    if (!this.isOpen) throw new Error('The connection was closed.');
    this.socket.off('data', this.end).off('end', this.end);
    const headers = { host: this.host, ...request.headers };
    const exchanged = await exchange(this.agent, { ...request, headers }, timeouts);
    this.answers += 1;
    return exchanged;
  }

  /** Calls the listener when it closes, whoever closes it. */
  onClose(listener: () => void): void {
    if (this.socket.destroyed) listener();
    else this.socket.once('close', listener);
  }

  /** Closes it, and any call in progress on it. */
  destroy(): void {
    this.socket.destroy();
  }

  private readonly end = (): void => void this.socket.destroy();
}

/** Opens a connection to the origin of a URL. Rejects with the cause; nothing of a request was sent then. */
function openHttpConnection(connect: buildConnector.connector, url: URL): Promise<HttpConnection> {
  const { protocol, host, port } = url;
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    connect({ protocol, host, hostname, port }, (error, socket) => {
      if (socket) resolve(new HttpConnection(socket, host));
      else reject(error ?? new Error('There is no connection.'));
    });
  });
}

/** Connections for one request each, to any server. None is kept, so each uses the network settings of its moment. */
export class SingleUseConnections {
  private readonly connect: buildConnector.connector;
  private readonly open = new Set<HttpConnection>();
  private destroyed = false;

  /** `connectMs`: for each route that the network settings name. */
  constructor(network: Network, connectMs: number) {
    this.connect = network.connector(connectMs);
  }

  /** Sends a request once, to the origin of the URL. Rejects if no head of an answer came. */
  async exchange(url: URL, request: Omit<HttpRequest, 'path'>, timeouts: AnswerTimeouts): Promise<Answer> {
    const connection = await openHttpConnection(this.connect, url);
    this.open.add(connection);
    try {
      if (this.destroyed) throw new Error('The connections are closed.');
      const path = url.pathname + url.search;
      const headers = { connection: 'close', 'accept-encoding': ACCEPT_ENCODING, ...request.headers };
      const { answer } = await connection.exchange({ ...request, path, headers }, timeouts);
      return answer;
    } finally {
      connection.destroy();
      this.open.delete(connection);
    }
  }

  /** Closes all connections, with any requests in progress. */
  async destroy(): Promise<void> {
    this.destroyed = true;
    for (const connection of this.open) connection.destroy();
  }
}

/** How long we remember that a service closes connections unannounced, ms. */
const REMEMBERED_MS = HOUR_MS;

/**
 * When an idle connection is checked, ms after its answer: if it is still open, others may be reused within half that time.
 */
const IDLE_CHECKS_MS = [100, 1000] as const;

/**
 * Whether connections to one service may be reused. A create written to a connection that the service is just closing is
 * unclear, so reuse is first tested on idle connections, and stops once the service has closed one unannounced.
 */
export class ConnectionReuse {
  private readonly origin: string;
  private readonly store: Stores['connectionReuse'];
  private readonly onTrouble: (error: unknown) => void;
  private readonly now: () => number;
  private readonly monotonic: () => number;
  /** How long idle connections have been seen to stay open, ms. */
  private survivedMs = 0;
  /** When reuse is allowed again, ms on the monotonic clock. */
  private notBefore = 0;
  private restored: Promise<void> | undefined;

  constructor(options: {
    readonly origin: string;
    readonly store: Stores['connectionReuse'];
    readonly onTrouble: (error: unknown) => void;
    /** UTC ms. */
    readonly now?: () => number;
    readonly monotonic?: () => number;
  }) {
    this.origin = options.origin;
    this.store = options.store;
    this.onTrouble = options.onTrouble;
    this.now = options.now ?? Date.now;
    this.monotonic = options.monotonic ?? (() => performance.now());
  }

  /** Resolves once the findings of an earlier run are loaded. */
  ready(): Promise<void> {
    this.restored ??= this.restore();
    return this.restored;
  }

  /** How long a connection may be idle and still be reused, ms; 0: not at all. */
  get idleMs(): number {
    return this.isRefused ? 0 : this.survivedMs / 2;
  }

  /** Whether it is still worth observing how long an idle connection stays open. */
  get needsObservation(): boolean {
    return !this.isRefused && this.survivedMs < Math.max(...IDLE_CHECKS_MS);
  }

  /** An idle connection was still open this long after its answer, ms. */
  survivedIdle(ms: number): void {
    this.survivedMs = Math.max(this.survivedMs, ms);
  }

  /** The service closed a connection unannounced, or sent bytes on it that nobody asked for. */
  closedUnannounced(): void {
    this.refuse(REMEMBERED_MS);
    this.store.keep(this.origin, this.now()).catch(this.onTrouble);
  }

  private get isRefused(): boolean {
    return this.monotonic() < this.notBefore;
  }

  private refuse(ms: number): void {
    this.survivedMs = 0;
    this.notBefore = this.monotonic() + ms;
  }

  private async restore(): Promise<void> {
    try {
      const learnedAt = await this.store.get(this.origin);
      if (learnedAt === undefined) return;
      // If the clock was set back, it counts as learned just now.
      const left = REMEMBERED_MS - Math.max(0, this.now() - learnedAt);
      if (left > 0) this.refuse(left);
    } catch (error) {
      this.onTrouble(error);
    }
  }
}

/** A connection is dropped at least this long before the service says it will close it, ms. */
const MARGIN_MS = 1000;

/** How long the service says it keeps an idle connection (`Keep-Alive: timeout=5`), less a margin, ms. */
function announcedMs(keepAlive: string | undefined): number {
  const seconds = /(?:^|[\s,;])timeout\s*=\s*"?(\d+)/i.exec(keepAlive ?? '')?.[1];
  if (seconds === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(0, Number(seconds) * 1000 - MARGIN_MS);
}
