import { isDeepStrictEqual } from 'node:util';
import {
  type AddressPurpose,
  type AddressRoute,
  type AddressTest,
  type NetworkState,
  type ProxyAccount,
  type ProxyCredentialsInput,
  type ProxyInput,
  type ProxyWay,
  proxyName,
} from '../../shared/network.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Workspace } from '../../shared/workspace.ts';
import { unlessWaiting } from '../secrets/unless-waiting.ts';
import type { ConfiguredNetwork } from './configured-network.ts';
import type { NetworkSettings, ProxyCredentials } from './ports.ts';

export interface NetworkManagerOptions {
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

/** Network settings and connection tests for the Network page. */
export class NetworkManager {
  private readonly options: NetworkManagerOptions;
  private lastTest: AddressTest | null = null;
  private applied: NetworkSettings;
  private running: AbortController | undefined;

  constructor(options: NetworkManagerOptions) {
    this.options = options;
    this.applied = networkSettingsOf(options.settings.read());
  }

  async state(): Promise<NetworkState> {
    const { network, settings } = this.options;
    const { proxyMode, proxyAddress, proxyBypass } = settings.read();
    const addresses = await this.addresses();
    return {
      proxy: { mode: proxyMode, address: proxyAddress, bypass: proxyBypass },
      trust: network.authorities.state,
      addresses,
      accounts: await this.accounts(addresses),
    };
  }

  /** Applies to connections made after it resolves. */
  async saveProxy({ mode, address, bypass }: ProxyInput): Promise<Result<null>> {
    return this.change({ proxyMode: mode, proxyAddress: address, proxyBypass: bypass });
  }

  async saveCredentials({ proxy, userName, password }: ProxyCredentialsInput): Promise<Result<null>> {
    await this.options.credentials.save(proxy, { userName, password });
    return this.apply();
  }

  async forgetCredentials(proxy: string): Promise<Result<null>> {
    await this.options.credentials.remove(proxy);
    return this.apply();
  }

  /** Adds the authorities from a file the person chooses. Changes nothing if none of them is usable. */
  async chooseCertificateFile(): Promise<Result<null>> {
    const path = await this.options.chooseCertificateFile();
    if (path === null) return ok(null);
    const { network, settings } = this.options;
    const before = settings.read().certificateFile;
    const { file } = await network.authorities.apply(path);
    if (file === null || file.added === 0) {
      await network.authorities.apply(before);
      return fail('no_certificate', { problems: file?.problems ?? [] });
    }
    return this.change({ certificateFile: path });
  }

  async removeCertificateFile(): Promise<Result<null>> {
    return this.change({ certificateFile: null });
  }

  /** The last test, possibly still running; null before the first. */
  get test(): AddressTest | null {
    return this.lastTest;
  }

  /** Starts a test of one of the shown addresses and cancels a running one. */
  async startTest(address: string): Promise<Result<null>> {
    const known = (await this.addresses()).some(({ url }) => url === address);
    // A page must not be able to make Callboard connect anywhere else.
    if (!known) return fail('address_not_used');
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    const onProgress = (test: AddressTest): void => {
      if (this.running !== running) return;
      this.lastTest = test;
      this.options.onChange();
    };
    void this.options.network.test(new URL(address), running.signal, onProgress);
    return ok(null);
  }

  cancelTest(): void {
    this.running?.abort();
  }

  /** Applies settings changed elsewhere, for example by the organisation's policy. */
  async settingsChanged(): Promise<void> {
    if (!isDeepStrictEqual(networkSettingsOf(this.options.settings.read()), this.applied)) await this.apply();
  }

  private change(changes: Partial<NetworkSettings>): Promise<Result<null>> {
    // Set first, so that settingsChanged() does not apply the same change again.
    this.applied = { ...this.applied, ...changes };
    this.options.settings.change(changes);
    return this.apply();
  }

  private async apply(): Promise<Result<null>> {
    const { network, settings, onApplied, onChange } = this.options;
    this.applied = networkSettingsOf(settings.read());
    // A test of the old settings is obsolete.
    this.running?.abort();
    this.running = undefined;
    this.lastTest = null;
    await network.settingsChanged();
    onChange();
    await onApplied();
    return ok(null);
  }

  private async addresses(): Promise<readonly AddressRoute[]> {
    const { workspaces, network } = this.options;
    const purposes = new Map<string, AddressPurpose[]>();
    const add = (url: string, purpose: AddressPurpose): void => {
      purposes.set(url, [...(purposes.get(url) ?? []), purpose]);
    };
    for (const { name, baseUrl, authUrl } of await workspaces()) {
      add(baseUrl, { kind: 'service', workspace: name });
      add(authUrl, { kind: 'sign_in', workspace: name });
    }
    return Promise.all(
      [...purposes].map(async ([url, uses]) => {
        // The address's test reports why there is no route.
        const route = await network.routeTo(new URL(url)).catch(() => null);
        return { url, purposes: uses, route };
      }),
    );
  }

  /** Proxies in use, and those with stored credentials. */
  private async accounts(addresses: readonly AddressRoute[]): Promise<readonly ProxyAccount[]> {
    const { credentials } = this.options;
    const used = addresses
      .flatMap(({ route }) => route?.ways ?? [])
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
