import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { appLife } from './app-life.ts';
import { keyringFile, keyringKeys } from './keyring.ts';
import { requireReady } from './require-ready.ts';
import { standIn } from './stand-in.ts';

const cipherName = 'aes-256-gcm';
const header = Buffer.from('preview1');
const ivLength = 12;
const tagLength = 16;
const tooEarly = 'safeStorage cannot be used before app is ready';

/** As in Electron on Linux without a keyring, `setUsePlainTextEncryption` enables a publicly known key. */
let plainTextAllowed = false;

/**
 * The asynchronous part of Electron's `safeStorage`. Really encrypts: AES-256-GCM with a key outside the data folder.
 */
export const safeStorage = standIn<Electron.SafeStorage>('safeStorage', {
  async isAsyncEncryptionAvailable(): Promise<boolean> {
    requireReady(tooEarly);
    return keyringFile() !== undefined;
  },

  async encryptStringAsync(plainText: string): Promise<Buffer> {
    const iv = randomBytes(ivLength);
    const cipher = createCipheriv(cipherName, keys()[0], iv);
    const sealed = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()]);
    return Buffer.concat([header, iv, cipher.getAuthTag(), sealed]);
  },

  async decryptStringAsync(encrypted: Buffer): Promise<Electron.DecryptStringAsyncReturnValue> {
    const [first, earlier] = keys();
    try {
      return { result: decrypt(encrypted, first), shouldReEncrypt: false };
    } catch (error) {
      if (earlier === undefined) throw error;
      // As in Electron after the system's key has changed.
      return { result: decrypt(encrypted, earlier), shouldReEncrypt: true };
    }
  },

  setUsePlainTextEncryption(usePlainText: boolean): void {
    plainTextAllowed = usePlainText;
  },

  getSelectedStorageBackend(): ReturnType<Electron.SafeStorage['getSelectedStorageBackend']> {
    if (!appLife.isReady()) return 'unknown';
    return keyringFile() === undefined ? 'basic_text' : 'gnome_libsecret';
  },
});

function decrypt(encrypted: Buffer, key: Buffer): string {
  const [ivAt, tagAt] = [header.length, header.length + ivLength];
  const sealedAt = tagAt + tagLength;
  if (encrypted.length < sealedAt || !header.equals(encrypted.subarray(0, ivAt))) {
    throw new Error('Error while decrypting the ciphertext: it was not encrypted by the preview');
  }
  const decipher = createDecipheriv(cipherName, key, encrypted.subarray(ivAt, tagAt));
  decipher.setAuthTag(encrypted.subarray(tagAt, sealedAt));
  return decipher.update(encrypted.subarray(sealedAt), undefined, 'utf8') + decipher.final('utf8');
}

function keys(): readonly [Buffer, ...Buffer[]] {
  requireReady(tooEarly);
  const file = keyringFile();
  if (file !== undefined) return keyringKeys(file);
  if (!plainTextAllowed) throw new Error('Encryption is not available');
  return [createHash('sha256').update('preview without a keyring').digest()];
}
