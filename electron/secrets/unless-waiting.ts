import { CodedError } from '../../shared/result.ts';

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
