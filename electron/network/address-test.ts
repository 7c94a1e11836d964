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
  type Tried,
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
  /** For each step, ms. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 10_000;

/**
 * Goes the whole way to an address step by step, as a connection of the queue would: the ways in their order until one
 * works. Sends nothing but a question without sign-in. `onProgress` hears of each step as it begins and ends; answers
 * how it ended.
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
  private readonly open = new Set<Socket>();
  /** A proxy has spoken for all: no other way is tried. */
  private isRefused = false;

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
      if (this.signal.aborted) return this.tell('cancelled');
      return this.tell(reached ? 'ok' : 'failed');
    } finally {
      for (const socket of this.open) socket.destroy();
    }
  }

  private async reach(): Promise<boolean> {
    const route = await this.step('route', this.url.host, () => resolveRoute(this.options.proxies, this.url));
    for (const way of route?.ways ?? []) {
      const socket = await this.connect(way);
      if (this.signal.aborted || this.isRefused) return false;
      // A service that answers, but wrongly, is not asked once more on another way.
      if (socket) return this.ask(socket);
    }
    return false;
  }

  /** A connection to the service on one way. */
  private async connect(way: ProxyWay): Promise<Socket | undefined> {
    const target = { host: this.host, port: portOf(this.url) };
    if (way.kind === 'direct') return this.tcp(target);
    const socket = await this.toProxy(way);
    if (!socket) return undefined;
    return this.step('proxy', proxyName(way), async () => {
      const { lookup } = this.options;
      const first = await testProxyConnect(socket, way, target, this.patience(), { lookup });
      const asked = first.error instanceof ProxyFailure && first.error.kind === 'sign_in_needed';
      const credentials = asked ? await this.options.tunnels.credentialsOf(way) : undefined;
      if (!credentials) return first;
      // The proxy may have closed the first one with its refusal.
      const again = await openToProxy(way, this.patience(), lookup);
      this.open.add(again);
      return testProxyConnect(again, way, target, this.patience(), { credentials, lookup });
    });
  }

  private async toProxy(proxy: ProxyServer): Promise<Socket | undefined> {
    const socket = await this.tcp(proxy);
    if (!socket || proxy.kind !== 'https') return socket;
    return this.step('proxy_tls', proxy.host, () =>
      testTls(socket, proxy.host, this.patience(), this.options.authorities, 'proxy_tls'),
    );
  }

  private async tcp(target: { host: string; port: number }): Promise<Socket | undefined> {
    const { lookup } = this.options;
    const found = await this.step('dns', target.host, () => testDns(target.host, this.patience(), lookup));
    if (!found) return undefined;
    return this.step('tcp', proxyName(target), () => testTcp(target, this.patience(), lookup));
  }

  private async ask(socket: Socket): Promise<boolean> {
    const { url, host } = this;
    const secured =
      url.protocol === 'https:'
        ? await this.step('tls', host, () => testTls(socket, host, this.patience(), this.options.authorities))
        : socket;
    if (!secured) return false;
    return Boolean(await this.step('http', url.host, () => testHttp(secured, url, this.patience())));
  }

  /** Shows a step while it runs and what it found. */
  private async step<Gives>(
    kind: HopResult['kind'],
    about: string,
    run: () => Promise<Tried<Gives>>,
  ): Promise<Gives | undefined> {
    if (this.signal.aborted) return undefined;
    const at = this.hops.push({ kind, about, state: 'running', ms: null, finding: null }) - 1;
    this.tell('running');
    const { hop, gives, error } = await run().catch((reason: unknown) =>
      failedHop<Gives>(kind, about, reason),
    );
    this.isRefused = error instanceof ProxyFailure && !mayFallBack(error);
    if (isSocket(gives)) this.open.add(gives);
    if (this.signal.aborted) {
      // What a cancelled step says of itself is of no interest.
      this.hops.splice(at);
      return undefined;
    }
    this.hops[at] = hop;
    this.tell('running');
    return gives;
  }

  private tell(state: AddressTest['state']): AddressTest {
    const test = { url: this.url.href, state, hops: [...this.hops] };
    this.onProgress(test);
    return test;
  }

  private patience(): AbortSignal {
    return AbortSignal.any([this.signal, AbortSignal.timeout(this.options.patienceMs ?? PATIENCE_MS)]);
  }

  private get host(): string {
    return this.url.hostname.replace(/^\[|\]$/g, '');
  }
}

function isSocket(value: unknown): value is Socket {
  return typeof value === 'object' && value !== null && 'destroy' in value;
}
