import pLimit from 'p-limit';
import type { ChangeNotice } from '../../shared/ipc/bridge.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Connection, Workspace } from '../../shared/workspace.ts';
import { accountOf } from '../auth/account.ts';
import type { SecretStore } from '../auth/ports.ts';
import type { ConnectionReuseStore } from '../service/connection-reuse.ts';
import type { QueueWaitStore, WorkspaceRulesStore } from '../submissions/ports.ts';
import type { ResultsBackfillStore } from '../tracking/ports.ts';
import { applyManagedWorkspaces, keepPolicySecret, managedWorkspace } from './apply-managed-workspaces.ts';
import { OpenWorkspace, type OpenWorkspaceOptions } from './open-workspace.ts';
import type {
  CountedRequestStore,
  CountedSubmissionStore,
  PracticeServiceHost,
  WorkspaceStore,
} from './ports.ts';
import {
  newPracticeWorkspace,
  type PracticeWorkspaceParts,
  startPractice,
  startPracticeAgain,
} from './practice-workspace.ts';
import { newWorkspaceId } from './workspace-id.ts';
import { isSame, WorkspacePolicy, type WorkspacePolicyOptions } from './workspace-policy.ts';
import { type WorkspacesState, workspacesState } from './workspaces-state.ts';

export interface WorkspaceManagerOptions
  extends Omit<
    OpenWorkspaceOptions,
    | 'workspace'
    | 'submissions'
    | 'queueWaits'
    | 'connectionReuse'
    | 'rules'
    | 'requests'
    | 'pins'
    | 'submitRefusal'
    | 'onChange'
  > {
  readonly stores: {
    readonly workspaces: WorkspaceStore;
    readonly submissions: CountedSubmissionStore;
    readonly queueWaits: QueueWaitStore;
    readonly connectionReuse: ConnectionReuseStore;
    readonly rules: WorkspaceRulesStore;
    readonly requests: CountedRequestStore;
    readonly pins: ResultsBackfillStore;
  };
  readonly secrets: SecretStore;
  readonly practice: PracticeServiceHost;
  readonly settings: () => Settings;
  /** What the organisation's policy says about workspaces. */
  readonly policy: WorkspacePolicyOptions;
  readonly selectWorkspace: (id: string | null) => void;
  /** Something that is shown has changed. */
  readonly onChange: (notice: ChangeNotice) => void;
}

/**
 * All workspaces, and which one is current: the one that the window shows. Only the window changes that ({@link select}),
 * for it alone knows what a person is in the middle of; and nobody is ever given "the current one" in the place of the
 * workspace that a call names.
 */
export class WorkspaceManager {
  private readonly options: WorkspaceManagerOptions;
  /** Those of the list, each as it was opened last: one that is closed for a moment stays listed. */
  private readonly openOnes = new Map<string, OpenWorkspace>();
  /** Connections change one after the other: a workspace is never open twice, with tokens of two accounts. */
  private readonly changes = pLimit(1);
  private readonly policy: WorkspacePolicy;
  private readonly practice: PracticeWorkspaceParts;
  /** Workspaces for which no client secret is stored. */
  private readonly withoutSecret = new Set<string>();

  constructor(options: WorkspaceManagerOptions) {
    this.options = options;
    this.policy = new WorkspacePolicy(options.policy);
    this.practice = { ...options, keep: (workspace, clientSecret) => this.keep(workspace, clientSecret) };
  }

  /** Opens every workspace of earlier runs, as the policy has it now, and takes up its work. */
  async start(): Promise<void> {
    const { stores, secrets, onTrouble } = this.options;
    const managed = { workspaces: stores.workspaces, secrets };
    const moved = await applyManagedWorkspaces(managed, this.policy.connections).catch((error: unknown) => {
      // A key store that fails must not keep what is there from its work.
      onTrouble(error);
      return [];
    });
    this.policy.remember(await stores.workspaces.list());
    for (const workspace of await this.options.stores.workspaces.list()) {
      const { kind } = workspace;
      await this.open(kind === 'practice' ? await startPracticeAgain(workspace, this.practice) : workspace);
    }
    for (const id of moved) await this.openOnes.get(id)?.queue.connectionChanged();
  }

