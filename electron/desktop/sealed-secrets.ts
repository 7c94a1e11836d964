import { safeStorage } from 'electron';
import type { SecretKeeping, SecretName, SecretStore } from '../secrets/ports.ts';
import type { Stores } from '../storage/storage.ts';

type SealedRows = Pick<Stores['secrets'], 'list' | 'save' | 'remove'>;

/** A secret held in memory. */
interface KnownSecret {
  readonly owner: string;
  readonly name: SecretName;
  readonly value: string;
}

/**
 * Secrets encrypted with the operating system's key store (the asynchronous safeStorage; the synchronous one is
 * deprecated). Without a key store they stay in memory, unless the user allowed weaker storage. A value that can't be
 * decrypted is kept until the person signs out, since the key store may be available again later.
 */
export class SealedSecrets implements SecretStore {
  private readonly rows: SealedRows;
  private readonly weakAllowed: () => boolean;
  private readonly known = new Map<string, KnownSecret>();

  /** `rows`: the table of encrypted values, of workspaces or of proxies. */
  constructor(rows: SealedRows, weakAllowed: () => boolean) {
    this.rows = rows;
    this.weakAllowed = weakAllowed;
  }

  async load(owner: string, name: SecretName): Promise<string | undefined> {
    if (this.weakAllowed()) allowWeakEncryption(true);
    const remembered = this.known.get(keyOf(owner, name));
    if (remembered !== undefined) return remembered.value;
    for (const { id, sealed } of await this.rows.list(owner, name)) {
      const opened = await open(sealed);
      if (opened === undefined) continue;
      this.remember({ owner, name, value: opened.result });
      if (opened.shouldReEncrypt) await this.reseal({ owner, name, value: opened.result }, id);
      return opened.result;
    }
    return undefined;
  }

  /** If the key store fails, the value stays in memory and the result says so: nobody has to sign in again right away. */
  async save(owner: string, name: SecretName, value: string): Promise<SecretKeeping> {
    const keeping = await this.keeping();
    this.remember({ owner, name, value });
    if (keeping === 'memory') return keeping;
    if (keeping === 'weak') allowWeakEncryption(true);
    const sealed = await seal(value);
    if (!sealed) return 'memory';
    await this.rows.save(owner, name, sealed, await this.readable(owner, name));
    return keeping;
  }

  /**
   * Applies a changed consent to weaker storage on a computer without a key store: stores what was only in memory, or
   * deletes what was stored and keeps it in memory.
   */
  async weakStorageChanged(): Promise<void> {
    if (await keyStoreAvailable()) return;
    const allowed = this.weakAllowed();
    for (const { owner, name, value } of [...this.known.values()]) {
      if (allowed) await this.save(owner, name, value);
      else await this.rows.remove(await this.readable(owner, name));
    }
    allowWeakEncryption(allowed);
  }

  /** Also deletes values of that name that can't be decrypted: they must not come back after signing out. */
  async remove(owner: string, name: SecretName): Promise<void> {
    this.known.delete(keyOf(owner, name));
    await this.rows.remove((await this.rows.list(owner, name)).map(({ id }) => id));
  }

  async keeping(): Promise<SecretKeeping> {
    if (await keyStoreAvailable()) return 'sealed';
    return this.weakAllowed() ? 'weak' : 'memory';
  }

  private remember(secret: KnownSecret): void {
    this.known.set(keyOf(secret.owner, secret.name), secret);
  }

  /** Re-encrypts after a key rotation. On failure the old value still decrypts, and the next start retries. */
  private async reseal({ owner, name, value }: KnownSecret, id: number): Promise<void> {
    const sealed = await seal(value);
    if (sealed) await this.rows.save(owner, name, sealed, [id]);
  }

  /** Ids of the stored values that can be decrypted, and so may be replaced. */
  private async readable(owner: string, name: SecretName): Promise<number[]> {
    const ids: number[] = [];
    for (const { id, sealed } of await this.rows.list(owner, name)) {
      if ((await open(sealed)) !== undefined) ids.push(id);
    }
    return ids;
  }
}

function keyOf(owner: string, name: SecretName): string {
  return `${name} ${owner}`;
}

/** Backends that are no key store: `basic_text` uses a hard-coded password. */
const NO_KEY_STORE: readonly string[] = ['basic_text', 'unknown'];

/** Whether this computer has a real key store. */
export async function keyStoreAvailable(): Promise<boolean> {
  if (process.platform === 'linux' && NO_KEY_STORE.includes(safeStorage.getSelectedStorageBackend())) {
    return false;
  }
  return safeStorage.isAsyncEncryptionAvailable();
}

/** Passes on the user's consent to weaker storage. Only Linux needs it. */
function allowWeakEncryption(allowed: boolean): void {
  if (process.platform === 'linux') safeStorage.setUsePlainTextEncryption(allowed);
}

/** Undefined if the key store fails; it may be locked. */
async function seal(value: string): Promise<Buffer | undefined> {
  try {
    return await safeStorage.encryptStringAsync(value);
  } catch {
    return undefined;
  }
}

async function open(sealed: Uint8Array): Promise<Electron.DecryptStringAsyncReturnValue | undefined> {
  try {
    return await safeStorage.decryptStringAsync(Buffer.from(sealed));
  } catch {
    // The key is missing, or the key store is locked: the row stays, for a later attempt.
    return undefined;
  }
}
