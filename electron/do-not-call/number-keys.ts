import { createHmac, randomBytes } from 'node:crypto';
import { NUMBER_KEY_ID_DIGITS, type NumberKeysById } from '../../shared/do-not-call.ts';
import type { SecretKeeping } from '../../shared/key-store.ts';
import type { CanKeepBlocking } from '../../shared/privacy.ts';
import { isWaiting, type SecretStore } from '../secrets/secret-store.ts';
import type { Stores } from '../storage/stores/index.ts';

/** Entries in force that can't be compared now. */
export interface Uncompared {
  /** Keys that can't be read. */
  readonly keyIds: readonly string[];
  readonly entries: number;
}

interface NumberKeysOptions {
  readonly store: Pick<Stores['doNotCall'], 'setKeys' | 'keyIds' | 'addKey' | 'uncompared'>;
  readonly secrets: SecretStore;
  /** More numbers can be compared than before. */
  readonly onKeys: () => void;
  readonly onTrouble: (error: unknown) => void;
  /** UTC ms. */
  readonly now?: () => number;
}

/** Bytes of a key: those of the hash (RFC 2104 §3). */
const KEY_BYTES = 32;

/** The keys with which numbers of erased persons are hashed, sealed in the operating system's key store like tokens. */
export class NumberKeys {
  private readonly options: NumberKeysOptions;
  private readonly keys = new Map<string, Uint8Array>();

  constructor(options: NumberKeysOptions) {
    this.options = options;
  }

  /** Reads the keys that can be read now; if the key store has not answered yet, the others once it has. */
  async load(): Promise<void> {
    const { store, secrets, onTrouble } = this.options;
    let waits = false;
    for (const id of await store.keyIds()) {
      if (this.keys.has(id)) continue;
      try {
        const value = await secrets.load(ownerOf(id), 'do_not_call_key');
        if (value !== undefined) this.remember(id, value);
      } catch (error) {
        if (!isWaiting(error)) throw error;
        waits = true;
      }
    }
    await store.setKeys(this.keys);
    if (this.keys.size > 0) this.options.onKeys();
    if (waits)
      void secrets
        .answered()
        .then(() => this.load())
        .catch(onTrouble);
  }

  /** Whether a key would still be there after a restart: without it, hashed numbers could never be compared again. */
  async canKeep(): Promise<CanKeepBlocking> {
    const keeping = await this.options.secrets.keeping();
    if (keeping === 'waiting') return 'locked';
    return isKept(keeping) ? 'yes' : 'no';
  }

  /** Why some entries in force can't be compared, so that nobody may be called; null if all can. */
  async locked(): Promise<'waiting' | 'lost' | null> {
    const { entries } = await this.options.store.uncompared();
    if (entries === 0) return null;
    return (await this.options.secrets.keeping()) === 'waiting' ? 'waiting' : 'lost';
  }

  /** Whether some keys can't be read yet, as the key store waits: their numbers, lifted ones too, can't be recognised. */
  async isWaiting(): Promise<boolean> {
    const { store, secrets } = this.options;
    if ((await secrets.keeping()) !== 'waiting') return false;
    return (await store.keyIds()).some((id) => !this.keys.has(id));
  }

  /** The keys that can be read, for a backup. */
  all(): NumberKeysById {
    return Object.fromEntries([...this.keys].map(([id, key]) => [id, Buffer.from(key).toString('base64')]));
  }

  /** Keeps the keys of a backup, before the entries that are hashed with them arrive. Replaces none of this computer. */
  async keep(keys: NumberKeysById): Promise<void> {
    const { store, secrets } = this.options;
    await this.load();
    const known = new Set([...(await store.keyIds()), ...this.keys.keys()]);
    for (const [id, key] of Object.entries(keys)) {
      if (this.keys.has(id) || idOf(Buffer.from(key, 'base64')) !== id) continue;
      // Not while the key store is locked: this computer's own key may be in it.
      if (known.has(id) && (await secrets.keeping()) === 'waiting') continue;
      await secrets.save(ownerOf(id), 'do_not_call_key', key);
      this.remember(id, key);
    }
    await store.setKeys(this.keys);
  }

  /** The id of a key to hash with, made now if there is none; undefined if it could not be kept. */
  async current(): Promise<string | undefined> {
    const { store, secrets, now = Date.now } = this.options;
    if ((await this.canKeep()) !== 'yes') return undefined;
    const [known] = this.keys.keys();
    if (known !== undefined) return known;
    const key = randomBytes(KEY_BYTES);
    const id = idOf(key);
    const keeping = await secrets.save(ownerOf(id), 'do_not_call_key', key.toString('base64'));
    if (!isKept(keeping)) return undefined;
    await store.addKey(id, now());
    this.keys.set(id, key);
    await store.setKeys(this.keys);
    return id;
  }

  /** A key that isn't the one with this id is as good as none: with it, no number would be found any more. */
  private remember(id: string, base64: string): void {
    const key = Buffer.from(base64, 'base64');
    if (idOf(key) === id) this.keys.set(id, key);
  }
}

/** The id of a key, by which it is recognised; it says nothing about the key. */
function idOf(key: Uint8Array): string {
  return createHmac('sha256', key).update('id').digest('hex').slice(0, NUMBER_KEY_ID_DIGITS);
}

function isKept(keeping: SecretKeeping): boolean {
  return keeping === 'sealed' || keeping === 'weak';
}

function ownerOf(id: string): string {
  return `do_not_call ${id}`;
}
