import { setTimeout as wait } from 'node:timers/promises';
import { safeStorage } from 'electron';
import pLimit from 'p-limit';
import type { KeyStoreState, SecretKeeping } from '../../shared/key-store.ts';
import { CodedError } from '../../shared/result.ts';
import type { SecretName, SecretStore } from '../secrets/secret-store.ts';
import type { Stores } from '../storage/stores/index.ts';

type SealedRows = Pick<Stores['secrets'], 'list' | 'save' | 'remove'>;
type SealedRow = Awaited<ReturnType<SealedRows['list']>>[number];

/**
 * Stays stored when weaker storage is no longer allowed: it signs nobody in, and without it nobody could be called any more,
 * as anybody could be the erased person whose number is hashed with it.
 */
const STAYS_STORED: SecretName = 'do_not_call_key';

/** A secret held in memory. */
interface KnownSecret {
  readonly owner: string;
  readonly name: SecretName;
  readonly value: string;
}

interface SealedSecretsOptions {
  /** The table of encrypted values, of workspaces or of proxies. */
  readonly rows: SealedRows;
  readonly keyStore: KeyStore;
  /** Whether the user allowed weaker storage. */
  readonly weakAllowed: () => boolean;
  readonly onTrouble: (error: unknown) => void;
}

/**
 * Secrets encrypted with the operating system's key store (the asynchronous safeStorage; the synchronous one is
 * deprecated). Without a key store they stay in memory, unless the user allowed weaker storage; while it has not
 * answered, they are sealed later. A value that can't be decrypted is kept until the person signs out, since the key
 * store may be available again later.
 */
export class SealedSecrets implements SecretStore {
  private readonly options: SealedSecretsOptions;
  private readonly known = new Map<string, KnownSecret>();
  /** Last write wins. */
  private readonly writes = pLimit(1);

  constructor(options: SealedSecretsOptions) {
    this.options = options;
  }

  async load(owner: string, name: SecretName): Promise<string | undefined> {
    const remembered = this.known.get(keyOf(owner, name));
    if (remembered !== undefined) return remembered.value;
    const { rows, keyStore } = this.options;
    const stored = await rows.list(owner, name);
    if (stored.length === 0) return undefined;
    if ((await keyStore.state()) === 'unknown') throw new CodedError('key_store_waiting');
    for (const row of stored) {
      const opened = await open(row.sealed);
      if (opened === undefined) continue;
      const secret = { owner, name, value: opened.result };
      this.remember(secret);
      await this.writes(() => this.renew(secret, row, opened.shouldReEncrypt));
      return opened.result;
    }
    return undefined;
  }

  /** If the key store fails, the value stays in memory and the result says so: nobody has to sign in again right away. */
  async save(owner: string, name: SecretName, value: string): Promise<SecretKeeping> {
    const secret = { owner, name, value };
    this.remember(secret);
    const keeping = await this.keeping();
    if (keeping === 'waiting') void this.sealLater(secret);
    if (keeping === 'waiting' || keeping === 'memory') return keeping;
    return (await this.writes(() => this.store(secret))) ? keeping : 'memory';
  }

  /**
   * Applies a changed consent to weaker storage on a computer without a key store: stores what was only in memory, or
   * deletes what was stored and keeps it in memory, except {@link STAYS_STORED}.
   */
  async weakStorageChanged(): Promise<void> {
    const { keyStore, rows, weakAllowed } = this.options;
    if ((await keyStore.answered()) !== 'weak_only') return;
    for (const { owner, name, value } of [...this.known.values()]) {
      if (weakAllowed()) await this.save(owner, name, value);
      else if (name !== STAYS_STORED)
        await this.writes(async () => rows.remove(await this.readable(owner, name)));
    }
  }

  /** Also deletes values of that name that can't be decrypted: they must not come back after signing out. */
  async remove(owner: string, name: SecretName): Promise<void> {
    const { rows } = this.options;
    this.known.delete(keyOf(owner, name));
    await this.writes(async () => rows.remove((await rows.list(owner, name)).map(({ id }) => id)));
  }

  async keeping(): Promise<SecretKeeping> {
    const { keyStore, weakAllowed } = this.options;
    switch (await keyStore.state()) {
      case 'available':
        return 'sealed';
      case 'weak_only':
        return weakAllowed() ? 'weak' : 'memory';
      case 'none':
        return 'memory';
      case 'unknown':
        return 'waiting';
    }
  }

  async answered(): Promise<void> {
    await this.options.keyStore.answered();
  }

