import { safeStorage } from 'electron';
import type { SecretKeeping, SecretName, SecretStore } from '../auth/ports.ts';
import type { Stores } from '../storage/storage.ts';

type SealedRows = Pick<Stores['secrets'], 'list' | 'save' | 'remove'>;

/**
 * Secrets sealed by the operating system's key store (asynchronous safeStorage: the synchronous one is deprecated).
 * Where there is none they stay in memory, unless the user allowed weaker storage; a value that cannot be opened is
 * kept, for the key store may be back tomorrow.
 */
export class SealedSecrets implements SecretStore {
  private readonly rows: SealedRows;
  private readonly weakAllowed: () => boolean;
  private readonly inMemory = new Map<string, string>();

  /** `rows`: where the sealed values are kept, of workspaces or of proxies. */
  constructor(rows: SealedRows, weakAllowed: () => boolean) {
    this.rows = rows;
    this.weakAllowed = weakAllowed;
  }

  async load(workspaceId: string, name: SecretName): Promise<string | undefined> {
    if (this.weakAllowed()) allowWeakEncryption();
    const remembered = this.inMemory.get(`${workspaceId}/${name}`);
    if (remembered !== undefined) return remembered;
    for (const { sealed } of await this.rows.list(workspaceId, name)) {
      const opened = await open(sealed);
      if (opened !== undefined) return opened;
    }
    return undefined;
  }

  async save(workspaceId: string, name: SecretName, value: string): Promise<SecretKeeping> {
    const keeping = await this.keeping();
    this.inMemory.set(`${workspaceId}/${name}`, value);
    if (keeping === 'memory') return keeping;
    if (keeping === 'weak') allowWeakEncryption();
    const sealed = await safeStorage.encryptStringAsync(value);
    await this.rows.save(workspaceId, name, sealed, await this.readable(workspaceId, name));
    return keeping;
  }

  /** The user allowed weaker storage: what was only remembered so far is stored now. */
  async storeRemembered(): Promise<void> {
    for (const [key, value] of this.inMemory) {
      const [workspaceId, name] = key.split('/');
      if (workspaceId && (name === 'client_secret' || name === 'tokens' || name === 'proxy_credentials'))
        await this.save(workspaceId, name, value);
    }
  }

  async remove(workspaceId: string, name: SecretName): Promise<void> {
    this.inMemory.delete(`${workspaceId}/${name}`);
    await this.rows.remove(await this.readable(workspaceId, name));
  }

  async keeping(): Promise<SecretKeeping> {
    if (await keyStoreAvailable()) return 'sealed';
    return this.weakAllowed() ? 'weak' : 'memory';
  }

  /** Ids of the stored values that can be opened, and so may be replaced. */
  private async readable(workspaceId: string, name: SecretName): Promise<number[]> {
    const ids: number[] = [];
    for (const { id, sealed } of await this.rows.list(workspaceId, name)) {
      if ((await open(sealed)) !== undefined) ids.push(id);
    }
    return ids;
  }
}

/** Whether this computer has a key store worth the name: Linux's `basic_text` is a password everybody knows. */
export async function keyStoreAvailable(): Promise<boolean> {
  if (process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text') return false;
  return safeStorage.isAsyncEncryptionAvailable();
}

/** The user's answer to the question the interface asks where there is no key store. Linux alone needs to be told. */
function allowWeakEncryption(): void {
  if (process.platform === 'linux') safeStorage.setUsePlainTextEncryption(true);
}

async function open(sealed: Uint8Array): Promise<string | undefined> {
  try {
    return (await safeStorage.decryptStringAsync(Buffer.from(sealed))).result;
  } catch {
    // Sealed with a key this computer does not have (any more): kept as it is, and treated as not there.
    return undefined;
  }
}
