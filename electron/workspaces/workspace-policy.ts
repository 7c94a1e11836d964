import { isDeepStrictEqual } from 'node:util';
import { type Failure, fail } from '../../shared/result.ts';
import type { LastPolicy } from '../../shared/settings.ts';
import type { Connection, Workspace } from '../../shared/workspace.ts';
import type { ConnectionIdentity } from '../policy/judge-connections.ts';
import type { Policy } from '../policy/judge-policy.ts';

export interface WorkspacePolicyOptions {
  /** The policy as it is now. */
  readonly policy: () => Policy;
  /** What the last policy that could be read said. */
  readonly last: () => LastPolicy;
  readonly remember: (last: LastPolicy) => void;
}

/**
 * What the policy allows with which workspace. What a policy that cannot be read says of the workspaces there are is
 * taken from the last one that could: neither is anything let go that was held, nor held that was allowed.
 */
export class WorkspacePolicy {
  private readonly options: WorkspacePolicyOptions;

  constructor(options: WorkspacePolicyOptions) {
    this.options = options;
  }

  get connections(): readonly Connection[] {
    return this.options.policy().connections;
  }

  /** Whether the policy sets this workspace: nobody changes or removes it. */
  isManaged(workspace: Workspace): boolean {
    if (workspace.kind === 'practice') return false;
    const { connections, mentioned, connectionsComplete } = this.options.policy();
    if ([...connections, ...mentioned].some((each) => isSame(each, workspace))) return true;
    return !connectionsComplete && this.options.last().managedWorkspaceIds.includes(workspace.id);
  }

  /** Whether the policy does not allow this workspace: it can be read, and sends nothing. */
  isHeld(workspace: Workspace): boolean {
    return workspace.kind === 'practice' ? this.practiceHeld : this.onlyItsOwn && !this.isManaged(workspace);
  }

  /** Whether the person enters the client secret of a managed workspace, because the policy gives none. */
  asksForSecret(workspace: Workspace): boolean {
    const connection = this.connections.find((each) => isSame(each, workspace));
    return this.isManaged(workspace) && (connection?.clientSecret ?? '') === '';
  }

  /** Why nothing can be submitted here; undefined where it can. */
  submitRefusal(workspace: Workspace): Failure | undefined {
    return this.isHeld(workspace) ? fail('workspace_not_allowed') : undefined;
  }

  /** Why this connection cannot be added; undefined where it can. */
  connectRefusal(connection: ConnectionIdentity): Failure | undefined {
    if (this.options.policy().locked) return fail('connections_set_by_organisation');
    return this.connections.some((each) => isSame(each, connection))
      ? fail('connection_already_set')
      : undefined;
  }

  /** Why this workspace can be neither changed nor removed; undefined where it can. */
  changeRefusal(workspace: Workspace): Failure | undefined {
    if (this.isManaged(workspace)) return fail('connection_set_by_organisation');
    return this.options.policy().locked && workspace.kind === 'service'
      ? fail('connections_set_by_organisation')
      : undefined;
  }

  /** Why the practice workspace cannot be opened; undefined where it can. */
  practiceRefusal(): Failure | undefined {
    return this.options.policy().practiceAllowed ? undefined : fail('practice_not_allowed');
  }

  /** Keeps in mind how these workspaces stand, for a policy that cannot be read. */
  remember(workspaces: readonly Workspace[]): void {
    const last: LastPolicy = {
      managedWorkspaceIds: workspaces.filter((each) => this.isManaged(each)).map(({ id }) => id),
      onlyItsOwn: this.onlyItsOwn,
      practiceHeld: this.practiceHeld,
    };
    if (!isDeepStrictEqual(last, this.options.last())) this.options.remember(last);
  }

  private get onlyItsOwn(): boolean {
    return this.options.policy().onlyItsOwn ?? this.options.last().onlyItsOwn;
  }

  private get practiceHeld(): boolean {
    return this.options.policy().practiceHeld ?? this.options.last().practiceHeld;
  }
}

/** Whether these are one connection: the same service and the same client. */
export function isSame(one: ConnectionIdentity, other: ConnectionIdentity): boolean {
  return one.baseUrl === other.baseUrl && one.clientId === other.clientId;
}
