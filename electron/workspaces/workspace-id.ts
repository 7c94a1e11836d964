import { randomBytes } from 'node:crypto';

/** A workspace id: 40 random bits, in hexadecimal. Short, as every index of requests contains it. */
export function newWorkspaceId(): string {
  return randomBytes(5).toString('hex');
}
