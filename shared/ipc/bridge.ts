/**
 * The object that the preload script exposes as `window.callboard`, and the channel names. It has no runtime imports,
 * because the preload script is a sandboxed CommonJS file and must stay small.
 */

import type { DeepLink } from '../deep-link.ts';

/** Tells the window to fetch changed data again. Workspace and ids narrow it down if they are known. */
export interface ChangeNotice {
  readonly topic:
    | 'app'
    | 'outbox'
    | 'requests'
    | 'library'
    /** What is covered before a verdict: what the window knows may be covered now. */
    | 'covering'
    | 'settings'
    | 'updates'
    | 'network'
    | 'backup'
    | 'privacy'
    | 'holds'
    | 'do_not_call'
    /** Whom colleagues submitted. */
    | 'claims'
    /** Who takes part in a team, and what they share. */
    | 'colleagues'
    /** The team of a workspace, and the connection to its database. */
    | 'team';
  /** Left out if every workspace is affected. */
  readonly workspaceId?: string;
  readonly ids?: readonly string[];
}

/** A navigation that the operating system, the menu or a second instance asks the renderer for. */
export type NavigateNotice =
  /** `workspaceId`: workspace of the page; left out for the one on screen. */
  | { readonly kind: 'page'; readonly path: string; readonly workspaceId?: string }
  /** Shows a workspace: its sign-in finished (`signedIn` tells whether it worked), or a notification was clicked. */
  | { readonly kind: 'workspace'; readonly workspaceId: string; readonly signedIn?: boolean }
  /** An overlay above the current page. */
  | { readonly kind: 'overlay'; readonly name: 'palette' | 'shortcuts' }
  | { readonly kind: 'link'; readonly link: ShownLink }
  /** The menu's Undo, which does the same as its key. */
  | { readonly kind: 'undo' }
  /** This page replaces one whose process ended. */
  | { readonly kind: 'page_reloaded' };

/** A link for the window to show; the main process handles sign-in redirects itself. */
export type ShownLink = Exclude<DeepLink, { kind: 'oauth_callback' }>;

export interface Bridge {
  /** Calls `group.name` of the contract and resolves to a `Result`. */
  call(channel: string, input: unknown): Promise<unknown>;
  /** Adds a listener; returns the function that removes it. */
  onChange(listener: (notice: ChangeNotice) => void): () => void;
  onNavigate(listener: (notice: NavigateNotice) => void): () => void;
}

export const BRIDGE_NAME = 'callboard';
export const CALL_PREFIX = 'call:';
export const CHANGE_CHANNEL = 'notice:change';
export const NAVIGATE_CHANNEL = 'notice:navigate';
