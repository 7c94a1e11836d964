import type { AppState } from '../../shared/app-state.ts';
import type { ManagedWorkspaces } from '../../shared/policy.ts';
import type { Workspace } from '../../shared/workspace.ts';
import type { OpenWorkspace } from './open-workspace.ts';
import type { CountedRequestStore, CountedSubmissionStore } from './ports.ts';
import type { WorkspacePolicy } from './workspace-policy.ts';

/** The workspace part of the shell's state. */
export type WorkspacesState = Pick<
  AppState,
  | 'workspaces'
  | 'currentWorkspace'
  | 'session'
  | 'reachable'
  | 'unreachableSince'
  | 'sendWait'
  | 'outboxCounts'
  | 'askedCount'
  | 'requestCount'
  | 'managedWorkspaces'
>;

interface WorkspacesStateParts {
  readonly open: readonly OpenWorkspace[];
  readonly current: OpenWorkspace | undefined;
  readonly stores: { readonly submissions: CountedSubmissionStore; readonly requests: CountedRequestStore };
  readonly policy: WorkspacePolicy;
  /** Ids of workspaces without a stored client secret. */
  readonly withoutSecret: ReadonlySet<string>;
}

/** The workspaces with their counts, and more about the current one. */
export async function workspacesState(parts: WorkspacesStateParts): Promise<WorkspacesState> {
  const { open, current, stores } = parts;
  const [outboxCounts, askedCount, requestCount] = await Promise.all([
    countsOf(open, stores.submissions),
    current ? stores.submissions.askedCount(current.workspace.id) : 0,
    current ? stores.requests.count(current.workspace.id) : 0,
  ]);
  return {
    workspaces: open.map(({ workspace }) => workspace),
    currentWorkspace: current?.workspace ?? null,
    session: current?.session.status ?? null,
    reachable: current?.reachability.reachable ?? true,
    unreachableSince: current?.reachability.unreachableSince ?? null,
    sendWait: current?.queue.sendWait ?? null,
    outboxCounts,
    askedCount,
    requestCount,
    managedWorkspaces: managedWorkspaces(parts),
  };
}

async function countsOf(
  open: readonly OpenWorkspace[],
  submissions: CountedSubmissionStore,
): Promise<AppState['outboxCounts']> {
  const counted = open.map(async ({ workspace: { id } }) => [id, await submissions.counts(id)] as const);
  return Object.fromEntries(await Promise.all(counted));
}

function managedWorkspaces({ open, policy, withoutSecret }: WorkspacesStateParts): ManagedWorkspaces {
  const ids = (which: (workspace: Workspace) => boolean): string[] =>
    open.filter(({ workspace }) => which(workspace)).map(({ workspace }) => workspace.id);
  const secretByPerson = ids((workspace) => policy.asksForSecret(workspace));
  return {
    managed: ids((workspace) => policy.isManaged(workspace)),
    held: ids((workspace) => policy.isHeld(workspace)),
    secretByPerson,
    secretMissing: secretByPerson.filter((id) => withoutSecret.has(id)),
  };
}
