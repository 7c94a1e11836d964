import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { platform } from 'node:process';
import { isHostile } from '../hostile-modes.ts';
import { appLife } from './app-life.ts';
import { keyringFile, keyringKeys } from './keyring.ts';
import { requireReady } from './require-ready.ts';
import { standIn } from './stand-in.ts';

const cipherName = 'aes-256-gcm';
/** What Chromium puts first: its built-in key is `v10`, a keyring of Linux `v11`; the key stores of others are `v10`. */
const builtInMark = 'v10';
const keyringMark = platform === 'linux' ? 'v11' : 'v10';
const ivLength = 12;
const tagLength = 16;
const ivAt = keyringMark.length;
const tagAt = ivAt + ivLength;
const sealedAt = tagAt + tagLength;
const tooEarly = 'safeStorage cannot be used before app is ready';

interface Key {
  readonly mark: string;
  readonly key: Buffer;
}

/** The first encrypts. As in Electron, the key store is asked once per process. */
let keyRing: Promise<readonly Key[]> | undefined;
let unlocked = Promise.withResolvers<void>();

/** Answers for the person whom the key store asks in the mode `key-store-silent`. */
export function unlockKeyStore(): void {
  unlocked.resolve();
}

/** The key store is asked again, as after a restart. */
export function restartKeyStore(): void {
  keyRing = undefined;
  unlocked = Promise.withResolvers();
}

/**
 * The asynchronous part of Electron's `safeStorage`. Really encrypts: AES-256-GCM with a key outside the data folder, or,
 * on Linux without a keyring, with a key that everybody knows.
 */
export const safeStorage = standIn<Electron.SafeStorage>('safeStorage', {
  // True for whatever key there is, like Electron's.
  async isAsyncEncryptionAvailable(): Promise<boolean> {
    if (!appLife.isReady()) return false;
    await keys().catch(() => undefined);
    return true;
  },

  async encryptStringAsync(plainText: string): Promise<Buffer> {
    const [first] = await keys();
    if (!first) {
      throw new Error('Error while encrypting the text provided to safeStorage.encryptStringAsync.');
    }
    const iv = randomBytes(ivLength);
    const cipher = createCipheriv(cipherName, first.key, iv);
    const sealed = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from(first.mark), iv, cipher.getAuthTag(), sealed]);
  },

  async decryptStringAsync(encrypted: Buffer): Promise<Electron.DecryptStringAsyncReturnValue> {
    const ring = await keys();
    if (!Buffer.isBuffer(encrypted)) {
      throw new Error('Expected the first argument of decryptStringAsync() to be a buffer');
    }
    if (encrypted.length === 0) return { result: '', shouldReEncrypt: false };
    for (const [index, key] of ring.entries()) {
      const result = decrypted(encrypted, key);
      // As in Electron after the system's key has changed, or when a better one has become available.
      if (result !== undefined) return { result, shouldReEncrypt: index > 0 };
    }
    throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.');
  },
});

function decrypted(encrypted: Buffer, { mark, key }: Key): string | undefined {
  if (encrypted.length < sealedAt || encrypted.toString('latin1', 0, ivAt) !== mark) return undefined;
  const decipher = createDecipheriv(cipherName, key, encrypted.subarray(ivAt, tagAt));
  decipher.setAuthTag(encrypted.subarray(tagAt, sealedAt));
  try {
    return decipher.update(encrypted.subarray(sealedAt), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    // Another key encrypted it.
    return undefined;
  }
}

async function keys(): Promise<readonly Key[]> {
  requireReady(tooEarly);
  keyRing ??= askKeyStore();
  return keyRing;
}

async function askKeyStore(): Promise<readonly Key[]> {
  if (isHostile('key-store-silent')) await unlocked.promise;
  const file = keyringFile();
  const fromKeyring = file === undefined ? [] : keyringKeys(file).map((key) => ({ mark: keyringMark, key }));
  const builtIn = { mark: builtInMark, key: createHash('sha256').update('known to everybody').digest() };
  return platform === 'linux' ? [...fromKeyring, builtIn] : fromKeyring;
}
