/** Kinds of secrets: the first two per workspace, the last per proxy. */
export type SecretName = 'client_secret' | 'tokens' | 'proxy_credentials';

/** How a secret is stored: in the system's key store, weakly with the user's consent, or in memory until the app quits. */
export type SecretKeeping = 'sealed' | 'weak' | 'memory';

/** Secrets, which never leave the main process. */
export interface SecretStore {
  /** The value; undefined if there is none, or if it can't be decrypted now (it is kept for later). */
  load(workspaceId: string, name: SecretName): Promise<string | undefined>;
  /** Stores a value, durably if possible; returns how. */
  save(workspaceId: string, name: SecretName, value: string): Promise<SecretKeeping>;
  /** How `save` would store a value now. */
  keeping(): Promise<SecretKeeping>;

  remove(workspaceId: string, name: SecretName): Promise<void>;
}
