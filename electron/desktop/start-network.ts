import { session } from 'electron';
import { ConfiguredNetwork } from '../network/configured-network.ts';
import type { NetworkSettings, SystemProxy } from '../network/network.ts';
import { StoredProxyCredentials } from '../network/network-manager.ts';
import type { Stores } from '../storage/stores/index.ts';
import { type KeyStore, SealedSecrets } from './sealed-secrets.ts';

interface NetworkParts {
  readonly network: ConfiguredNetwork;
  readonly credentials: StoredProxyCredentials;
  /** Applies a changed consent to weaker storage to the proxies' passwords. */
  weakStorageChanged(): Promise<void>;
}

interface NetworkOptions {
  /** The encrypted passwords of proxies. */
  readonly rows: Stores['proxySecrets'];
  readonly settings: () => NetworkSettings & { readonly weakStorageAllowed: boolean };
  readonly keyStore: KeyStore;
  readonly onTrouble: (error: unknown) => void;
}

/** The network, configured by the settings. Connections wait until it is started. */
export function makeNetwork({ rows, settings, keyStore, onTrouble }: NetworkOptions): NetworkParts {
  const weakAllowed = () => settings().weakStorageAllowed;
  const secrets = new SealedSecrets({ rows, keyStore, weakAllowed, onTrouble });
  const credentials = new StoredProxyCredentials(secrets, () => rows.proxies());
  const network = new ConfiguredNetwork({ settings, system: systemProxy, credentials });
  return { network, credentials, weakStorageChanged: () => secrets.weakStorageChanged() };
}

/** This computer's proxy settings, PAC scripts included, as Chromium resolves them. */
const systemProxy: SystemProxy = {
  resolve: (url) => session.defaultSession.resolveProxy(url),
};
