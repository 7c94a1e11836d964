/**
 * The one object the preload script exposes as `window.callboard`, and how channels are named. No imports at run
 * time: the preload script is a sandboxed CommonJS file and stays small.
 */

import type { DeepLink } from '../deep-link.ts';

/** What changed, so that whoever shows it asks again. Workspace and ids narrow it where they are known. */
export interface ChangeNotice {
  readonly topic:
    | 'app'
    | 'outbox'
    | 'requests'
    | 'library'
    | 'settings'
    | 'updates'
    | 'network'
    | 'backup'
    | 'privacy';
  /** Left out: of every workspace. */
  readonly workspaceId?: string;
  readonly ids?: readonly string[];
}

/** A wish of the operating system, the menu or another instance that the renderer carries out. */
export type NavigateNotice =
  /** `workspaceId`: the workspace whose page it is; left out where that is the one on screen, whichever it is. */
  | { readonly kind: 'page'; readonly path: string; readonly workspaceId?: string }
  /** A workspace to be shown: its sign-in came back (`signedIn` says how), or a notification about it was clicked. */
  | { readonly kind: 'workspace'; readonly workspaceId: string; readonly signedIn?: boolean }
  /** Something that opens above every page. */
  | { readonly kind: 'overlay'; readonly name: 'palette' | 'shortcuts' }
  | { readonly kind: 'link'; readonly link: ShownLink };

/** A link that shows something; the answer of a sign-in is the main process's own business. */
export type ShownLink = Exclude<DeepLink, { kind: 'oauth_callback' }>;

export interface Bridge {
  /** Calls `group.name` of the contract; the answer is always a Result. */
  call(channel: string, input: unknown): Promise<unknown>;
  /** Returns the function that stops listening. */
  onChange(listener: (notice: ChangeNotice) => void): () => void;
  onNavigate(listener: (notice: NavigateNotice) => void): () => void;
}

export const BRIDGE_NAME = 'callboard';
export const CALL_PREFIX = 'call:';
export const CHANGE_CHANNEL = 'notice:change';
export const NAVIGATE_CHANNEL = 'notice:navigate';
