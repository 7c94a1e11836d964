import { setTimeout as wait } from 'node:timers/promises';
import { safeStorage } from 'electron';
import type { KeyStoreState } from '../../shared/key-store.ts';

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
