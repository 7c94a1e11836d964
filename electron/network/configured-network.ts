import type { LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import type { AddressTest, Route, TrustState } from '../../shared/network.ts';
import { testAddress } from './address-test.ts';
import { makeConnector } from './connector.ts';
import type { Network } from './network.ts';
import type { NetworkSettings, ProxyCredentials, SystemProxy } from './ports.ts';
import { ProxyResolver } from './proxy-resolver.ts';
import { ProxyTunnels } from './proxy-tunnels.ts';
import { TrustedAuthorities } from './trusted-authorities.ts';

export interface ConfiguredNetworkOptions {
  /** As they are at this moment. */
  readonly settings: () => NetworkSettings;
  readonly system: SystemProxy;
  readonly credentials: ProxyCredentials;
  readonly authorities?: TrustedAuthorities;
  /** Instead of the operating system's. */
  readonly lookup?: LookupFunction;
}

/**
 * The network as the person's settings and computer have it: proxies, their passwords, and certificate authorities.
 * Every connection of the app to a service or a sign-in is made here.
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

  /** Lets the certificate authorities hold, once. Connections that are wanted before that wait for it. */
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
    return (asked, callback) => {
      if (this.running) connect(asked, callback);
      else void this.started.promise.then(() => connect(asked, callback));
    };
  }

  /** The ways to an address as the settings are now. Rejects with a ProxyFailure `no_settings`. */
  async routeTo(url: URL): Promise<Route> {
    return this.proxies.routeTo(url);
  }

  /** Settings of the network were changed; the certificate authorities are read anew. */
  async settingsChanged(): Promise<TrustState> {
    this.tunnels.forget();
    return this.authorities.apply(this.options.settings().certificateFile);
  }

  /** Goes the whole way to an address, step by step, and says what it finds. */
  test(
    url: URL,
    signal: AbortSignal = new AbortController().signal,
    onProgress: (test: AddressTest) => void = () => undefined,
  ): Promise<AddressTest> {
    const { proxies, tunnels, authorities, options } = this;
    return testAddress(url, { proxies, tunnels, authorities, lookup: options.lookup }, signal, onProgress);
  }
}
