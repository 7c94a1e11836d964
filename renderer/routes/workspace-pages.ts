import { clearTyped } from './unsaved-work.ts';

const initialPages = new Map<string, string>();
let lastShown: string | null = null;

/** Sets the page to open when the workspace is shown next; returns the function that cancels this. */
export function setInitialPage(workspaceId: string, path: string): () => void {
  initialPages.set(workspaceId, path);
  return () => void (initialPages.get(workspaceId) === path && initialPages.delete(workspaceId));
}

/**
 * Where to redirect when this workspace is shown at `path`; null to stay. A path with another workspace's request or
 * submission ID must not be used: services reuse the same IDs, so it could show a different person.
 */
export function pageToOpen(workspaceId: string, path: string): string | null {
  const page = initialPages.get(workspaceId);
  if (page !== undefined) return page;
  return lastShown === null || lastShown === workspaceId ? null : workspaceIndependentPath(path);
}

export function markWorkspaceShown(workspaceId: string): void {
  initialPages.delete(workspaceId);
  lastShown = workspaceId;
  clearTyped();
}

/** Removes IDs of one workspace from a path: pages of Settings stay, a request's page becomes the list. */
function workspaceIndependentPath(path: string): string {
  const [page = ''] = path.split('?');
  if (page.startsWith('/settings')) return page;
  const [, first = ''] = page.split('/');
  if (first === 'submissions') return '/outbox';
  return first === '' || first === 'compare' ? '/requests' : `/${first}`;
}
