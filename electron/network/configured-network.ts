import type { LookupFunction, Socket } from 'node:net';
import { buildConnector } from 'undici';
import {
  type AddressTest,
  type HopResult,
  type ProxyServer,
  type ProxyWay,
  proxyName,
  type Route,
  type TrustState,
} from '../../shared/network.ts';
import { portOf } from './bypass-list.ts';
import {
  failedHop,
  resolveRoute,
  type StepResult,
  testDns,
  testHttp,
  testProxyConnect,
  testTcp,
  testTls,
} from './hop-tests.ts';
import type { Network } from './network.ts';
import type { NetworkSettings, ProxyCredentials, SystemProxy } from './ports.ts';
import { mayFallBack, ProxyFailure } from './proxy-failure.ts';
import { ProxyResolver } from './proxy-resolver.ts';
import { openToProxy, ProxyTunnels } from './proxy-tunnels.ts';
import type { AuthorityOrigins } from './seen-certificate.ts';
import { isCertificateError } from './system-error.ts';
import { TrustedAuthorities } from './trusted-authorities.ts';

interface AddressTestOptions {
  readonly proxies: Pick<ProxyResolver, 'routeTo'>;
  readonly tunnels: Pick<ProxyTunnels, 'credentialsOf'>;
  readonly authorities: AuthorityOrigins;
  readonly lookup?: LookupFunction | undefined;
  /** Per step, ms. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;

/**
 * Tests the connection to an address step by step, as the queue connects: tries the routes in order until one works, and
 * sends only an unauthenticated GET. `onProgress` is called whenever a step starts or ends.
 */
async function testAddress(
  url: URL,
  options: AddressTestOptions,
  signal: AbortSignal,
  onProgress: (test: AddressTest) => void,
): Promise<AddressTest> {
  const test = new AddressTestRun(url, options, signal, onProgress);
  return test.run();
}

class AddressTestRun {
  private readonly url: URL;
  private readonly options: AddressTestOptions;
  private readonly signal: AbortSignal;
  private readonly onProgress: (test: AddressTest) => void;
  private readonly hops: HopResult[] = [];
  private readonly sockets = new Set<Socket>();
  /** A proxy gave a final refusal, so no other route is tried. */
  private refused = false;

  constructor(
    url: URL,
    options: AddressTestOptions,
    signal: AbortSignal,
    onProgress: (test: AddressTest) => void,
  ) {
    this.url = url;
    this.options = options;
    this.signal = signal;
    this.onProgress = onProgress;
  }

  async run(): Promise<AddressTest> {
    try {
      const reached = await this.reach();
      if (this.signal.aborted) return this.report('cancelled');
      return this.report(reached ? 'ok' : 'failed');
    } finally {
      for (const socket of this.sockets) socket.destroy();
    }
  }

  private async reach(): Promise<boolean> {
    const route = await this.step('route', this.url.host, () => resolveRoute(this.options.proxies, this.url));
    for (const way of route?.ways ?? []) {
      const socket = await this.connect(way);
      if (this.signal.aborted || this.refused) return false;
      // Once a route reached the service, other routes can't do better.
      if (socket) return this.request(socket);
    }
    return false;
  }

  /** Connects to the service by one route. */
  private async connect(way: ProxyWay): Promise<Socket | undefined> {
    const target = { host: this.host, port: portOf(this.url) };
    if (way.kind === 'direct') return this.tcp(target);
    const socket = await this.toProxy(way);
    if (!socket) return undefined;
    return this.step('proxy', proxyName(way), async () => {
      const { lookup } = this.options;
      const first = await testProxyConnect(socket, way, target, this.stepSignal(), { lookup });
      const needsSignIn = first.error instanceof ProxyFailure && first.error.kind === 'sign_in_needed';
      const credentials = needsSignIn ? await this.options.tunnels.credentialsOf(way) : undefined;
      if (!credentials) return first;
      // The proxy may have closed the first connection after its refusal.
      const second = await openToProxy(way, this.stepSignal(), lookup);
      this.sockets.add(second);
      return testProxyConnect(second, way, target, this.stepSignal(), { credentials, lookup });
    });
  }

  private async toProxy(proxy: ProxyServer): Promise<Socket | undefined> {
    const socket = await this.tcp(proxy);
    if (!socket || proxy.kind !== 'https') return socket;
    return this.step('proxy_tls', proxy.host, () =>
      testTls(socket, proxy.host, this.stepSignal(), this.options.authorities, 'proxy_tls'),
    );
  }

  private async tcp(target: { host: string; port: number }): Promise<Socket | undefined> {
    const { lookup } = this.options;
    const found = await this.step('dns', target.host, () => testDns(target.host, this.stepSignal(), lookup));
    if (!found) return undefined;
    return this.step('tcp', proxyName(target), () => testTcp(target, this.stepSignal(), lookup));
  }

