import type { DoNotCallLocked } from './do-not-call.ts';
import type { KeyStoreState } from './key-store.ts';
import type { OutboxCounts } from './outbox.ts';
import type { ManagedWorkspaces, PolicyState } from './policy.ts';
import type { SessionStatus } from './session.ts';
import type { StorageNotice } from './storage-notice.ts';
import type { Workspace } from './workspace.ts';

/**
 * Why nothing of a workspace can be sent although it may. `unclear_answer`: after an answer that may have been lost, nothing is
 * sent for a while, and then one alone. `not_stored`: Callboard itself couldn't store something. `team_away`: the
 * team database can't be asked.
 */
export interface SendWait {
  readonly why: 'service_asked' | 'unclear_answer' | 'not_stored' | 'slots_busy' | 'team_away';
  /** UTC ms; null if it isn't a matter of time. */
  readonly until: number | null;
  /** Only with `team_away`: since when, UTC ms. */
  readonly since?: number | undefined;
}

/** State that every page shows; fetched once, then again after each change notice with topic `app`. */
export interface AppState {
  readonly version: string;
  readonly workspaces: readonly Workspace[];
  readonly currentWorkspace: Workspace | null;
  /** Session of the current workspace; null when there is none. */
  readonly session: SessionStatus | null;
  /** Whether the last attempt to reach the current workspace's service succeeded. */
  readonly reachable: boolean;
  /** Since when it failed, UTC ms; null if it succeeded. */
  readonly unreachableSince: number | null;
  readonly paused: boolean;
  /** What the current workspace's queue waits for; null if it can send. */
  readonly sendWait: SendWait | null;
  /** Since when the team database of the current workspace can't be asked, UTC ms; null if it can, or there is none. */
  readonly teamAwaySince: number | null;
  /** By workspace id: how many submissions are in each part of its Outbox. */
  readonly outboxCounts: Readonly<Record<string, OutboxCounts>>;
  /** Submissions of the current workspace that wait for an answer to an `OutboxQuestion`. */
  readonly askedCount: number;
  /** Tracked requests of the current workspace. */
  readonly requestCount: number;
  /** Without a key store, tokens stay in memory unless the user chooses otherwise. */
  readonly keyStore: KeyStoreState;
  /** Whether the user allowed weaker token storage on a computer without a key store. */
  readonly weakStorageAllowed: boolean;
  /** A storage problem the user must know about, such as a damaged database that was put aside. */
  readonly storageNotice: StorageNotice | null;
  /** Why the do-not-call list lets nothing be sent; null if it does. */
  readonly doNotCallLocked: DoNotCallLocked | null;
  /** The organisation's policy; `NO_POLICY` if there is none. */
  readonly policy: PolicyState;
  /** Which workspaces the policy manages, blocks or leaves without a secret. */
  readonly managedWorkspaces: ManagedWorkspaces;
}
