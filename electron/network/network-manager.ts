import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { SecretKeeping } from '../../shared/key-store.ts';
import {
  type NetworkState,
  type ProxyAccount,
  type ProxyCredentialsInput,
  type ProxyInput,
  type ProxyWay,
  proxyName,
} from '../../shared/network.ts';
import { CodedError, fail } from '../../shared/result.ts';
import type { Workspace } from '../../shared/workspace.ts';
import { isWaiting, type SecretStore, unlessWaiting } from '../secrets/secret-store.ts';
import type { ConfiguredNetwork } from './configured-network.ts';
import type { NetworkSettings, ProxyCredentials } from './network.ts';
import type { Credentials } from './proxy-tunnels.ts';

interface NetworkManagerOptions {
  readonly network: ConfiguredNetwork;
  readonly credentials: ProxyCredentials;
  readonly settings: {
    read(): NetworkSettings;
    /** Throws a CodedError if the organisation manages a setting. */
    change(changes: Partial<NetworkSettings>): unknown;
  };
  readonly workspaces: () => Promise<readonly Workspace[]>;
  /** Opens a file dialog for CA certificates; null when cancelled. */
  readonly chooseCertificateFile: () => Promise<string | null>;
  /** Called when new settings are in force, so that held submissions can be retried. */
  readonly onApplied: () => Promise<void>;
  /** Called when the Network page's data has changed. */
  readonly onChange: () => void;
}

export class NetworkManager {
  private readonly options: NetworkManagerOptions;
  private applied: NetworkSettings;

  constructor(options: NetworkManagerOptions) {
    this.options = options;
    this.applied = networkSettingsOf(options.settings.read());
  }

  async state(): Promise<NetworkState> {
    const { network, settings } = this.options;
    const { proxyMode, proxyAddress, proxyBypass } = settings.read();
    return {
      proxy: { mode: proxyMode, address: proxyAddress, bypass: proxyBypass },
      trust: network.authorities.state,
      accounts: await this.accounts(),
    };
  }

  /** Applies to connections made after it resolves. */
  async saveProxy({ mode, address, bypass }: ProxyInput): Promise<void> {
    return this.change({ proxyMode: mode, proxyAddress: address, proxyBypass: bypass });
  }

  async saveCredentials({ proxy, userName, password }: ProxyCredentialsInput): Promise<void> {
    await this.options.credentials.save(proxy, { userName, password });
    return this.apply();
  }

  async forgetCredentials(proxy: string): Promise<void> {
    await this.options.credentials.remove(proxy);
    return this.apply();
  }

  /** Adds the authorities from a file the person chooses. Changes nothing if none of them is usable. */
  async chooseCertificateFile(): Promise<void> {
    const path = await this.options.chooseCertificateFile();
    if (path === null) return;
    const { network, settings } = this.options;
    const before = settings.read().certificateFile;
    const { file } = await network.authorities.apply(path);
    if (file === null || file.added === 0) {
      await network.authorities.apply(before);
      throw new CodedError(fail('no_certificate', { problems: file?.problems ?? [] }));
    }
    await this.change({ certificateFile: path });
  }

  async removeCertificateFile(): Promise<void> {
    return this.change({ certificateFile: null });
  }

  /** Applies settings changed elsewhere, for example by the organisation's policy. */
  async settingsChanged(): Promise<void> {
    if (!isDeepStrictEqual(networkSettingsOf(this.options.settings.read()), this.applied)) await this.apply();
  }

  private change(changes: Partial<NetworkSettings>): Promise<void> {
    // Set first, so that settingsChanged() does not apply the same change again.
    this.applied = { ...this.applied, ...changes };
    this.options.settings.change(changes);
    return this.apply();
  }

  private async apply(): Promise<void> {
    const { network, settings, onApplied, onChange } = this.options;
    this.applied = networkSettingsOf(settings.read());
    await network.settingsChanged();
    onChange();
    await onApplied();
  }

  /** Proxies on the way to the workspaces' addresses, and those with stored credentials. */
  private async accounts(): Promise<readonly ProxyAccount[]> {
    const { credentials, network, workspaces } = this.options;
    const addresses = (await workspaces()).flatMap(({ baseUrl, authUrl }) => [baseUrl, authUrl]);
    const routes = await Promise.all(
      // The connection check reports why there is no route.
      [...new Set(addresses)].map((url) => network.routeTo(new URL(url)).catch(() => null)),
    );
    const used = routes
      .flatMap((route) => route?.ways ?? [])
      .filter(supportsPassword)
      .map(proxyName);
    const names = new Set([...used, ...(await credentials.proxies())]);
    return Promise.all(
      [...names].map(async (proxy) => ({
        proxy,
        userName: (await unlessWaiting(credentials.load(proxy)))?.userName ?? null,
      })),
    );
  }
}

function networkSettingsOf(settings: NetworkSettings): NetworkSettings {
  const { proxyMode, proxyAddress, proxyBypass, certificateFile } = settings;
  return { proxyMode, proxyAddress, proxyBypass, certificateFile };
}

function supportsPassword(way: ProxyWay): way is Extract<ProxyWay, { kind: 'http' | 'https' }> {
  return way.kind === 'http' || way.kind === 'https';
}

const stored = z.object({ userName: z.string(), password: z.string() });

/**
 * Proxies' user names and passwords, encrypted like workspace sign-ins. Cached after the first decryption, so that
 * connections don't wait for the key store.
 */
export class StoredProxyCredentials implements ProxyCredentials {
  private readonly secrets: Pick<SecretStore, 'load' | 'save' | 'remove'>;
  private readonly storedFor: () => Promise<readonly string[]>;
  private readonly cache = new Map<string, Promise<Credentials | undefined>>();

  /** `storedFor`: the proxies with stored credentials, whether or not they can be decrypted. */
  constructor(
    secrets: Pick<SecretStore, 'load' | 'save' | 'remove'>,
    storedFor: () => Promise<readonly string[]>,
  ) {
    this.secrets = secrets;
    this.storedFor = storedFor;
  }

  load(proxy: string): Promise<Credentials | undefined> {
    const cached = this.cache.get(proxy);
    if (cached) return cached;
    const loading = this.decrypt(proxy);
    this.cache.set(proxy, loading);
    // Retry with the next connection: the key store may be available then.
    loading.catch(() => this.cache.delete(proxy));
    return loading;
  }

  async save(proxy: string, credentials: Credentials): Promise<SecretKeeping> {
    const keeping = await this.secrets.save(proxy, 'proxy_credentials', JSON.stringify(credentials));
    this.cache.set(proxy, Promise.resolve(credentials));
    return keeping;
  }

  async remove(proxy: string): Promise<void> {
    this.cache.delete(proxy);
    await this.secrets.remove(proxy, 'proxy_credentials');
  }

  async proxies(): Promise<readonly string[]> {
    const names = new Set([...(await this.storedFor()), ...this.cache.keys()]);
    const found = await Promise.all(
      // Those that have to be waited for exist.
      [...names].map(async (name) => ((await this.has(name)) ? name : undefined)),
    );
    return found.filter((name) => name !== undefined).toSorted();
  }

  /** Those that the key store does not give yet count. */
  private async has(proxy: string): Promise<boolean> {
    try {
      return (await this.load(proxy)) !== undefined;
    } catch (error) {
      if (isWaiting(error)) return true;
      throw error;
    }
  }

  private async decrypt(proxy: string): Promise<Credentials | undefined> {
    const text = await this.secrets.load(proxy, 'proxy_credentials');
    return text === undefined ? undefined : stored.parse(JSON.parse(text));
  }
}
