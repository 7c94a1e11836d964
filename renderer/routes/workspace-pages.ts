/** Which page a workspace opens with when it takes another one's place on screen. */
import { clearTyped } from './unsaved-work.ts';

const wanted = new Map<string, string>();
let lastShown: string | null = null;

/** The workspace opens with this page when it comes on screen next; returns what takes that back, where it does not come. */
export function setInitialPage(workspaceId: string, path: string): () => void {
  wanted.set(workspaceId, path);
  return () => void (wanted.get(workspaceId) === path && wanted.delete(workspaceId));
}

/**
 * Where to go now that this workspace comes on screen at `path`; null where it may stay there. A page about one request
 * or submission of another workspace must not be asked of this one: services number theirs alike.
 */
export function pageToOpen(workspaceId: string, path: string): string | null {
  const page = wanted.get(workspaceId);
  if (page !== undefined) return page;
  return lastShown === null || lastShown === workspaceId ? null : workspaceIndependentPath(path);
}

/** It is on screen. */
export function markWorkspaceShown(workspaceId: string): void {
  wanted.delete(workspaceId);
  lastShown = workspaceId;
  clearTyped();
}

/** The page without what belongs to one workspace: settings stay where they are, a request's page becomes the list. */
export function workspaceIndependentPath(path: string): string {
  const [page = ''] = path.split('?');
  if (page.startsWith('/settings')) return page;
  const [, first = ''] = page.split('/');
  return first === '' || first === 'compare' ? '/requests' : `/${first}`;
}
