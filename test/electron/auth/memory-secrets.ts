import type { SecretName, SecretStore } from '../../../electron/secrets/secret-store.ts';
import type { SecretKeeping } from '../../../shared/key-store.ts';
import { CodedError } from '../../../shared/result.ts';

/** Secrets in memory, with a record of what was done to them; {@link MemorySecrets.lock} them like a keyring. */
export class MemorySecrets implements SecretStore {
  readonly values = new Map<string, string>();
  readonly log: string[] = [];
  kept: SecretKeeping = 'sealed';
  private locked: PromiseWithResolvers<void> | undefined;

  /** What is stored now can't be read until the person unlocks it with the returned function. */
  lock(): () => void {
    const kept = this.kept;
    const locked = Promise.withResolvers<void>();
    const before = new Set(this.values.keys());
    this.locked = locked;
    this.unreadable = before;
    this.kept = 'waiting';
    return () => {
      this.locked = undefined;
      this.unreadable.clear();
      this.kept = kept;
      locked.resolve();
    };
  }

  private unreadable = new Set<string>();

  async answered(): Promise<void> {
    await this.locked?.promise;
  }

  async load(workspaceId: string, name: SecretName): Promise<string | undefined> {
    const key = `${workspaceId}/${name}`;
    if (this.unreadable.has(key)) throw new CodedError('key_store_waiting');
    return this.values.get(key);
  }

  async save(workspaceId: string, name: SecretName, value: string): Promise<SecretKeeping> {
    this.values.set(`${workspaceId}/${name}`, value);
    this.unreadable.delete(`${workspaceId}/${name}`);
    this.log.push(`save ${workspaceId}/${name}`);
    return this.kept;
  }

  async keeping(): Promise<SecretKeeping> {
    return this.kept;
  }

  async remove(workspaceId: string, name: SecretName): Promise<void> {
    this.values.delete(`${workspaceId}/${name}`);
    this.unreadable.delete(`${workspaceId}/${name}`);
    this.log.push(`remove ${workspaceId}/${name}`);
  }

  /** A workspace's stored tokens. */
  tokensOf(workspaceId: string): unknown {
    const text = this.values.get(`${workspaceId}/tokens`);
    return text === undefined ? undefined : JSON.parse(text);
  }
}
