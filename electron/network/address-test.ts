import type { LookupFunction, Socket } from 'node:net';
import {
  type AddressTest,
  type HopResult,
  type ProxyServer,
  type ProxyWay,
  proxyName,
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
import { mayFallBack, ProxyFailure } from './proxy-failure.ts';
import type { ProxyResolver } from './proxy-resolver.ts';
import { openToProxy, type ProxyTunnels } from './proxy-tunnels.ts';
import type { AuthorityOrigins } from './seen-certificate.ts';

export interface AddressTestOptions {
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
export async function testAddress(
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
