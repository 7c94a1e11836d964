import { safeStorage } from 'electron';
import type { SecretKeeping, SecretName, SecretStore } from '../secrets/ports.ts';
import type { Stores } from '../storage/storage.ts';

type SealedRows = Pick<Stores['secrets'], 'list' | 'save' | 'remove'>;

/** A secret that is known in this run. */
interface KnownSecret {
  readonly owner: string;
  readonly name: SecretName;
  readonly value: string;
}

/**
 * Secrets sealed by the operating system's key store (asynchronous safeStorage: the synchronous one is deprecated).
 * Where there is none they stay in memory, unless the user allowed weaker storage; a value that cannot be opened is
 * kept, for the key store may be back tomorrow, until the person signs out.
 */
export class SealedSecrets implements SecretStore {
  private readonly rows: SealedRows;
  private readonly weakAllowed: () => boolean;
  private readonly known = new Map<string, KnownSecret>();

  /** `rows`: where the sealed values are kept, of workspaces or of proxies. */
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
      if (opened.shouldReEncrypt) await this.sealAnew({ owner, name, value: opened.result }, id);
      return opened.result;
    }
    return undefined;
  }

  /** A key store that fails just now costs nobody the sign-in: the value is kept in memory then, and so it is answered. */
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
   * The user allowed weaker storage, or took that back, on a computer without a key store: what was only remembered is
   * stored now, or what was stored is only remembered from here on.
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

  /** Forgets the value, and with it those of its name that cannot be opened: they must not come back after a sign-out. */
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

  /** The key was changed. Where that fails, the old seal still opens, and it is tried again at the next start. */
  private async sealAnew({ owner, name, value }: KnownSecret, id: number): Promise<void> {
    const sealed = await seal(value);
    if (sealed) await this.rows.save(owner, name, sealed, [id]);
  }

  /** Ids of the stored values that can be opened, and so may be replaced. */
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

/** No key store: `basic_text` is a password everybody knows, and `unknown` is none that could be named. */
const NO_KEY_STORE: readonly string[] = ['basic_text', 'unknown'];

/** Whether this computer has a key store worth the name. */
export async function keyStoreAvailable(): Promise<boolean> {
  if (process.platform === 'linux' && NO_KEY_STORE.includes(safeStorage.getSelectedStorageBackend())) {
    return false;
  }
  return safeStorage.isAsyncEncryptionAvailable();
}

/** The user's answer to the question the interface asks where there is no key store. Linux alone needs to be told. */
function allowWeakEncryption(allowed: boolean): void {
  if (process.platform === 'linux') safeStorage.setUsePlainTextEncryption(allowed);
}

/** Undefined where the key store fails, for it may be locked just now. */
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
    // Sealed with a key this computer does not have (any more), or not just now: kept as it is, and as if not there.
    return undefined;
  }
}
