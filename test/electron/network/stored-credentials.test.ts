import { describe, expect, test } from 'vitest';
import { StoredProxyCredentials } from '../../../electron/network/network-manager.ts';
import { MemorySecrets } from '../auth/memory-secrets.ts';
import { temporaryStorage } from '../storage/temporary-storage.ts';

const ADA = { userName: 'ada', password: 's3cret' };

describe('proxy credentials', () => {
  test('are stored per proxy, decrypted once and available to the next run', async () => {
    const secrets = new MemorySecrets();
    const first = new StoredProxyCredentials(secrets, async () => []);
    expect(await first.load('a.example:1')).toBeUndefined();
    await first.save('a.example:1', ADA);
    expect(await first.load('a.example:1')).toEqual(ADA);
    expect(await first.load('a.example:2')).toBeUndefined();
    expect(await first.proxies()).toEqual(['a.example:1']);
    const next = new StoredProxyCredentials(secrets, async () => [
      'a.example:1',
      'cannot-be-opened.example:1',
    ]);
    expect(await next.proxies()).toEqual(['a.example:1']);
    expect(await next.load('a.example:1')).toEqual(ADA);
    secrets.values.clear();
    expect(await next.load('a.example:1')).toEqual(ADA);
    await next.remove('a.example:1');
    expect(await next.load('a.example:1')).toBeUndefined();
  });

  test('are loaded again after the key store failed', async () => {
    const secrets = new MemorySecrets();
    await new StoredProxyCredentials(secrets, async () => []).save('a.example:1', ADA);
    let failures = 1;
    const credentials = new StoredProxyCredentials(
      {
        load: (...asked) => {
          if (failures-- > 0) return Promise.reject(new Error('The key store is locked.'));
          return secrets.load(...asked);
        },
        save: (...given) => secrets.save(...given),
        remove: (...asked) => secrets.remove(...asked),
      },
      async () => [],
    );
    await expect(credentials.load('a.example:1')).rejects.toThrow('locked');
    expect(await credentials.load('a.example:1')).toEqual(ADA);
  });

  test('are rows by proxy, newest first, and only the named ids are replaced or removed', async () => {
    const { stores } = await temporaryStorage();
    const rows = stores.proxySecrets;
    const sealed = (byte: number) => new Uint8Array([byte]);
    await rows.save('a.example:1', 'proxy_credentials', sealed(1), []);
    await rows.save('a.example:1', 'proxy_credentials', sealed(2), []);
    await rows.save('b.example:1', 'proxy_credentials', sealed(3), []);
    const found = await rows.list('a.example:1', 'proxy_credentials');
    expect(found.map((row) => row.sealed[0])).toEqual([2, 1]);
    await rows.save('a.example:1', 'proxy_credentials', sealed(4), [found[0]?.id ?? 0]);
    expect((await rows.list('a.example:1', 'proxy_credentials')).map((row) => row.sealed[0])).toEqual([4, 1]);
    expect(await rows.proxies()).toEqual(['a.example:1', 'b.example:1']);
    await rows.remove((await rows.list('b.example:1', 'proxy_credentials')).map(({ id }) => id));
    expect(await rows.proxies()).toEqual(['a.example:1']);
  });
});
