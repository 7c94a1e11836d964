import type { Workspace } from '../../../shared/workspace.ts';

/** Where a workspace's service is, in a few letters: its host, or that it is the practice service. */
export function serviceHost(workspace: Workspace): string {
  if (workspace.kind === 'practice') return 'Practice service on this computer';
  return URL.parse(workspace.baseUrl)?.host ?? workspace.baseUrl;
}
