import { type LookupFunction, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import type { Route, TrustState } from '../../shared/network.ts';
import type { ConnectionTrace } from './connection-trace.ts';
import {
  mayFallBack,
  type Network,
  type NetworkSettings,
  type ProxyCredentials,
  ProxyFailure,
  type SystemProxy,
} from './network.ts';
import { ProxyResolver, portOf } from './proxy-resolver.ts';
import { ProxyTunnels } from './proxy-tunnels.ts';
import { isCertificateError } from './system-error.ts';
import { TrustedAuthorities } from './trusted-authorities.ts';

interface ConnectorOptions {
  readonly proxies: Pick<ProxyResolver, 'routeTo'>;
  readonly tunnels: ProxyTunnels;
  /** Per attempted route, ms. */
  readonly timeoutMs: number;
  /** Grows when the certificate authorities change, so that no old TLS session is resumed. */
  readonly trustEpoch: () => number;
  readonly lookup?: LookupFunction | undefined;
  readonly trace?: ConnectionTrace | undefined;
}

type Connect = buildConnector.connector;
type Options = buildConnector.Options;

/** The overall timeout, as a multiple of the timeout per route. */
const OVERALL_TIMEOUTS = 3;

/**
 * An undici connector that follows the proxy settings. Direct connections and TLS to the service are left to undici; a
 * proxy's tunnel is opened first. No byte of a request is written here, so after a failure the next route is safe to try.
 */
function makeConnector(options: ConnectorOptions): Connect {
  const direct = directConnector(options);
  return (target, callback) => {
    const { trace } = options;
    const url = addressOf(target);
    let route: Route | Promise<Route>;
    trace?.begin('route', url.host);
    try {
      route = options.proxies.routeTo(url);
    } catch (error) {
      trace?.failed(error);
      callback(asError(error), null);
      return;
    }
    // Direct connections skip the promise chain.
    if (!trace && !(route instanceof Promise) && route.ways.every(({ kind }) => kind === 'direct')) {
      direct(target, callback);
      return;
    }
    Promise.resolve(route)
      .then((found) => connectBy(found, target, direct, options))
      .then(
        (socket) => {
          trace?.begin('http', url.host);
          callback(null, socket);
        },
        (error: unknown) => {
          trace?.failed(error);
          callback(asError(error), null);
        },
      );
  };
}

/** undici's connector, rebuilt when the certificate authorities change: it caches TLS sessions. */
function directConnector({ timeoutMs, trustEpoch, lookup }: ConnectorOptions): Connect {
  const build = (): Connect =>
    buildConnector({ allowH2: false, timeout: timeoutMs, ...(lookup && { lookup }) });
  let epoch = trustEpoch();
  let current = build();
  return (target, callback) => {
    if (epoch !== trustEpoch()) {
      epoch = trustEpoch();
      current = build();
    }
    return current(target, callback);
  };
}

/** Tries the routes in order. Rejects with the first route's error. */
async function connectBy(
  route: Route,
  target: Options,
  direct: Connect,
  { tunnels, timeoutMs, trace }: ConnectorOptions,
): Promise<Socket> {
  trace?.done({ code: 'route_found', values: route });
  const overall = AbortSignal.timeout(timeoutMs * OVERALL_TIMEOUTS);
  const failures: unknown[] = [];
  for (const way of tunnels.byAvailability(route.ways)) {
    try {
      if (way.kind === 'direct') return await connected(direct, target, trace);
      const url = addressOf(target);
      const host = { host: target.hostname, port: portOf(url) };
      const signal = AbortSignal.any([overall, AbortSignal.timeout(timeoutMs)]);
      const tunnel = await tunnels.open(way, host, signal, trace);
      if (target.protocol !== 'https:') return tunnel;
      return await connected(direct, { ...target, httpSocket: tunnel }, trace);
    } catch (error) {
      trace?.failed(error);
      failures.push(error);
      const isFinal = error instanceof ProxyFailure ? !mayFallBack(error) : isCertificateError(error);
      if (isFinal || overall.aborted) break;
    }
  }
  throw failures[0];
}

function connected(connect: Connect, options: Options, trace?: ConnectionTrace): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // undici returns the socket at once, which its types leave out; nothing has happened on it yet.
    const connecting: unknown = connect(options, (error, socket) => {
      if (socket) resolve(socket);
      else reject(error ?? new Error('undici returned neither a socket nor an error.'));
    });
    if (!trace) return;
    const { hostname: host } = options;
    if (options.httpSocket && connecting instanceof TLSSocket) trace.watchTls(connecting, host);
    else if (connecting instanceof Socket)
      trace.watchConnect(connecting, { host, port: portOf(addressOf(options)) });
  });
}

function addressOf({ protocol, host, hostname, port }: Options): URL {
  return new URL(`${protocol}//${host ?? (port ? `${hostname}:${port}` : hostname)}`);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

interface ConfiguredNetworkOptions {
  readonly settings: () => NetworkSettings;
  readonly system: SystemProxy;
  readonly credentials: ProxyCredentials;
  readonly authorities?: TrustedAuthorities;
  /** Replaces the operating system's. */
  readonly lookup?: LookupFunction;
}

/**
 * The network with the configured proxies, their credentials and certificate authorities. All connections to services
 * and sign-in servers go through it.
 */
export class ConfiguredNetwork implements Network {
  readonly proxies: ProxyResolver;
  readonly tunnels: ProxyTunnels;
  readonly authorities: TrustedAuthorities;
  private readonly options: ConfiguredNetworkOptions;
  private readonly started = Promise.withResolvers<void>();
  private starting: Promise<this> | undefined;
  private running = false;

  constructor(options: ConfiguredNetworkOptions) {
    this.options = options;
    this.proxies = new ProxyResolver(options);
    this.tunnels = new ProxyTunnels(options);
    this.authorities = options.authorities ?? new TrustedAuthorities();
  }

  /** Loads the certificate authorities, once. Earlier connection attempts wait for it. */
  start(): Promise<this> {
    this.starting ??= this.startOnce();
    return this.starting;
  }

  private async startOnce(): Promise<this> {
    await this.authorities.apply(this.options.settings().certificateFile);
    this.running = true;
    this.started.resolve();
    return this;
  }

  connector(timeoutMs: number, trace?: ConnectionTrace): buildConnector.connector {
    const { proxies, tunnels, authorities, options } = this;
    const connect = makeConnector({
      proxies,
      tunnels,
      timeoutMs,
      trustEpoch: () => authorities.epoch,
      lookup: options.lookup,
      trace,
    });
    return (target, callback) => {
      if (this.running) connect(target, callback);
      else void this.started.promise.then(() => connect(target, callback));
    };
  }

  /** The route to an address under the current settings. Rejects with a ProxyFailure `no_settings`. */
  async routeTo(url: URL): Promise<Route> {
    return this.proxies.routeTo(url);
  }

  /** Applies changed network settings and reloads the certificate authorities. */
  async settingsChanged(): Promise<TrustState> {
    this.tunnels.reset();
    return this.authorities.apply(this.options.settings().certificateFile);
  }
}
