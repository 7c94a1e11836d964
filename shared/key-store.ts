/**
 * What protects secrets on this computer. `weak_only`: Linux without a keyring, where Chromium has only a built-in key
 * that everybody knows. `unknown`: the key store has not answered; it may be asking the person to unlock it.
 */
export type KeyStoreState = 'available' | 'weak_only' | 'none' | 'unknown';

/**
 * How a secret is stored: in the system's key store, weakly with the user's consent, or in memory until the app quits.
 * `waiting`: in memory until the key store answers.
 */
export type SecretKeeping = 'sealed' | 'weak' | 'memory' | 'waiting';
