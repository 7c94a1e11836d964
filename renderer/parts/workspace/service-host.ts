import type { Workspace } from '../../../shared/workspace.ts';

/** A short name for a workspace's service: its host, or that it is the practice service. */
export function serviceHost(workspace: Workspace): string {
  if (workspace.kind === 'practice') return 'Practice service on this computer';
  return URL.parse(workspace.baseUrl)?.host ?? workspace.baseUrl;
}
