import type { ProxyConfig } from 'electron';
import { parseProxyAddress, proxyName } from '../../../shared/network.ts';
import type { Settings } from '../../../shared/settings.ts';

/**
 * The proxy settings for Chromium, whose network stack downloads updates. An unparseable manual proxy becomes an
 * unreachable one: updates must not bypass the proxy.
 */
export function updateProxy({
  proxyMode,
  proxyAddress,
  proxyBypass,
}: Pick<Settings, 'proxyMode' | 'proxyAddress' | 'proxyBypass'>): ProxyConfig {
  switch (proxyMode) {
    case 'system':
      return { mode: 'system' };
    case 'none':
      return { mode: 'direct' };
    case 'manual': {
      const read = parseProxyAddress(proxyAddress);
      const rules =
        'proxy' in read ? `${read.proxy.kind}://${proxyName(read.proxy)}` : 'http://proxy.invalid:9';
      const bypass = proxyBypass.split(/[\s,;]+/).filter((entry) => entry !== '');
      return { mode: 'fixed_servers', proxyRules: rules, proxyBypassRules: bypass.join(',') };
    }
  }
}