  /**
   * Another policy was read. New connections are there at once, and what it allows counts at once; those there are go to
   * changed addresses from the next start on.
   */
  policyChanged(): Promise<void> {
    return this.changes(() => this.policyChangedAlone());
  }

  private async policyChangedAlone(): Promise<void> {
    for (const connection of this.policy.connections) {
      // A key store that fails must not keep the rest of the policy from counting.
      await this.takeUp(connection).catch(this.options.onTrouble);
    }
    this.policy.remember([...this.openOnes.values()].map(({ workspace }) => workspace));
    this.options.onChange({ topic: 'app' });
    this.wake();
  }

  private async takeUp(connection: Connection): Promise<void> {
    const known = this.serviceOf(connection);
    const workspace = managedWorkspace(connection, known?.id ?? newWorkspaceId());
    if (!known) {
      await this.keep(workspace, connection.clientSecret);
      await this.open(workspace);
    } else if (accountOf(known) === accountOf(workspace)) {
      await keepPolicySecret(this.options.secrets, known, connection);
      await this.noteSecret(known.id);
    }
  }

  /** The one that the window shows; it may be closed for a moment. */
  get current(): OpenWorkspace | undefined {
    const { currentWorkspaceId } = this.options.settings();
    const chosen = currentWorkspaceId === null ? undefined : this.openOnes.get(currentWorkspaceId);
    return chosen ?? this.openOnes.values().next().value;
  }

  /** An open workspace by its id; undefined where it is not open, if only for a moment. */
  get(id: string): OpenWorkspace | undefined {
    const open = this.openOnes.get(id);
    return open?.isClosed ? undefined : open;
  }

  /** All that are open. */
  get all(): Iterable<OpenWorkspace> {
    return this.openOnes.values();
  }

  /** How many workspaces are open. */
  get count(): number {
    return this.openOnes.size;
  }

  /** The workspace part of what the shell shows. */
  state(): Promise<WorkspacesState> {
    const { current, policy, withoutSecret } = this;
    const open = [...this.openOnes.values()];
    return workspacesState({ open, current, stores: this.options.stores, policy, withoutSecret });
  }

  /** Saves a new connection and begins its sign-in. */
  connect(connection: Connection): Promise<Result<Workspace>> {
    return this.changes(() => this.connectAlone(connection));
  }

  private async connectAlone(connection: Connection): Promise<Result<Workspace>> {
    const refusal = this.policy.connectRefusal(connection);
    if (refusal) return refusal;
    if (connection.clientSecret === '') return fail('client_secret_needed');
    // The same service and client again: the form was sent twice, or corrects what was typed before.
    const workspace = workspaceOf(connection, this.serviceOf(connection)?.id ?? newWorkspaceId());
    await this.reopen(workspace, connection.clientSecret);
    return this.signInTo(workspace);
  }

  /** Changes a connection. The service address stays once anything was submitted: rows never change their service. */
  update(id: string, connection: Connection): Promise<Result<Workspace>> {
    return this.changes(() => this.updateAlone(id, connection));
  }

  private async updateAlone(id: string, connection: Connection): Promise<Result<Workspace>> {
    const open = this.openOnes.get(id);
    if (!open || open.workspace.kind === 'practice') return UNKNOWN;
    const refusal = this.policy.changeRefusal(open.workspace);
    if (refusal) return refusal;
    if (connection.baseUrl !== open.workspace.baseUrl && (await this.isUsed(id))) {
      return fail('address_fixed');
    }
    const workspace = workspaceOf(connection, id);
    if (connection.clientSecret === '' && accountOf(workspace) !== accountOf(open.workspace)) {
      // The stored one was given for the old account, and must not reach the new.
      return fail('client_secret_of_another');
    }
    await this.reopen(workspace, connection.clientSecret);
    const reopened = this.openOnes.get(id);
    await reopened?.queue.connectionChanged();
    if (reopened?.session.status.phase === 'signed_in') return ok(workspace);
    return this.signInTo(workspace);
  }

  /** Stores the client secret of a managed workspace for which the policy gives none, and begins the sign-in. */
  enterSecret(id: string, clientSecret: string): Promise<Result<Workspace>> {
    return this.changes(() => this.enterSecretAlone(id, clientSecret));
  }

