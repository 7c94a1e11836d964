import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { isLoopback } from '../../shared/workspace.ts';
import type { Network } from '../network/network.ts';
import { createOutcomes, outcomeBeforeSending } from './create-outcomes.ts';

/** What the operating system knows about the network. */
export interface Connectivity {
  /** False only if the computer has no network at all. */
  isOnline(): boolean;
}

const FIRST_PROBE_MS = 1000;
const LONGEST_PROBE_PAUSE_MS = 15_000;
/** For each route that the network settings name. */
const PROBE_TIMEOUT_MS = 5000;

/**
 * Whether a service can be reached: learned from every call and, while it can't be reached, from probes that open a
 * connection (through the proxy, if any) without sending a byte of a request. So nothing queued has to be tried just to
 * find out.
 */
export class ServiceReachability {
  private readonly target: URL;
  private readonly connectivity: Connectivity;
  private readonly random: () => number;
  private readonly listeners = new Set<() => void>();
  /** As far as known. */
  reachable = true;
  /** Since when it can't be reached, UTC ms; null if it can. */
  unreachableSince: number | null = null;
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
    this.connect = network.connector(PROBE_TIMEOUT_MS);
    this.random = random;
  }

  /** The service gave an HTTP answer. */
  seen(): void {
    this.misses = 0;
    this.update(true);
  }

  /** No connection could be made: probes start looking for the service. */
  missed(): void {
    this.update(false);
    this.probeLater();
  }

  /** Probes now: at start, after sleep, when the window gets the focus. */
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

  private update(reachable: boolean): void {
    if (this.reachable === reachable) return;
    this.reachable = reachable;
    this.unreachableSince = reachable ? null : Date.now();
    if (reachable) clearTimeout(this.timer);
    for (const listener of this.listeners) listener();
  }

  private probeLater(): void {
    if (this.closed) return;
    clearTimeout(this.timer);
    // The pause grows until a real answer comes: a service that connects but never answers must not be tried in a tight
    // loop.
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
    // An error after this must not crash the process.
    socket?.on('error', () => undefined).destroy();
    this.probing = false;
    if (this.closed) return;
    // An untrusted certificate is an answer too, and so is a proxy that wants a password: the call itself will report it.
    if (socket || createOutcomes[outcomeBeforeSending(error)].action === 'hold') this.update(true);
    else this.missed();
  }
}
