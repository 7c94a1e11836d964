import { isDeepStrictEqual } from 'node:util';
import { type Failure, fail } from '../../shared/result.ts';
import type { LastPolicy } from '../../shared/settings.ts';
import type { Connection, Workspace } from '../../shared/workspace.ts';
import type { ConnectionIdentity } from '../policy/judge-connections.ts';
import type { Policy } from '../policy/judge-policy.ts';
import { floorToTell } from '../policy/judge-retention.ts';
import { meaningToRemember } from '../policy/meaning-overlay.ts';
import { type RulesOverlay, rulesOverlay, rulesToRemember } from '../policy/rules-overlay.ts';
import { duplicateDaysToRemember } from '../policy/settings-overlay.ts';

export interface WorkspacePolicyOptions {
  /** The current policy. */
  readonly policy: () => Policy;
  /** Where it was read from; null if there is none. */
  readonly place: () => string | null;
  /** The last policy that could be read. */
  readonly last: () => LastPolicy;
  readonly remember: (last: LastPolicy) => void;
}

/**
 * What the policy allows for each workspace. If it can't be read, the last readable policy still decides about existing
 * workspaces: nothing held is released, and nothing allowed is held.
 */
export class WorkspacePolicy {
  private readonly options: WorkspacePolicyOptions;

  constructor(options: WorkspacePolicyOptions) {
    this.options = options;
  }

  get connections(): readonly Connection[] {
    return this.options.policy().connections;
  }

  /** Whether the policy defines this workspace, so that nobody can change or remove it. */
  isManaged(workspace: Workspace): boolean {
    if (workspace.kind === 'practice') return false;
    const { connections, mentioned, connectionsComplete } = this.options.policy();
    if ([...connections, ...mentioned].some((connection) => isSame(connection, workspace))) return true;
    return !connectionsComplete && this.options.last().managedWorkspaceIds.includes(workspace.id);
  }

  /** Whether the policy forbids this workspace: it can be read, and sends nothing. */
  isHeld(workspace: Workspace): boolean {
    return workspace.kind === 'practice' ? this.practiceHeld : this.onlyItsOwn && !this.isManaged(workspace);
  }

  /** Whether a person enters the client secret of a managed workspace, because the policy has none. */
  asksForSecret(workspace: Workspace): boolean {
    const connection = this.connections.find((candidate) => isSame(candidate, workspace));
    return this.isManaged(workspace) && (connection?.clientSecret ?? '') === '';
  }

  /** Why nothing can be submitted here; undefined if it can. */
  submitRefusal(workspace: Workspace): Failure | undefined {
    return this.isHeld(workspace) ? fail('workspace_not_allowed') : undefined;
  }

  /** Why this connection can't be added; undefined if it can. */
  connectRefusal(connection: ConnectionIdentity): Failure | undefined {
    if (this.options.policy().locked) return fail('connections_set_by_organisation');
    return this.connections.some((managed) => isSame(managed, connection))
      ? fail('connection_already_set')
      : undefined;
  }

  /** Why this workspace can't be changed or removed; undefined if it can. */
  changeRefusal(workspace: Workspace): Failure | undefined {
    if (this.isManaged(workspace)) return fail('connection_set_by_organisation');
    return this.options.policy().locked && workspace.kind === 'service'
      ? fail('connections_set_by_organisation')
      : undefined;
  }

  /** Why the practice workspace can't be opened; undefined if it can. */
  practiceRefusal(): Failure | undefined {
    return this.options.policy().practiceAllowed ? undefined : fail('practice_not_allowed');
  }

  /** What it sets in the rules of every workspace. */
  rulesOverlay(): RulesOverlay {
    return rulesOverlay(this.options.policy().rules, this.options.last().rules);
  }

  /** Stores what the policy says about these workspaces, for a time when it can't be read. */
  remember(workspaces: readonly Workspace[]): void {
    const last: LastPolicy = {
      place: this.options.place(),
      managedWorkspaceIds: workspaces.filter((workspace) => this.isManaged(workspace)).map(({ id }) => id),
      onlyItsOwn: this.onlyItsOwn,
      practiceHeld: this.practiceHeld,
      rules: rulesToRemember(this.options.policy().rules, this.options.last().rules),
      questionnaires: meaningToRemember(
        this.options.policy().questionnaires,
        this.options.last().questionnaires,
      ),
      atLeastDays: floorToTell(this.options.policy().retention, this.options.last().atLeastDays),
      duplicateDays: duplicateDaysToRemember(this.options.policy(), this.options.last().duplicateDays),
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

/** Whether two connections have the same service and the same client. */
export function isSame(a: ConnectionIdentity, b: ConnectionIdentity): boolean {
  return a.baseUrl === b.baseUrl && a.clientId === b.clientId;
}