  private async enterSecretAlone(id: string, clientSecret: string): Promise<Result<Workspace>> {
    const open = this.openOnes.get(id);
    if (!open || !this.policy.asksForSecret(open.workspace)) return UNKNOWN;
    await this.options.secrets.save(id, 'client_secret', clientSecret);
    await this.noteSecret(id);
    await open.queue.connectionChanged();
    this.options.onChange({ topic: 'app' });
    return this.signInTo(open.workspace);
  }

  /** Starts the practice service and begins the sign-in to its workspace where that is needed. */
  openPractice(): Promise<Result<Workspace>> {
    return this.changes(() => this.openPracticeAlone());
  }

  private async openPracticeAlone(): Promise<Result<Workspace>> {
    const refusal = this.policy.practiceRefusal();
    if (refusal) return refusal;
    const known = [...this.openOnes.values()].find(({ workspace }) => workspace.kind === 'practice');
    const workspace = known?.workspace ?? (await startPractice(newPracticeWorkspace(), this.practice));
    if (!known) await this.open(workspace);
    this.options.onChange({ topic: 'app' });
    const signedIn = this.openOnes.get(workspace.id)?.session.status.phase === 'signed_in';
    return signedIn ? ok(workspace) : this.signInTo(workspace);
  }

  /** The window shows this one from here on. */
  select(id: string): Result<null> {
    if (!this.openOnes.has(id)) return UNKNOWN;
    this.options.selectWorkspace(id);
    this.options.onChange({ topic: 'app' });
    this.get(id)?.wake();
    return ok(null);
  }

  /** Hides a workspace and forgets its secrets. Refused while anything in it waits or needs a decision. */
  remove(id: string): Promise<Result<null>> {
    return this.changes(() => this.removeAlone(id));
  }

  private async removeAlone(id: string): Promise<Result<null>> {
    const open = this.openOnes.get(id);
    if (!open) return UNKNOWN;
    const refusal = this.policy.changeRefusal(open.workspace);
    if (refusal) return refusal;
    const { secrets, stores, practice } = this.options;
    let unfinished = await this.unfinished(id);
    if (unfinished > 0) return fail('workspace_in_use', { unfinished });
    // From here on nothing new can get into it; what got in until now still counts.
    await open.close();
    unfinished = await this.unfinished(id);
    if (unfinished > 0) {
      await this.open(open.workspace);
      return fail('workspace_in_use', { unfinished });
    }
    await open.session.signOut();
    await secrets.remove(id, 'client_secret');
    if (open.workspace.kind === 'practice') await practice.close();
    await stores.workspaces.remove(id, Date.now());
    const wasCurrent = this.current === open;
    this.openOnes.delete(id);
    if (wasCurrent) this.options.selectWorkspace(this.current?.workspace.id ?? null);
    this.options.onChange({ topic: 'app' });
    return ok(null);
  }

  /** Submissions of all workspaces that wait to be sent. */
  async waitingCount(): Promise<number> {
    const { submissions } = this.options.stores;
    const counts = await Promise.all([...this.openOnes.keys()].map((id) => submissions.counts(id)));
    return counts.reduce((sum, { waiting }) => sum + waiting, 0);
  }

  /** Submissions of all workspaces that are on their way to their service now. */
  async sendingCount(): Promise<number> {
    const { submissions } = this.options.stores;
    const rows = await Promise.all(
      [...this.openOnes.keys()].map((id) => submissions.inStates(id, ['connecting', 'sending'])),
    );
    return rows.flat().length;
  }

  /** Hands an address that came back from a browser to the sign-in it belongs to; false when none waits for it. */
  takeReturnAddress(address: string): boolean {
    return this.stillOpen().some((open) => open.session.take(address));
  }

  /** Everything may have changed while nobody looked: sleep, a network that came back, a window in focus. */
  catchUp(): void {
    for (const open of this.stillOpen()) {
      open.reachability.check();
      open.wake();
    }
  }

  /** The network's settings were changed: proxy, its password or certificate authorities. */
  async networkChanged(): Promise<void> {
    await Promise.all(this.stillOpen().map((open) => open.networkChanged()));
  }

  /** A setting that the queue reads has changed. */
  wake(): void {
    for (const open of this.stillOpen()) open.wake();
  }

