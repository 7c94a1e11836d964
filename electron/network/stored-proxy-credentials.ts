import { z } from 'zod';
import type { SecretKeeping, SecretStore } from '../secrets/ports.ts';
import type { Credentials } from './connect-tunnel.ts';
import type { ProxyCredentials } from './ports.ts';

const stored = z.object({ userName: z.string(), password: z.string() });

/**
 * User names and passwords of proxies, sealed as the sign-ins of workspaces are. Opened once per run: a connection must
 * not wait for the key store.
 */
export class StoredProxyCredentials implements ProxyCredentials {
  private readonly secrets: Pick<SecretStore, 'load' | 'save' | 'remove'>;
  private readonly storedFor: () => Promise<readonly string[]>;
  private readonly opened = new Map<string, Promise<Credentials | undefined>>();

  /** `storedFor`: the proxies that anything is stored for, whether it can be opened or not. */
  constructor(
    secrets: Pick<SecretStore, 'load' | 'save' | 'remove'>,
    storedFor: () => Promise<readonly string[]>,
  ) {
    this.secrets = secrets;
    this.storedFor = storedFor;
  }

  load(proxy: string): Promise<Credentials | undefined> {
    const known = this.opened.get(proxy);
    if (known) return known;
    const opening = this.open(proxy);
    this.opened.set(proxy, opening);
    // A key store that fails may be back for the next connection.
    opening.catch(() => this.opened.delete(proxy));
    return opening;
  }

  async save(proxy: string, credentials: Credentials): Promise<SecretKeeping> {
    const keeping = await this.secrets.save(proxy, 'proxy_credentials', JSON.stringify(credentials));
    this.opened.set(proxy, Promise.resolve(credentials));
    return keeping;
  }

  async remove(proxy: string): Promise<void> {
    this.opened.delete(proxy);
    await this.secrets.remove(proxy, 'proxy_credentials');
  }

  async proxies(): Promise<readonly string[]> {
    const names = new Set([...(await this.storedFor()), ...this.opened.keys()]);
    const found = await Promise.all(
      [...names].map(async (name) => ((await this.load(name)) ? name : undefined)),
    );
    return found.filter((name) => name !== undefined).toSorted();
  }

  private async open(proxy: string): Promise<Credentials | undefined> {
    const text = await this.secrets.load(proxy, 'proxy_credentials');
    return text === undefined ? undefined : stored.parse(JSON.parse(text));
  }
}
