import type { LookupFunction } from 'node:net';
import { ConfiguredNetwork } from '../../../electron/network/configured-network.ts';
import type { NetworkSettings } from '../../../electron/network/network.ts';
import { StoredProxyCredentials } from '../../../electron/network/network-manager.ts';
import { MemorySecrets } from '../auth/memory-secrets.ts';

/** Resolves names that end in `.test` to loopback; others are unknown. */
export const lookupOfTest: LookupFunction = (hostname, options, callback) => {
  // Later, as the system's own.
  process.nextTick(() => {
    if (!hostname.endsWith('.test')) {
      callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' }), '', 4);
    } else if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
    else callback(null, '127.0.0.1', 4);
  });
};

/** A network with real connections; the test controls its settings and the system's proxies. */
export async function networkWith(
  changes: Partial<NetworkSettings> & { readonly pac?: () => string | Promise<string> },
) {
  const settings: { -readonly [Name in keyof NetworkSettings]: NetworkSettings[Name] } = {
    proxyMode: 'system',
    proxyAddress: '',
    proxyBypass: '',
    certificateFile: null,
    ...changes,
  };
  const asked: string[] = [];
  const secrets = new MemorySecrets();
  const credentials = new StoredProxyCredentials(secrets, async () => []);
  const network = new ConfiguredNetwork({
    settings: () => settings,
    system: {
      resolve: async (url) => {
        asked.push(url);
        return changes.pac ? changes.pac() : 'DIRECT';
      },
    },
    credentials,
    lookup: lookupOfTest,
  });
  await network.start();
  return { network, settings, credentials, secrets, asked };
}
