import type { LookupFunction, Socket } from 'node:net';
import { type ProxyServer, type ProxyWay, proxyName } from '../../shared/network.ts';
import { unlessWaiting } from '../secrets/unless-waiting.ts';
import { type Credentials, connectTunnel } from './connect-tunnel.ts';
import { openTcp, type SocketTarget, startTls } from './open-socket.ts';
import type { ProxyCredentials } from './ports.ts';
import { mayFallBack, ProxyFailure } from './proxy-failure.ts';
import { problemWith } from './proxy-problem.ts';
import { socksTunnel } from './socks-tunnel.ts';
import { isCertificateError } from './system-error.ts';

export interface ProxyTunnelsOptions {
  readonly credentials: Pick<ProxyCredentials, 'load'>;
  readonly lookup?: LookupFunction | undefined;
  /** Monotonic clock, ms. */
  readonly monotonic?: () => number;
}

/** How long a failed proxy is tried last, ms. */
const COOLDOWN_MS = 5 * 60_000;

/** Opens tunnels through proxies. Remembers which proxies need credentials and which failed. */
export class ProxyTunnels {
  private readonly options: ProxyTunnelsOptions;
  private readonly monotonic: () => number;
  /** Proxies that asked for credentials and get them with the first request from then on. */
  private readonly needCredentials = new Set<string>();
  private readonly coolingDownUntil = new Map<string, number>();

  constructor(options: ProxyTunnelsOptions) {
    this.options = options;
    this.monotonic = options.monotonic ?? (() => performance.now());
  }

  /** The routes, with recently failed proxies last. */
  byAvailability(ways: readonly ProxyWay[]): readonly ProxyWay[] {
    return ways.toSorted((one, other) => Number(this.isCoolingDown(one)) - Number(this.isCoolingDown(other)));
  }

  /** Forgets failures after the settings or the network changed. */
  reset(): void {
    this.needCredentials.clear();
    this.coolingDownUntil.clear();
  }

  /**
   * Opens a connection to `target` through `proxy`, with nothing sent to the target yet. Rejects with a ProxyFailure.
   * A proxy gets credentials only after it asked for them, only in the CONNECT request, and only its own.
   */
  async open(proxy: ProxyServer, target: SocketTarget, signal: AbortSignal): Promise<Socket> {
    const name = proxyName(proxy);
    try {
      const known = this.needCredentials.has(name) ? await this.credentialsOf(proxy) : undefined;
      const socket = await this.tunnel(proxy, target, signal, known).catch(async (error: unknown) => {
        const first = error instanceof ProxyFailure && error.kind === 'sign_in_needed' && !known;
        const credentials = first ? await this.credentialsOf(proxy) : undefined;
        if (!credentials) throw error;
        this.needCredentials.add(name);
        return this.tunnel(proxy, target, signal, credentials);
      });
      this.coolingDownUntil.delete(name);
      return socket;
    } catch (error) {
      if (error instanceof ProxyFailure && mayFallBack(error)) {
        this.coolingDownUntil.set(name, this.monotonic() + COOLDOWN_MS);
      }
      throw error;
    }
  }

  /** SOCKS proxies have none. */
  async credentialsOf(proxy: ProxyServer): Promise<Credentials | undefined> {
    if (proxy.kind !== 'http' && proxy.kind !== 'https') return undefined;
    // Without them for now: when the key store has answered, connections are made anew.
    return unlessWaiting(this.options.credentials.load(proxyName(proxy)));
  }

  private async tunnel(
    proxy: ProxyServer,
    target: SocketTarget,
    signal: AbortSignal,
    credentials: Credentials | undefined,
  ): Promise<Socket> {
    const { lookup } = this.options;
    const socket = await openToProxy(proxy, signal, lookup);
    try {
      await requestTunnel(socket, proxy, target, signal, { credentials, lookup });
      return socket;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  private isCoolingDown(way: ProxyWay): boolean {
    return way.kind !== 'direct' && (this.coolingDownUntil.get(proxyName(way)) ?? 0) > this.monotonic();
  }
}

/** Connects to a proxy, with TLS if it is an HTTPS proxy. Rejects with a ProxyFailure. */
export async function openToProxy(
  proxy: ProxyServer,
  signal: AbortSignal,
  lookup?: LookupFunction,
): Promise<Socket> {
  try {
    const socket = await openTcp(proxy, { signal, lookup });
    return proxy.kind === 'https' ? await startTls(socket, proxy.host, signal) : socket;
  } catch (cause) {
    const [kind, code] = isCertificateError(cause)
      ? (['not_trusted', 'certificate_not_trusted'] as const)
      : (['not_reachable', 'not_reachable'] as const);
    throw new ProxyFailure(kind, proxyName(proxy), problemWith(code, cause), { cause });
  }
}

/** Requests a tunnel in the proxy's protocol. Rejects with a ProxyFailure. */
export async function requestTunnel(
  socket: Socket,
  proxy: ProxyServer,
  target: SocketTarget,
  signal: AbortSignal,
  more: { readonly credentials?: Credentials | undefined; readonly lookup?: LookupFunction | undefined },
): Promise<void> {
  if (proxy.kind === 'http' || proxy.kind === 'https') {
    await connectTunnel(socket, proxy, target, signal, more.credentials);
  } else {
    await socksTunnel(socket, proxy, target, signal, more.lookup);
  }
}