  private async request(socket: Socket): Promise<boolean> {
    const { url, host } = this;
    const secured =
      url.protocol === 'https:'
        ? await this.step('tls', host, () =>
            testTls(socket, host, this.stepSignal(), this.options.authorities),
          )
        : socket;
    if (!secured) return false;
    return Boolean(await this.step('http', url.host, () => testHttp(secured, url, this.stepSignal())));
  }

  /** Runs a step and reports its start and its result. */
  private async step<Value>(
    kind: HopResult['kind'],
    about: string,
    run: () => Promise<StepResult<Value>>,
  ): Promise<Value | undefined> {
    if (this.signal.aborted) return undefined;
    const at = this.hops.push({ kind, about, state: 'running', ms: null, finding: null }) - 1;
    this.report('running');
    const { hop, value, error } = await run().catch((reason: unknown) =>
      failedHop<Value>(kind, about, reason),
    );
    this.refused = error instanceof ProxyFailure && !mayFallBack(error);
    if (isSocket(value)) this.sockets.add(value);
    if (this.signal.aborted) {
      this.hops.splice(at);
      return undefined;
    }
    this.hops[at] = hop;
    this.report('running');
    return value;
  }

  private report(state: AddressTest['state']): AddressTest {
    const test = { url: this.url.href, state, hops: [...this.hops] };
    this.onProgress(test);
    return test;
  }

  private stepSignal(): AbortSignal {
    return AbortSignal.any([this.signal, AbortSignal.timeout(this.options.timeoutMs ?? TIMEOUT_MS)]);
  }

  private get host(): string {
    return this.url.hostname.replace(/^\[|\]$/g, '');
  }
}

function isSocket(value: unknown): value is Socket {
  return typeof value === 'object' && value !== null && 'destroy' in value;
}

interface ConnectorOptions {
  readonly proxies: Pick<ProxyResolver, 'routeTo'>;
  readonly tunnels: ProxyTunnels;
  /** Per attempted route, ms. */
  readonly timeoutMs: number;
  /** Grows when the certificate authorities change, so that no old TLS session is resumed. */
  readonly trustEpoch: () => number;
  readonly lookup?: LookupFunction | undefined;
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
    let route: Route | Promise<Route>;
    try {
      route = options.proxies.routeTo(addressOf(target));
    } catch (error) {
      callback(asError(error), null);
      return;
    }
    // Direct connections skip the promise chain.
    if (!(route instanceof Promise) && route.ways.every(({ kind }) => kind === 'direct')) {
      direct(target, callback);
      return;
    }
    Promise.resolve(route)
      .then((found) => connectBy(found, target, direct, options))
      .then(
        (socket) => callback(null, socket),
        (error: unknown) => callback(asError(error), null),
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
    current(target, callback);
  };
}

/** Tries the routes in order. Rejects with the first route's error. */
async function connectBy(
  route: Route,
  target: Options,
  direct: Connect,
  { tunnels, timeoutMs }: ConnectorOptions,
): Promise<Socket> {
  const overall = AbortSignal.timeout(timeoutMs * OVERALL_TIMEOUTS);
  const failures: unknown[] = [];
  for (const way of tunnels.byAvailability(route.ways)) {
    try {
      if (way.kind === 'direct') return await connected(direct, target);
      const url = addressOf(target);
      const host = { host: target.hostname, port: portOf(url) };
      const signal = AbortSignal.any([overall, AbortSignal.timeout(timeoutMs)]);
      const tunnel = await tunnels.open(way, host, signal);
      if (target.protocol !== 'https:') return tunnel;
      return await connected(direct, { ...target, httpSocket: tunnel });
    } catch (error) {
      failures.push(error);
      const isFinal = error instanceof ProxyFailure ? !mayFallBack(error) : isCertificateError(error);
      if (isFinal || overall.aborted) break;
    }
  }
  throw failures[0];
}

function connected(connect: Connect, options: Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connect(options, (error, socket) => {
      if (socket) resolve(socket);
      else reject(error ?? new Error('undici returned neither a socket nor an error.'));
    });
  });
}

function addressOf({ protocol, host, hostname, port }: Options): URL {
  return new URL(`${protocol}//${host ?? (port ? `${hostname}:${port}` : hostname)}`);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

export interface ConfiguredNetworkOptions {
  /** Returns the current settings. */
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

  connector(timeoutMs: number): buildConnector.connector {
    const { proxies, tunnels, authorities, options } = this;
    const connect = makeConnector({
      proxies,
      tunnels,
      timeoutMs,
      trustEpoch: () => authorities.epoch,
      lookup: options.lookup,
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

  /** Tests the connection to an address step by step. */
  test(
    url: URL,
    signal: AbortSignal = new AbortController().signal,
    onProgress: (test: AddressTest) => void = () => undefined,
  ): Promise<AddressTest> {
    const { proxies, tunnels, authorities, options } = this;
    return testAddress(url, { proxies, tunnels, authorities, lookup: options.lookup }, signal, onProgress);
  }
}
