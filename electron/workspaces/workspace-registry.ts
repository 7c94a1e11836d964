import { isDeepStrictEqual } from 'node:util';
import type { AppState } from '../../shared/app-state.ts';
import type { ChangeNotice } from '../../shared/ipc/bridge.ts';
import type { ManagedWorkspaces } from '../../shared/policy.ts';
import { type Failure, fail } from '../../shared/result.ts';
import type { LastPolicy, Settings } from '../../shared/settings.ts';
import type { FixedTeam } from '../../shared/team.ts';
import type { Connection, Workspace } from '../../shared/workspace.ts';
import type { ConnectionIdentity, Policy } from '../policy/judge-policy.ts';
import { floorToTell } from '../policy/judge-retention.ts';
import { meaningToRemember } from '../policy/policy-questionnaires.ts';
import { type RulesOverlay, rulesOverlay, rulesToRemember } from '../policy/policy-rules.ts';
import { duplicateDaysToRemember } from '../policy/policy-settings.ts';
import type { HeldByTeam } from '../privacy/ports.ts';
import { isWaiting, type SecretStore } from '../secrets/secret-store.ts';
import type { Stores } from '../storage/stores/index.ts';
import { OpenWorkspace, type OpenWorkspaceOptions, type WorkspaceStores } from './open-workspace.ts';

type WorkspacesState = Pick<
  AppState,
  | 'workspaces'
  | 'currentWorkspace'
  | 'session'
  | 'reachable'
  | 'unreachableSince'
  | 'sendWait'
  | 'teamAwaySince'
  | 'outboxCounts'
  | 'askedCount'
  | 'requestCount'
  | 'managedWorkspaces'
>;

interface WorkspacesStateParts {
  readonly open: readonly OpenWorkspace[];
  readonly current: OpenWorkspace | undefined;
  readonly stores: Pick<Stores, 'submissions' | 'requests'>;
  readonly policy: WorkspacePolicy;
  /** Ids of workspaces without a stored client secret. */
  readonly withoutSecret: ReadonlySet<string>;
}

/** The workspaces with their counts, and more about the current one. */
async function workspacesState(parts: WorkspacesStateParts): Promise<WorkspacesState> {
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
    teamAwaySince: current?.team.awaySince ?? null,
    outboxCounts,
    askedCount,
    requestCount,
    managedWorkspaces: managedWorkspaces(parts),
  };
}

