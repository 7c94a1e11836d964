import { randomBytes } from 'node:crypto';

/** An id for a workspace: 40 random bits, in hexadecimal. It stands in every index of requests, so it's short. */
export function newWorkspaceId(): string {
  return randomBytes(5).toString('hex');
}
