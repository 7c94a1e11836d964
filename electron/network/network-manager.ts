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
import type { ConfiguredNetwork } from './configured-network.ts';
import type { NetworkSettings, ProxyCredentials } from './ports.ts';

export interface NetworkManagerOptions {
  readonly network: ConfiguredNetwork;
  readonly credentials: ProxyCredentials;
  readonly settings: {
    read(): NetworkSettings;
    /** Throws a CodedError where a setting is not the person's to change. */
    change(changes: Partial<NetworkSettings>): unknown;
  };
  readonly workspaces: () => Promise<readonly Workspace[]>;
  /** Asks for a file of certificate authorities; null when the person cancelled. */
  readonly chooseCertificateFile: () => Promise<string | null>;
  /** The settings hold from now on: what they held back may be tried again. */
  readonly onApplied: () => Promise<void>;
  /** Something that the Network page shows has changed. */
  readonly onChange: () => void;
}

/** What a person sees and sets of the network, and the tests they run. */
export class NetworkManager {
  private readonly options: NetworkManagerOptions;
  private lastTest: AddressTest | null = null;
  private applying: NetworkSettings;
  private running: AbortController | undefined;

  constructor(options: NetworkManagerOptions) {
    this.options = options;
    this.applying = networkSettingsOf(options.settings.read());
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

  /** Holds for connections made from the answer on. */
  async saveProxy({ mode, address, bypass }: ProxyInput): Promise<Result<null>> {
    return this.change({ proxyMode: mode, proxyAddress: address, proxyBypass: bypass });
  }

  /** Keeps them for that proxy alone. */
  async saveCredentials({ proxy, userName, password }: ProxyCredentialsInput): Promise<Result<null>> {
    await this.options.credentials.save(proxy, { userName, password });
    return this.applied();
  }

  async forgetCredentials(proxy: string): Promise<Result<null>> {
    await this.options.credentials.remove(proxy);
    return this.applied();
  }

  /** Adds the authorities of a file the person chooses. One without a single usable authority changes nothing. */
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

  /** The last test, as far as it has come; null before the first. */
  get test(): AddressTest | null {
    return this.lastTest;
  }

  /** Begins a test of one of the addresses that are shown; one that still runs is ended. */
  async startTest(address: string): Promise<Result<null>> {
    const known = (await this.addresses()).some(({ url }) => url === address);
    // Callboard connects to its own addresses alone, whatever a page asks for.
    if (!known) return fail('address_not_used');
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    const show = (test: AddressTest): void => {
      if (this.running !== running) return;
      this.lastTest = test;
      this.options.onChange();
    };
    void this.options.network.test(new URL(address), running.signal, show);
    return ok(null);
  }

  cancelTest(): void {
    this.running?.abort();
  }

  /** Settings were changed elsewhere, by the organisation's policy for one. */
  async settingsChanged(): Promise<void> {
    if (!isDeepStrictEqual(networkSettingsOf(this.options.settings.read()), this.applying))
      await this.applied();
  }

  private change(changes: Partial<NetworkSettings>): Promise<Result<null>> {
    // What is applied here needs not be applied once more when the change is told to everybody.
    this.applying = { ...this.applying, ...changes };
    this.options.settings.change(changes);
    return this.applied();
  }

  private async applied(): Promise<Result<null>> {
    const { network, settings, onApplied, onChange } = this.options;
    this.applying = networkSettingsOf(settings.read());
    // What a test has found holds no longer.
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
        // Where it cannot be told, the test of the address says why.
        const route = await network.routeTo(new URL(url)).catch(() => null);
        return { url, purposes: uses, route };
      }),
    );
  }

  /** Proxies that are used or that something is stored for. */
  private async accounts(addresses: readonly AddressRoute[]): Promise<readonly ProxyAccount[]> {
    const { credentials } = this.options;
    const used = addresses
      .flatMap(({ route }) => route?.ways ?? [])
      .filter(takesPassword)
      .map(proxyName);
    const names = new Set([...used, ...(await credentials.proxies())]);
    return Promise.all(
      [...names].map(async (proxy) => ({
        proxy,
        userName: (await credentials.load(proxy))?.userName ?? null,
      })),
    );
  }
}

function networkSettingsOf(settings: NetworkSettings): NetworkSettings {
  const { proxyMode, proxyAddress, proxyBypass, certificateFile } = settings;
  return { proxyMode, proxyAddress, proxyBypass, certificateFile };
}

function takesPassword(way: ProxyWay): way is Extract<ProxyWay, { kind: 'http' | 'https' }> {
  return way.kind === 'http' || way.kind === 'https';
}
