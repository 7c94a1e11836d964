/** Names of what is kept secret: the first two per workspace, the last per proxy. */
export type SecretName = 'client_secret' | 'tokens' | 'proxy_credentials';

/** How well a secret is kept: by the operating system's key store, weaker with the user's consent, or until quit. */
export type SecretKeeping = 'sealed' | 'weak' | 'memory';

/** Where secrets are kept. They never leave the main process. */
export interface SecretStore {
  /** The value, or undefined where there is none or it cannot be opened (it is kept then, for another day). */
  load(workspaceId: string, name: SecretName): Promise<string | undefined>;
  /** Stores a value durably where that is possible; answers how it is kept. */
  save(workspaceId: string, name: SecretName, value: string): Promise<SecretKeeping>;
  /** How a value stored now would be kept. */
  keeping(): Promise<SecretKeeping>;
  /** Forgets the value. */
  remove(workspaceId: string, name: SecretName): Promise<void>;
}
