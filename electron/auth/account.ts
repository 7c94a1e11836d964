import type { Workspace } from '../../shared/workspace.ts';

/** Who tokens are valid for, as a string to compare. The practice service stays the same whatever port it gets. */
export function accountOf({ kind, baseUrl, authUrl, clientId }: Workspace): string {
  return kind === 'practice' ? `practice ${clientId}` : [baseUrl, authUrl, clientId].join(' ');
}
