import type { Workspace } from '../../shared/workspace.ts';

/**
 * What tokens are given for, as a text to compare: they go to this service, this sign-in service and this client only.
 * The practice service is the same one on whatever port it found free.
 */
export function accountOf({ kind, baseUrl, authUrl, clientId }: Workspace): string {
  return kind === 'practice' ? `practice ${clientId}` : [baseUrl, authUrl, clientId].join(' ');
}
