import type { buildConnector } from 'undici';
import type { SecretKeeping } from '../../shared/key-store.ts';
import type { ProxyMode } from '../../shared/network.ts';
import type { ConnectionTrace } from './connection-trace.ts';

/** Makes connections according to the network settings. */
export interface Network {
  /**
   * An undici connector. When it calls back, TCP, proxy and TLS are established and no byte of a request was sent. Reads
   * the settings for each connection. `timeoutMs` applies to each attempted route. `trace` records the steps.
   */
  connector(timeoutMs: number, trace?: ConnectionTrace): buildConnector.connector;
}

/** The operating system's proxy settings. */
export interface SystemProxy {
  /** The proxies for a URL in PAC format: `PROXY host:port; DIRECT`. */
  resolve(url: string): Promise<string>;
}

/** Read for each connection. */
export interface NetworkSettings {
  readonly proxyMode: ProxyMode;
  readonly proxyAddress: string;
  readonly proxyBypass: string;
  readonly certificateFile: string | null;
}

/** User names and passwords by proxy (`host:port`). */
export interface ProxyCredentials {
  /** Undefined if none are stored or they can't be decrypted. Throws like `SecretStore.load`. */
  load(proxy: string): Promise<{ readonly userName: string; readonly password: string } | undefined>;
  save(proxy: string, credentials: { userName: string; password: string }): Promise<SecretKeeping>;
  remove(proxy: string): Promise<void>;
  /** The proxies with credentials. */
  proxies(): Promise<readonly string[]>;
}
