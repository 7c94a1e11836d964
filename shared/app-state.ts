import type { ManagedWorkspaces, PolicyState } from './policy.ts';
import type { SessionStatus } from './session.ts';
import type { StorageNotice } from './storage-notice.ts';
import type { Workspace } from './workspace.ts';

/** What the whole shell shows: asked once, then again after every change notice with topic `app`. */
export interface AppState {
  readonly version: string;
  readonly workspaces: readonly Workspace[];
  readonly currentWorkspace: Workspace | null;
  /** Of the current workspace; null when there is none. */
  readonly session: SessionStatus | null;
  /** Whether the current workspace's service could be reached the last time it was tried. */
  readonly reachable: boolean;
  readonly paused: boolean;
  /** Submissions of the current workspace waiting to be sent (queued, connecting, sending, held). */
  readonly waitingCount: number;
  /** Unconfirmed submissions of the current workspace. */
  readonly decisionCount: number;
  /** Submissions of the current workspace about which a person is asked whether they may go (`OutboxQuestion`). */
  readonly askedCount: number;
  /** Tracked requests of the current workspace. */
  readonly requestCount: number;
  /** False when this computer has no key store: sign-in is then kept in memory unless the user chooses otherwise. */
  readonly keyStoreAvailable: boolean;
  /** Whether the user allowed weaker storage where there is no key store. */
  readonly weakStorageAllowed: boolean;
  /** Something about storage the user must know, such as a damaged database that was put aside. */
  readonly storageNotice: StorageNotice | null;
  /** What the organisation's policy sets; `NO_POLICY` without one. */
  readonly policy: PolicyState;
  /** How the workspaces stand under it. */
  readonly managedWorkspaces: ManagedWorkspaces;
}