  private remember(secret: KnownSecret): void {
    this.known.set(keyOf(secret.owner, secret.name), secret);
  }

  /** Whether it was neither replaced nor removed since. */
  private isCurrent(secret: KnownSecret): boolean {
    return this.known.get(keyOf(secret.owner, secret.name)) === secret;
  }

  private async sealLater(secret: KnownSecret): Promise<void> {
    await this.answered();
    const { owner, name, value } = secret;
    if (this.isCurrent(secret)) await this.save(owner, name, value).catch(this.options.onTrouble);
  }

  /** Returns false if the key store fails; then nothing changes. */
  private async store(secret: KnownSecret): Promise<boolean> {
    const { owner, name, value } = secret;
    const sealed = await seal(value);
    if (!sealed) return false;
    const replaced = await this.readable(owner, name);
    if (this.isCurrent(secret)) await this.options.rows.save(owner, name, sealed, replaced);
    return true;
  }

  /**
   * Re-encrypts a value whose key was replaced by a better one (on failure the old value still decrypts, and the next
   * start retries), and deletes one that is protected weakly although that is no longer allowed.
   */
  private async renew(
    secret: KnownSecret,
    { id, sealed: before }: SealedRow,
    byNewKey: boolean,
  ): Promise<void> {
    const { owner, name, value } = secret;
    const { rows, keyStore, weakAllowed } = this.options;
    if ((await keyStore.state()) !== 'available') {
      const isAllowed = weakAllowed() || name === STAYS_STORED;
      if (keyStore.isWeak(before) && !isAllowed) await rows.remove([id]);
      return;
    }
    const sealed = byNewKey ? await seal(value) : undefined;
    if (sealed && this.isCurrent(secret)) await rows.save(owner, name, sealed, [id]);
  }

  /** Ids of the stored values that can be decrypted, and so may be replaced. */
  private async readable(owner: string, name: SecretName): Promise<number[]> {
    const ids: number[] = [];
    for (const { id, sealed } of await this.options.rows.list(owner, name)) {
      if ((await open(sealed)) !== undefined) ids.push(id);
    }
    return ids;
  }
}

function keyOf(owner: string, name: SecretName): string {
  return `${name} ${owner}`;
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

type Answer = Exclude<KeyStoreState, 'unknown'>;

/** How long others wait for the first answer before they go on without it, ms. */
const PATIENCE_MS = 500;

/**
 * How Chromium marks what a key store on Linux encrypted: the Secret Service or KWallet, and the Secret portal. `v10` is
 * its built-in key. On macOS and Windows, `v10` is the key store's (components/os_crypt/async/browser).
 */
const LINUX_KEY_STORES: readonly string[] = ['v11', 'v12'];

/**
 * The operating system's key store, judged by what it makes of a first text: `isAsyncEncryptionAvailable()` is true even
 * without one, and `getSelectedStorageBackend()` names what only the synchronous calls use. A key store that is locked
 * answers once a person has unlocked it. Electron asks once per process: a keyring that is installed or started later, or
 * unlocked after the person dismissed the question, counts from the next start.
 */
export class KeyStore {
  private readonly platform: NodeJS.Platform;
  private answer: Answer | undefined;
  private asking: Promise<Answer> | undefined;
  private soon: Promise<KeyStoreState> | undefined;

  constructor(platform: NodeJS.Platform = process.platform) {
    this.platform = platform;
  }

  /** What protects secrets; `unknown` as soon as the key store has been silent for a moment. */
  async state(): Promise<KeyStoreState> {
    if (this.answer) return this.answer;
    this.soon ??= Promise.race([this.answered(), wait(PATIENCE_MS, 'unknown' as const, { ref: false })]);
    const state = await this.soon;
    return this.answer ?? state;
  }

  /** The answer, however long a person takes to unlock the key store. */
  answered(): Promise<Answer> {
    this.asking ??= this.ask();
    return this.asking;
  }

  /** Whether only the built-in key protects this. */
  isWeak(sealed: Uint8Array): boolean {
    const mark = Buffer.from(sealed).toString('latin1', 0, 3);
    return this.platform === 'linux' && !LINUX_KEY_STORES.includes(mark);
  }

  private async ask(): Promise<Answer> {
    this.answer = await this.judge();
    return this.answer;
  }

  private async judge(): Promise<Answer> {
    try {
      const sealed = await safeStorage.encryptStringAsync('Is there a key store?');
      return this.isWeak(sealed) ? 'weak_only' : 'available';
    } catch {
      // Electron gives no reasons: there is no key, or the person denied access to it.
      return 'none';
    }
  }
}
