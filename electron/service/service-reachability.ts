import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { isLoopback } from '../../shared/workspace.ts';
import type { Network } from '../network/network.ts';
import { createOutcomes } from './create-outcomes.ts';
import { outcomeBeforeSending } from './transport-failure.ts';

/** What the operating system says of the network. */
export interface Connectivity {
  /** False only when the computer has no network at all. */
  isOnline(): boolean;
}

const FIRST_PROBE_MS = 1000;
const LONGEST_PROBE_PAUSE_MS = 15_000;
/** For each way that the network's settings name. */
const PROBE_PATIENCE_MS = 5000;

/**
 * Knows whether a service can be reached: from every call that went out and, while it cannot, from a bare connection
 * now and then, through the proxy where there is one, that carries no byte of a request. So what is queued need not be
 * tried to learn that.
 */
export class ServiceReachability {
  private readonly target: URL;
  private readonly connectivity: Connectivity;
  private readonly random: () => number;
  private readonly listeners = new Set<() => void>();
  private lastKnown = true;
  private misses = 0;
  private timer: NodeJS.Timeout | undefined;
  private readonly connect: buildConnector.connector;
  private probing = false;
  private closed = false;

  constructor(
    baseUrl: string,
    connectivity: Connectivity,
    network: Network,
    random: () => number = Math.random,
  ) {
    this.target = new URL(baseUrl);
    this.connectivity = connectivity;
    this.connect = network.connector(PROBE_PATIENCE_MS);
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
    if (this.closed || this.probing) return;
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
    this.probing = true;
    const { protocol, host, port } = this.target;
    const hostname = this.target.hostname.replace(/^\[|\]$/g, '');
    this.connect({ protocol, host, hostname, port }, (error, socket) => this.probed(socket, error));
  }

  private probed(socket: Socket | null, error: unknown): void {
    // Whoever closes it meanwhile hears no more of it.
    socket?.on('error', () => undefined).destroy();
    this.probing = false;
    if (this.closed) return;
    // A certificate that is not trusted is an answer, too, and so is a proxy that wants a password: the call itself
    // will say so.
    if (socket || createOutcomes[outcomeBeforeSending(error)].action === 'hold') this.learn(true);
    else this.missed();
  }
}
