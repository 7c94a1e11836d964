import type { SecretKeeping, SecretName, SecretStore } from '../../../electron/secrets/ports.ts';

/** Secrets in memory, with a record of what was done to them. */
export class MemorySecrets implements SecretStore {
  readonly values = new Map<string, string>();
  readonly log: string[] = [];
  kept: SecretKeeping = 'sealed';

  async load(workspaceId: string, name: SecretName): Promise<string | undefined> {
    return this.values.get(`${workspaceId}/${name}`);
  }

  async save(workspaceId: string, name: SecretName, value: string): Promise<SecretKeeping> {
    this.values.set(`${workspaceId}/${name}`, value);
    this.log.push(`save ${workspaceId}/${name}`);
    return this.kept;
  }

  async keeping(): Promise<SecretKeeping> {
    return this.kept;
  }

  async remove(workspaceId: string, name: SecretName): Promise<void> {
    this.values.delete(`${workspaceId}/${name}`);
    this.log.push(`remove ${workspaceId}/${name}`);
  }

  /** A workspace's stored tokens. */
  tokensOf(workspaceId: string): unknown {
    const text = this.values.get(`${workspaceId}/tokens`);
    return text === undefined ? undefined : JSON.parse(text);
  }
}
