import type { SecretKeeping } from '../../shared/key-store.ts';
import { CodedError } from '../../shared/result.ts';

/** Kinds of secrets: the first three per workspace, the fourth per proxy, the others of the app. */
export type SecretName =
  | 'client_secret'
  | 'tokens'
  | 'team_password'
  | 'proxy_credentials'
  | 'backup_passphrase'
  | 'do_not_call_key';

/** Secrets, which never leave the main process. No call waits for a person, except {@link SecretStore.answered}. */
export interface SecretStore {
  /**
   * The value; undefined if there is none, or if it can't be decrypted now (it is kept for later). Throws a CodedError
   * `key_store_waiting` if there may be one, but the key store has not answered yet.
   */
  load(workspaceId: string, name: SecretName): Promise<string | undefined>;
  /** Stores a value, durably if possible; returns how. */
  save(workspaceId: string, name: SecretName, value: string): Promise<SecretKeeping>;
  /** How `save` would store a value now. */
  keeping(): Promise<SecretKeeping>;
  remove(workspaceId: string, name: SecretName): Promise<void>;
  /** Resolves when the key store has answered, even if it must first be unlocked by a person. */
  answered(): Promise<void>;
}

/** Gives undefined in place of a secret for which the key store has to be waited for. */
export async function unlessWaiting<T>(loading: Promise<T>): Promise<T | undefined> {
  try {
    return await loading;
  } catch (error) {
    if (isWaiting(error)) return undefined;
    throw error;
  }
}

/** Whether a secret could not be loaded because the key store has not answered yet. */
export function isWaiting(error: unknown): boolean {
  return error instanceof CodedError && error.code === 'key_store_waiting';
}
