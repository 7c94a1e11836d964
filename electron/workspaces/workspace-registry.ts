import type { AppState } from '../../shared/app-state.ts';
import type { ChangeNotice } from '../../shared/ipc/bridge.ts';
import type { ManagedWorkspaces } from '../../shared/policy.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Connection, Workspace } from '../../shared/workspace.ts';
import type { SecretStore } from '../secrets/ports.ts';
import { isWaiting } from '../secrets/unless-waiting.ts';
import type { Stores } from '../storage/stores/index.ts';
import { OpenWorkspace } from './open-workspace.ts';
import type { OpenWorkspaceOptions, WorkspaceStores } from './open-workspace-options.ts';
import { isSame, WorkspacePolicy, type WorkspacePolicyOptions } from './workspace-policy.ts';

/** The workspace part of the shell's state. */
type WorkspacesState = Pick<
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

  /** The workspace with this service and client. */
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
      onChange: (topic, ids) => {
        if (topic === 'outbox' || topic === 'requests') {
          onChange({ topic, workspaceId: workspace.id, ...(ids && { ids }) });
        }
        if (topic !== 'requests') onChange({ topic: 'app' });
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

  /** Removes all closed workspaces from the list. */
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

  /** How many submissions wait to be sent, in all workspaces. */
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

  /** Checks everything again: after sleep, a network change, or when the window gets the focus. */
  catchUp(): void {
    for (const open of this.openWorkspaces) {
      open.reachability.check();
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

  /** A setting that the queues read has changed. */
  wake(): void {
    for (const open of this.openWorkspaces) open.wake();
  }

  private get openWorkspaces(): readonly OpenWorkspace[] {
    return this.all.filter(({ isClosed }) => !isClosed);
  }
}
