import { z } from 'zod';
import type { SecretKeeping } from '../../shared/key-store.ts';
import type { SecretStore } from '../secrets/ports.ts';
import { isWaiting } from '../secrets/unless-waiting.ts';
import type { ProxyCredentials } from './network.ts';
import type { Credentials } from './proxy-tunnels.ts';

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
