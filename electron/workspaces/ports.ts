import type { OutboxCounts } from '../../shared/outbox.ts';
import type { RequestDetail } from '../../shared/request.ts';
import type { Workspace } from '../../shared/workspace.ts';
import type { OutboxGroupStore, SubmissionStore } from '../submissions/ports.ts';
import type { RequestStore } from '../tracking/ports.ts';

/** Where workspaces are stored. Every promise resolves only when the change is on the disk. */
export interface WorkspaceStore {
  /** Workspaces that were not removed, oldest first. */
  list(): Promise<readonly Workspace[]>;
  /** Adds a workspace or changes its name and addresses. `now`: UTC ms. */
  save(workspace: Workspace, now: number): Promise<void>;
  /** Hides a workspace and deletes its secrets; its history stays. */
  remove(workspaceId: string, now: number): Promise<void>;
}

/** The submissions of workspaces, and how many are open. */
export interface CountedSubmissionStore extends SubmissionStore, OutboxGroupStore {
  counts(workspaceId: string): Promise<OutboxCounts>;
  /** How many of them wait for a person's decision whether to send (`OutboxQuestion`). */
  askedCount(workspaceId: string): Promise<number>;
}

/** The tracked requests of workspaces, and their number. */
export interface CountedRequestStore extends RequestStore {
  count(workspaceId: string): Promise<number>;
  /** Undefined if the workspace tracks no request with this id. */
  detail(workspaceId: string, requestId: string): Promise<RequestDetail | undefined>;
}

/** What is stored of results, by what they mean. */
export interface MeaningStore {
  /** Makes it go by the organisation's policy; true if results have to be read again. */
  applyPolicy(workspaceId: string): Promise<boolean>;
}

export interface PracticeServiceHost {
  /** Starts it (once), on `port` if that is free; returns its addresses without a trailing slash. */
  start(client: PracticeClient): Promise<{ baseUrl: string; authUrl: string }>;
  close(): Promise<void>;
}

export interface PracticeClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** 0: any free port. */
  readonly port: number;
}
