import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { isLoopback } from '../../shared/workspace.ts';
import type { Reachability } from '../submissions/ports.ts';
import { outcomeBeforeSending } from './transport-failure.ts';

/** What the operating system says of the network. */
export interface Connectivity {
  /** False only when the computer has no network at all. */
  isOnline(): boolean;
}

const FIRST_PROBE_MS = 1000;
const LONGEST_PROBE_PAUSE_MS = 15_000;
const PROBE_PATIENCE_MS = 5000;

/**
 * Knows whether a service can be reached: from every call that went out and, while it cannot, from a bare connection
 * now and then that carries no byte of a request. So what is queued need not be tried to learn that.
 */
export class ServiceReachability implements Reachability {
  private readonly target: URL;
  private readonly connectivity: Connectivity;
  private readonly random: () => number;
  private readonly listeners = new Set<() => void>();
  private lastKnown = true;
  private misses = 0;
  private timer: NodeJS.Timeout | undefined;
  private socket: Socket | undefined;
  private closed = false;

  constructor(baseUrl: string, connectivity: Connectivity, random: () => number = Math.random) {
    this.target = new URL(baseUrl);
    this.connectivity = connectivity;
    this.random = random;
  }

  get reachable(): boolean {
    return this.lastKnown;
  }

  /** The service gave an HTTP answer. */
  seen(): void {
    this.misses = 0;
    this.learn(true);
  }

  /** No connection could be made: from now on a probe looks for it. */
  missed(): void {
    this.learn(false);
    this.probeLater();
  }

  /** Looks now: at start, after sleep, when the window is looked at. */
  check(): void {
    if (this.closed || this.socket) return;
    clearTimeout(this.timer);
    this.probe();
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.destroy();
    this.listeners.clear();
  }

  private learn(reachable: boolean): void {
    if (this.lastKnown === reachable) return;
    this.lastKnown = reachable;
    if (reachable) clearTimeout(this.timer);
    for (const listener of this.listeners) listener();
  }

  private probeLater(): void {
    if (this.closed) return;
    clearTimeout(this.timer);
    // The pause grows until a real answer comes: a service that connects but never answers is not tried in a loop.
    const pause = Math.min(LONGEST_PROBE_PAUSE_MS, FIRST_PROBE_MS * 2 ** Math.min(this.misses, 10));
    this.misses += 1;
    this.timer = setTimeout(() => this.probe(), pause * (0.75 + 0.5 * this.random()));
  }

  private probe(): void {
    if (!this.connectivity.isOnline() && !isLoopback(this.target.hostname)) {
      this.missed();
      return;
    }
    const secure = this.target.protocol === 'https:';
    const host = this.target.hostname.replace(/^\[|\]$/g, '');
    const port = Number(this.target.port || (secure ? 443 : 80));
    // An address is no server name (RFC 6066 §3).
    const name = isIP(host) ? {} : { servername: host };
    const socket = secure ? connectSecurely({ host, port, ...name }) : connectPlain({ host, port });
    this.socket = socket;
    socket.setTimeout(PROBE_PATIENCE_MS, () => socket.destroy(new Error('The probe took too long.')));
    socket.once(secure ? 'secureConnect' : 'connect', () => this.probed(socket, true));
    // A certificate that is not trusted is an answer, too: the call itself will say so.
    socket.once('error', (error) =>
      this.probed(socket, outcomeBeforeSending(error) === 'certificate_not_trusted'),
    );
  }

  private probed(socket: Socket, reached: boolean): void {
    socket.destroy();
    this.socket = undefined;
    if (this.closed) return;
    if (reached) this.learn(true);
    else this.missed();
  }
}
