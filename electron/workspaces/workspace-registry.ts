import type { ChangeNotice } from '../../shared/ipc/bridge.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Connection, Workspace } from '../../shared/workspace.ts';
import type { SecretStore } from '../secrets/ports.ts';
import { OpenWorkspace, type OpenWorkspaceOptions, type WorkspaceStores } from './open-workspace.ts';
import type { CountedSubmissionStore, WorkspaceStore } from './ports.ts';
import { isSame, WorkspacePolicy, type WorkspacePolicyOptions } from './workspace-policy.ts';
import { type WorkspacesState, workspacesState } from './workspaces-state.ts';

export interface WorkspaceRegistryOptions
  extends Omit<OpenWorkspaceOptions, 'workspace' | 'stores' | 'submitRefusal' | 'onChange'> {
  readonly stores: WorkspaceStores & {
    readonly workspaces: WorkspaceStore;
    readonly submissions: CountedSubmissionStore;
  };
  readonly secrets: SecretStore;
  readonly settings: () => Settings;
  /** What the organisation's policy says about workspaces. */
  readonly policy: WorkspacePolicyOptions;
  readonly selectWorkspace: (id: string | null) => void;
  /** Something that is shown has changed. */
  readonly onChange: (notice: ChangeNotice) => void;
}

/** The workspaces that work: each opened once, with its own sign-in, queue and tracking. */
export class WorkspaceRegistry {
  readonly policy: WorkspacePolicy;
  private readonly options: WorkspaceRegistryOptions;
  /** Each as it was opened last: one that is closed for a moment stays listed. */
  private readonly listed = new Map<string, OpenWorkspace>();
  /** Workspaces for which no client secret is stored. */
  private readonly withoutSecret = new Set<string>();

  constructor(options: WorkspaceRegistryOptions) {
    this.options = options;
    this.policy = new WorkspacePolicy(options.policy);
  }

  /** The one that the window shows; it may be closed for a moment. */
  get current(): OpenWorkspace | undefined {
    const { currentWorkspaceId } = this.options.settings();
    const chosen = currentWorkspaceId === null ? undefined : this.listed.get(currentWorkspaceId);
    return chosen ?? this.listed.values().next().value;
  }

  /** An open workspace by its id; undefined where it is not open, if only for a moment. */
  get(id: string): OpenWorkspace | undefined {
    const listed = this.listed.get(id);
    return listed?.isClosed ? undefined : listed;
  }

  /** A workspace by its id, open or closed for a moment. */
  find(id: string): OpenWorkspace | undefined {
    return this.listed.get(id);
  }

  /** The workspace of this service and client. */
  findService(connection: Pick<Connection, 'baseUrl' | 'clientId'>): Workspace | undefined {
    return this.all
      .map(({ workspace }) => workspace)
      .find((workspace) => workspace.kind === 'service' && isSame(workspace, connection));
  }

  get all(): readonly OpenWorkspace[] {
    return [...this.listed.values()];
  }

  get count(): number {
    return this.listed.size;
  }

  /** The workspace part of what the shell shows. */
  state(): Promise<WorkspacesState> {
    const { all: open, current, policy, withoutSecret } = this;
    return workspacesState({ open, current, stores: this.options.stores, policy, withoutSecret });
  }

  async open(workspace: Workspace): Promise<void> {
    const { onChange, isHeld } = this.options;
    await this.noteSecret(workspace.id);
    const open = new OpenWorkspace({
      ...this.options,
      workspace,
      isHeld: () => isHeld?.() === true || this.policy.isHeld(workspace),
      submitRefusal: () => this.policy.submitRefusal(workspace),
      onChange: (topic, ids) => {
        if (topic === 'outbox' || topic === 'requests') {
          onChange({ topic, workspaceId: workspace.id, ...(ids && { ids }) });
        }
        if (topic !== 'requests') onChange({ topic: 'app' });
      },
    });
    // The first one is shown; from then on only the window says which.
    if (this.options.settings().currentWorkspaceId === null) this.options.selectWorkspace(workspace.id);
    this.listed.set(workspace.id, open);
    await open.start();
  }

  /** Takes a closed workspace off the list; the window shows another where it showed this one. */
  forget(id: string): void {
    const wasCurrent = this.current?.workspace.id === id;
    this.listed.delete(id);
    if (wasCurrent) this.options.selectWorkspace(this.current?.workspace.id ?? null);
  }

  /** Takes all that are closed off the list. */
  forgetClosed(): void {
    for (const [id, open] of this.listed) if (open.isClosed) this.listed.delete(id);
  }

  async closeAll(): Promise<void> {
    await Promise.all(this.all.map((open) => open.close()));
  }

  /** Looks whether a client secret is stored for this workspace. */
  async noteSecret(id: string): Promise<void> {
    if ((await this.options.secrets.load(id, 'client_secret')) === undefined) this.withoutSecret.add(id);
    else this.withoutSecret.delete(id);
  }

  /** Submissions of all workspaces that wait to be sent. */
  async waitingCount(): Promise<number> {
    const { submissions } = this.options.stores;
    const counts = await Promise.all([...this.listed.keys()].map((id) => submissions.counts(id)));
    return counts.reduce((sum, { waiting }) => sum + waiting, 0);
  }

  /** Submissions of all workspaces that are on their way to their service now. */
  async sendingCount(): Promise<number> {
    const { submissions } = this.options.stores;
    const rows = await Promise.all(
      [...this.listed.keys()].map((id) => submissions.inStates(id, ['connecting', 'sending'])),
    );
    return rows.flat().length;
  }

  /** Hands an address that came back from a browser to the sign-in it belongs to; false when none waits for it. */
  takeReturnAddress(address: string): boolean {
    return this.stillOpen.some((open) => open.session.handleRedirect(address));
  }

  /** Everything may have changed while nobody looked: sleep, a network that came back, a window in focus. */
  catchUp(): void {
    for (const open of this.stillOpen) {
      open.reachability.check();
      open.wake();
    }
  }

  /** The network's settings were changed: proxy, its password or certificate authorities. */
  async networkChanged(): Promise<void> {
    await Promise.all(this.stillOpen.map((open) => open.networkChanged()));
  }

  /** A setting that the queue reads has changed. */
  wake(): void {
    for (const open of this.stillOpen) open.wake();
  }

  private get stillOpen(): readonly OpenWorkspace[] {
    return this.all.filter(({ isClosed }) => !isClosed);
  }
}