async function countsOf(
  open: readonly OpenWorkspace[],
  submissions: Stores['submissions'],
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

export interface WorkspaceRegistryOptions
  extends Omit<OpenWorkspaceOptions, 'workspace' | 'stores' | 'submitRefusal' | 'rulesOverlay' | 'onChange'> {
  readonly stores: WorkspaceStores & Pick<Stores, 'workspaces'>;
  readonly secrets: SecretStore;
  readonly settings: () => Settings;
  readonly policy: WorkspacePolicyOptions;
  readonly selectWorkspace: (id: string | null) => void;
  /** Something the window shows has changed. */
  readonly onChange: (notice: ChangeNotice) => void;
}

/** All workspaces, each opened once, with its own sign-in, queue and tracking. */
export class WorkspaceRegistry {
  readonly policy: WorkspacePolicy;
  private readonly options: WorkspaceRegistryOptions;
  /** As last opened: a workspace that is closed for a moment stays listed. */
  private readonly workspaces = new Map<string, OpenWorkspace>();
  /** Ids of workspaces without a stored client secret. */
  private readonly withoutSecret = new Set<string>();

  constructor(options: WorkspaceRegistryOptions) {
    this.options = options;
    this.policy = new WorkspacePolicy(options.policy);
  }

  /** The workspace that the window shows; it may be closed for a moment. */
  get current(): OpenWorkspace | undefined {
    const { currentWorkspaceId } = this.options.settings();
    const chosen = currentWorkspaceId === null ? undefined : this.workspaces.get(currentWorkspaceId);
    return chosen ?? this.workspaces.values().next().value;
  }

  /** An open workspace by its id; undefined while it is closed, even for a moment. */
  get(id: string): OpenWorkspace | undefined {
    const workspace = this.workspaces.get(id);
    return workspace?.isClosed ? undefined : workspace;
  }

  /** A workspace by its id, open or closed for a moment. */
  find(id: string): OpenWorkspace | undefined {
    return this.workspaces.get(id);
  }

  findService(connection: Pick<Connection, 'baseUrl' | 'clientId'>): Workspace | undefined {
    return this.all
      .map(({ workspace }) => workspace)
      .find((workspace) => workspace.kind === 'service' && isSame(workspace, connection));
  }

  get all(): readonly OpenWorkspace[] {
    return [...this.workspaces.values()];
  }

  get count(): number {
    return this.workspaces.size;
  }

  state(): Promise<WorkspacesState> {
    const { all: open, current, policy, withoutSecret } = this;
    return workspacesState({ open, current, stores: this.options.stores, policy, withoutSecret });
  }

  async open(workspace: Workspace): Promise<void> {
    const { onChange, isHeld } = this.options;
    await this.checkSecret(workspace.id);
    const open = new OpenWorkspace({
      ...this.options,
      workspace,
      isHeld: () => isHeld?.() === true || this.policy.isHeld(workspace),
      rulesOverlay: () => this.policy.rulesOverlay(),
      submitRefusal: () => this.policy.submitRefusal(workspace),
      teamFixed: () => this.policy.teamOf(workspace),
      onChange: (topic, ids) => {
        if (topic !== 'session' && topic !== 'reachability')
          onChange({ topic, workspaceId: workspace.id, ...(ids && { ids }) });
        if (topic !== 'requests' && topic !== 'claims' && topic !== 'colleagues') onChange({ topic: 'app' });
      },
    });
    // The first workspace is shown; after that, only the window selects one.
    if (this.options.settings().currentWorkspaceId === null) this.options.selectWorkspace(workspace.id);
    this.workspaces.set(workspace.id, open);
    await open.start();
  }

  /** Removes a closed workspace from the list; if it was the one shown, the window shows another. */
  forget(id: string): void {
    const wasCurrent = this.current?.workspace.id === id;
    this.workspaces.delete(id);
    if (wasCurrent) this.options.selectWorkspace(this.current?.workspace.id ?? null);
  }

  forgetClosed(): void {
    for (const [id, open] of this.workspaces) if (open.isClosed) this.workspaces.delete(id);
  }

  async closeAll(): Promise<void> {
    await Promise.all(this.all.map((open) => open.close()));
  }

  /** Checks whether a client secret is stored for this workspace; one that has to be waited for is. */
  async checkSecret(id: string): Promise<void> {
    const { secrets, onChange, onTrouble } = this.options;
    try {
      if ((await secrets.load(id, 'client_secret')) === undefined) this.withoutSecret.add(id);
      else this.withoutSecret.delete(id);
    } catch (error) {
      if (!isWaiting(error)) throw error;
      void secrets
        .answered()
        .then(() => this.checkSecret(id))
        .then(() => onChange({ topic: 'app' }))
        .catch(onTrouble);
    }
  }

  async waitingCount(): Promise<number> {
    const { submissions } = this.options.stores;
    const counts = await Promise.all([...this.workspaces.keys()].map((id) => submissions.counts(id)));
    return counts.reduce((sum, { waiting }) => sum + waiting, 0);
  }

  /** How many submissions are being sent now, in all workspaces. */
  async sendingCount(): Promise<number> {
    const { submissions } = this.options.stores;
    const rows = await Promise.all(
      [...this.workspaces.keys()].map((id) => submissions.inStates(id, ['connecting', 'sending'])),
    );
    return rows.flat().length;
  }

  /** Hands an address that came back from a browser to the sign-in it belongs to; false if none expects it. */
  takeReturnAddress(address: string): boolean {
    return this.openWorkspaces.some((open) => open.session.handleRedirect(address));
  }

  /** The page with the forms is gone. */
  interruptEdits(onTrouble: (error: unknown) => void): void {
    for (const { queue } of this.openWorkspaces) queue.interruptEdits().catch(onTrouble);
  }

  /** Tells the teams of an erasure; false while one can't be told. */
  async tellTeams(erasure: string): Promise<boolean> {
    const untold = await this.options.stores.erasures.untold(erasure);
    const told = untold.map((id) => this.workspaces.get(id)?.erasures.tell(erasure) ?? false);
    return (await Promise.all(told)).every(Boolean);
  }

  /** What the databases of teams hold about these call keys and request ids. */
  async heldByTeams(
    callKeys: readonly string[],
    requestIds: readonly string[],
  ): Promise<readonly HeldByTeam[]> {
    const inTeams = this.openWorkspaces.filter(({ team }) => team.state.phase !== 'off');
    return Promise.all(
      inTeams.map(async ({ workspace, team }) => ({
        workspace: workspace.name,
        rows: await team.heldAbout(callKeys, requestIds),
      })),
    );
  }

  /** Something was stored: what a team is to have of it is sent in a moment. */
  changed(): void {
    for (const open of this.openWorkspaces) open.sync.changed();
  }

  /** Checks everything again: after sleep, a network change, or when the window gets the focus. */
  catchUp(): void {
    for (const open of this.openWorkspaces) {
      open.checkConnections();
      open.wake();
    }
  }

  /** The network settings changed: proxy, its password or certificate authorities. */
  async networkChanged(): Promise<void> {
    await Promise.all(this.openWorkspaces.map((open) => open.networkChanged()));
  }

  /** The do-not-call list changed: every workspace withdraws what waits for its numbers. Gives how many in all. */
  async doNotCallChanged(): Promise<number> {
    const withdrawn = await Promise.all(this.openWorkspaces.map(({ queue }) => queue.doNotCallChanged()));
    return withdrawn.reduce((sum, each) => sum + each, 0);
  }

  /** The policy changed what it sets in the rules, or more public holidays are known: what waits is judged again everywhere. */
  async judgeAgain(): Promise<void> {
    await Promise.all(this.openWorkspaces.map(({ queue }) => queue.judgeAgain()));
  }

  /** The policy changed: what every workspace stores of results follows what they now mean. */
  async meaningChanged(): Promise<void> {
    await Promise.all(this.openWorkspaces.map((open) => open.meaningChanged()));
  }

  /** The policy changed: every workspace's team is at the place that it sets. */
  async teamsChanged(): Promise<void> {
    await Promise.all(this.openWorkspaces.map(({ team }) => team.policyChanged()));
  }

  /** A setting that the queues read has changed. */
  wake(): void {
    for (const open of this.openWorkspaces) open.wake();
  }

  private get openWorkspaces(): readonly OpenWorkspace[] {
    return this.all.filter(({ isClosed }) => !isClosed);
  }
}

interface WorkspacePolicyOptions {
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
class WorkspacePolicy {
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

  /** The team database that the policy sets for this workspace; undefined if it leaves that to the person. */
  teamOf(workspace: Workspace): FixedTeam | undefined {
    if (!this.isManaged(workspace)) return undefined;
    const { connections, teams } = this.options.policy();
    const isRead = connections.some((connection) => isSame(connection, workspace));
    // What can't be read now leads nobody out of the team.
    if (!isRead) return this.options.last().teams[workspace.id];
    return teams.find((each) => isSame(each, workspace))?.team;
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
      teams: Object.fromEntries(
        workspaces.flatMap((workspace) => {
          const team = this.teamOf(workspace);
          return team ? [[workspace.id, team]] : [];
        }),
      ),
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
