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
