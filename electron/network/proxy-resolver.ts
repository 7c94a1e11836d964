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

/** How long the computer may take to find its proxy settings (a PAC script has to be fetched first), ms. */
const SYSTEM_PATIENCE_MS = 10_000;

/** Tells how an address is reached, by the settings as they are at this moment. */
export class ProxyResolver {
  private readonly options: ProxyResolverOptions;

  constructor(options: ProxyResolverOptions) {
    this.options = options;
  }

  /** Answers at once where nobody need be asked. Rejects with a ProxyFailure `no_settings`. */
  routeTo(url: URL): Route | Promise<Route> {
    const { proxyMode, proxyAddress, proxyBypass } = this.options.settings();
    const tunnelled = url.protocol === 'https:' && proxyMode === 'manual' && includesLoopback(proxyBypass);
    if (isThisComputer(url.hostname) && !tunnelled) {
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
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new Error('It took too long to find them.')),
      SYSTEM_PATIENCE_MS,
    );
    try {
      // The script need not know more than whom it is about.
      const list = await Promise.race([this.options.system.resolve(`${url.origin}/`), late.promise]);
      return { reason: 'system', ways: parseProxyList(list) };
    } catch (cause) {
      throw new ProxyFailure(
        'no_settings',
        '',
        { code: 'settings_unreadable', values: null },
        {
          cause,
        },
      );
    } finally {
      clearTimeout(timer);
    }
  }
}

/** What is meant for this computer never leaves it, unless a manual proxy is explicitly asked for that as well. */
function isThisComputer(hostname: string): boolean {
  return isLoopback(hostname) || hostname.endsWith('.localhost');
}

/** Never a direct connection instead: who chose a proxy wants no other way. */
function manualProxy(address: string) {
  const read = parseProxyAddress(address);
  if ('proxy' in read) return read.proxy;
  throw new ProxyFailure('no_settings', '', { code: 'address_unusable', values: null });
}
