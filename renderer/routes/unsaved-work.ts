import { Store, useStore } from '../store.ts';
import { FIRST_PAGE } from './paths.ts';

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
  return lastShown === null || lastShown === workspaceId ? null : pageAfterSwitch(path);
}

export function markWorkspaceShown(workspaceId: string): void {
  initialPages.delete(workspaceId);
  lastShown = workspaceId;
  clearTyped();
}

/** Another workspace opens on its first page; Settings stay open, as most of them are about all workspaces. */
function pageAfterSwitch(path: string): string {
  const [page = ''] = path.split('?');
  return page.startsWith('/settings') ? page : FIRST_PAGE;
}

/** Tracks whether switching to another workspace now would lose or interrupt the person's work. */

const unsaved = new Set<string>();
let typedOnPage = false;

/** Sets or clears a named flag for work that exists only in this window. */
export function markUnsaved(name: string, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.add(name);
  else unsaved.delete(name);
}

/** Watches all fields except search boxes for typing; navigation resets it. Call once, when the window opens. */
export function trackTyping(): void {
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement && target.type === 'search')) typedOnPage = true;
  });
  addEventListener('hashchange', clearTyped);
}

/** Call when what was typed on the page has been saved or discarded. */
function clearTyped(): void {
  typedOnPage = false;
}

/** Whether anything typed is unsaved or a dialog is open. Errs towards true: the switch is then offered instead of made. */
export function hasUnsavedWork(): boolean {
  return typedOnPage || unsaved.size > 0 || document.querySelector('[role="dialog"]') !== null;
}
/** The tab of the Outbox, or the search in it, that a person looked at last, by workspace. */
const places = new Map<string, string>();

/** Call while a tab of the Outbox or a search in it is on screen. */
export function rememberOutboxPlace(workspaceId: string, path: string): void {
  places.set(workspaceId, path);
}

/** Call after an erasure: a search may contain the person's name. */
export function forgetOutboxPlaces(): void {
  places.clear();
}

/** Where someone who leaves a submission goes on: where they came from, or else the whole Outbox. */
export function outboxPlace(workspaceId: string): string {
  return places.get(workspaceId) ?? '/outbox';
}

/** A request to show something in a workspace, which may not be the one on screen. */
export interface PendingSwitch {
  readonly workspaceId: string;
  /** The page to show; null for the workspace's default page. */
  readonly path: string | null;
  /** Title of the toast that offers the switch. */
  readonly title?: string;
  /** Set when a sign-in returned from the browser: whether it succeeded. */
  readonly signedIn?: boolean;
}

/**
 * Requests to show a workspace: from a sign-in that returned, a clicked notification, a link or an undo. `PendingSwitches` in
 * the shell carries them out, and only offers to while the person has unsaved work.
 */
const pending = new Store<readonly PendingSwitch[]>([]);

export function requestSwitch(request: PendingSwitch): void {
  pending.set([...pending.get(), request]);
}

export function removePendingSwitch(request: PendingSwitch): void {
  pending.set(pending.get().filter((other) => other !== request));
}

export function usePendingSwitches(): readonly PendingSwitch[] {
  return useStore(pending);
}