  /** Closes every workspace, runs, and takes up what there is then: meanwhile nothing is submitted, sent or read. */
  atRest<T>(run: () => Promise<T>): Promise<T> {
    return this.changes(async () => {
      await Promise.all([...this.openOnes.values()].map((open) => open.close()));
      try {
        return await run();
      } finally {
        await this.start();
        // What is gone now must not stay listed.
        for (const [id, open] of this.openOnes) if (open.isClosed) this.openOnes.delete(id);
        this.options.onChange({ topic: 'app' });
      }
    });
  }

  close(): Promise<void> {
    return this.changes(async () => {
      await Promise.all([...this.openOnes.values()].map((open) => open.close()));
      await this.options.practice.close();
    });
  }

  private stillOpen(): readonly OpenWorkspace[] {
    return [...this.openOnes.values()].filter(({ isClosed }) => !isClosed);
  }

  private async signInTo(workspace: Workspace): Promise<Result<Workspace>> {
    const begun = await this.openOnes.get(workspace.id)?.session.signIn();
    return begun?.ok === false ? begun : ok(workspace);
  }

  private serviceOf(connection: Pick<Connection, 'baseUrl' | 'clientId'>): Workspace | undefined {
    return [...this.openOnes.values()]
      .map(({ workspace }) => workspace)
      .find((workspace) => workspace.kind === 'service' && isSame(workspace, connection));
  }

  private async noteSecret(id: string): Promise<void> {
    if ((await this.options.secrets.load(id, 'client_secret')) === undefined) this.withoutSecret.add(id);
    else this.withoutSecret.delete(id);
  }

  private async open(workspace: Workspace): Promise<void> {
    const { stores, onChange, isHeld } = this.options;
    await this.noteSecret(workspace.id);
    const open = new OpenWorkspace({
      ...this.options,
      workspace,
      submissions: stores.submissions,
      queueWaits: stores.queueWaits,
      connectionReuse: stores.connectionReuse,
      rules: stores.rules,
      requests: stores.requests,
      pins: stores.pins,
      isHeld: () => isHeld?.() === true || this.policy.isHeld(workspace),
      submitRefusal: () => this.policy.submitRefusal(workspace),
      onChange: (topic, ids) => {
        if (topic === 'outbox' || topic === 'requests') {
          onChange({ topic, workspaceId: workspace.id, ...(ids && { ids }) });
        }
        if (topic !== 'requests') onChange({ topic: 'app' });
      },
    });
    // The first one there is is the one to be shown; from then on only the window says which.
    if (this.options.settings().currentWorkspaceId === null) this.options.selectWorkspace(workspace.id);
    this.openOnes.set(workspace.id, open);
    await open.start();
  }

  /** Takes up a workspace as it is now described. An empty client secret keeps the stored one. */
  private async reopen(workspace: Workspace, clientSecret: string): Promise<void> {
    const earlier = this.openOnes.get(workspace.id);
    // Before the new addresses are stored: tokens go only to the service and the client they were given for.
    if (earlier && accountOf(earlier.workspace) !== accountOf(workspace)) await earlier.session.signOut();
    await earlier?.close();
    await this.keep(workspace, clientSecret);
    await this.open(workspace);
  }

  private async unfinished(id: string): Promise<number> {
    const { waiting, needsDecision } = await this.options.stores.submissions.counts(id);
    return waiting + needsDecision;
  }

  private async keep(workspace: Workspace, clientSecret: string): Promise<void> {
    await this.options.stores.workspaces.save(workspace, Date.now());
    if (clientSecret !== '') await this.options.secrets.save(workspace.id, 'client_secret', clientSecret);
  }

  private async isUsed(id: string): Promise<boolean> {
    const { stores } = this.options;
    const open = await stores.submissions.inStates(id, [
      'queued',
      'connecting',
      'sending',
      'held',
      'unconfirmed',
      'rejected',
    ]);
    return open.length > 0 || (await stores.requests.count(id)) > 0;
  }
}

const UNKNOWN = fail('workspace_gone');

function workspaceOf(connection: Connection, id: string): Workspace {
  const { name, baseUrl, authUrl, clientId, redirectUri } = connection;
  return {
    id,
    kind: 'service',
    name: name || new URL(baseUrl).host,
    baseUrl,
    authUrl,
    clientId,
    redirectUri,
  };
}
