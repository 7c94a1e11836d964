import { join } from 'node:path';

/** The log's folder in the user-data folder. */
export function logFolder(userData: string): string {
  return join(userData, 'logs');
}
