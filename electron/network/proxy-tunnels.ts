import type { LookupFunction, Socket } from 'node:net';
import { type ProxyServer, type ProxyWay, proxyName } from '../../shared/network.ts';
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
  /** ms on a clock that nobody sets. */
  readonly monotonic?: () => number;
}

/** A proxy that could not be reached is tried after the others of its list for so long, ms. */
const REST_MS = 5 * 60_000;

/** Opens tunnels through proxies, and remembers which of them ask for a sign-in and which do not answer. */
export class ProxyTunnels {
  private readonly options: ProxyTunnelsOptions;
  private readonly monotonic: () => number;
  /** Those that asked for a user name and password: they get them at once from then on. */
  private readonly asking = new Set<string>();
  private readonly restingUntil = new Map<string, number>();

  constructor(options: ProxyTunnelsOptions) {
    this.options = options;
    this.monotonic = options.monotonic ?? (() => performance.now());
  }

  /** The ways in the order in which they are worth trying now. */
  inOrder(ways: readonly ProxyWay[]): readonly ProxyWay[] {
    return ways.toSorted((one, other) => Number(this.rests(one)) - Number(this.rests(other)));
  }

  /** Settings or the network changed: every proxy gets a new chance. */
  forget(): void {
    this.asking.clear();
    this.restingUntil.clear();
  }

  /**
   * A connection to `target` through `proxy`, over which nothing was said yet. Rejects with a ProxyFailure.
   * User name and password go to a proxy only after it asked for them, only in the CONNECT, and only its own.
   */
  async open(proxy: ProxyServer, target: SocketTarget, signal: AbortSignal): Promise<Socket> {
    const name = proxyName(proxy);
    try {
      const known = this.asking.has(name) ? await this.credentialsOf(proxy) : undefined;
      const socket = await this.tunnel(proxy, target, signal, known).catch(async (error: unknown) => {
        const first = error instanceof ProxyFailure && error.kind === 'sign_in_needed' && !known;
        const credentials = first ? await this.credentialsOf(proxy) : undefined;
        if (!credentials) throw error;
        this.asking.add(name);
        return this.tunnel(proxy, target, signal, credentials);
      });
      this.restingUntil.delete(name);
      return socket;
    } catch (error) {
      if (error instanceof ProxyFailure && mayFallBack(error)) {
        this.restingUntil.set(name, this.monotonic() + REST_MS);
      }
      throw error;
    }
  }

  /** Only a proxy asked by CONNECT can be told a password. */
  async credentialsOf(proxy: ProxyServer): Promise<Credentials | undefined> {
    if (proxy.kind !== 'http' && proxy.kind !== 'https') return undefined;
    return this.options.credentials.load(proxyName(proxy));
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
      await askForTunnel(socket, proxy, target, signal, { credentials, lookup });
      return socket;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  private rests(way: ProxyWay): boolean {
    return way.kind !== 'direct' && (this.restingUntil.get(proxyName(way)) ?? 0) > this.monotonic();
  }
}

/** Connects to a proxy, by TLS where it wants that. Rejects with a ProxyFailure. */
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

/** Has a proxy make the connection to the target, in the proxy's own language. Rejects with a ProxyFailure. */
export async function askForTunnel(
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
