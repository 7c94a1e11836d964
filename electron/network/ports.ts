import type { ProxyMode } from '../../shared/network.ts';
import type { SecretKeeping } from '../secrets/ports.ts';

/** What the computer itself says about proxies. */
export interface SystemProxy {
  /** The ways to an address as a PAC script gives them: `PROXY host:port; DIRECT`. */
  resolve(url: string): Promise<string>;
}

/** The person's settings of the network, read anew for each connection. */
export interface NetworkSettings {
  readonly proxyMode: ProxyMode;
  readonly proxyAddress: string;
  readonly proxyBypass: string;
  readonly certificateFile: string | null;
}

/** User names and passwords of proxies, each for one proxy alone (`host:port`). */
export interface ProxyCredentials {
  /** Undefined where none are stored or they cannot be opened. */
  load(proxy: string): Promise<{ readonly userName: string; readonly password: string } | undefined>;
  save(proxy: string, credentials: { userName: string; password: string }): Promise<SecretKeeping>;
  remove(proxy: string): Promise<void>;
  /** The proxies there are credentials for. */
  proxies(): Promise<readonly string[]>;
}
