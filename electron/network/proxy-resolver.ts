import { parseProxyAddress, type Route } from '../../shared/network.ts';
import { isLoopback } from '../../shared/workspace.ts';
import { includesLoopback, isBypassed } from './bypass-list.ts';
import type { NetworkSettings, SystemProxy } from './ports.ts';
import { ProxyFailure } from './proxy-failure.ts';
import { parseProxyList } from './proxy-list.ts';

export interface ProxyResolverOptions {
  readonly settings: () => Pick<NetworkSettings, 'proxyMode' | 'proxyAddress' | 'proxyBypass'>;
  readonly system: SystemProxy;
}

/** Timeout for the system's proxy settings, which may have to fetch a PAC script, ms. */
const SYSTEM_TIMEOUT_MS = 10_000;

/** Determines the route to an address from the current settings. */
export class ProxyResolver {
  private readonly options: ProxyResolverOptions;

  constructor(options: ProxyResolverOptions) {
    this.options = options;
  }

  /** Synchronous unless the system's settings are used. Throws or rejects with a ProxyFailure `no_settings`. */
  routeTo(url: URL): Route | Promise<Route> {
    const { proxyMode, proxyAddress, proxyBypass } = this.options.settings();
    const viaProxy = url.protocol === 'https:' && proxyMode === 'manual' && includesLoopback(proxyBypass);
    if (isLocalhost(url.hostname) && !viaProxy) {
      return { reason: 'this_computer', ways: [{ kind: 'direct' }] };
    }
    switch (proxyMode) {
      case 'none':
        return { reason: 'no_proxy', ways: [{ kind: 'direct' }] };
      case 'manual':
        if (isBypassed(url, proxyBypass)) return { reason: 'bypassed', ways: [{ kind: 'direct' }] };
        return { reason: 'manual', ways: [manualProxy(proxyAddress)] };
      case 'system':
        return this.systemRoute(url);
    }
  }

  private async systemRoute(url: URL): Promise<Route> {
    const timeout = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => timeout.reject(new Error('Timed out reading the proxy settings.')),
      SYSTEM_TIMEOUT_MS,
    );
    try {
      // The PAC script gets only the origin, not the path.
      const list = await Promise.race([this.options.system.resolve(`${url.origin}/`), timeout.promise]);
      return { reason: 'system', ways: parseProxyList(list) };
    } catch (cause) {
      throw new ProxyFailure('no_settings', '', { code: 'settings_unreadable', values: null }, { cause });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Local addresses bypass proxies, unless a manual proxy's bypass list says `<-loopback>`. */
function isLocalhost(hostname: string): boolean {
  return isLoopback(hostname) || hostname.endsWith('.localhost');
}

/** Throws for an invalid address: falling back to a direct connection would bypass the proxy the person chose. */
function manualProxy(address: string) {
  const read = parseProxyAddress(address);
  if ('proxy' in read) return read.proxy;
  throw new ProxyFailure('no_settings', '', { code: 'address_unusable', values: null });
}
