import pLimit from 'p-limit';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Connection, Workspace } from '../../shared/workspace.ts';
import { accountOf } from '../auth/account.ts';
import { applyManagedWorkspaces, keepPolicySecret, managedWorkspace } from './apply-managed-workspaces.ts';
import type { PracticeServiceHost } from './ports.ts';
import {
  newPracticeWorkspace,
  type PracticeWorkspaceParts,
  startPractice,
  startPracticeAgain,
} from './practice-workspace.ts';
import { newWorkspaceId } from './workspace-id.ts';
import { WorkspaceRegistry, type WorkspaceRegistryOptions } from './workspace-registry.ts';

export interface WorkspaceManagerOptions extends WorkspaceRegistryOptions {
  readonly practice: PracticeServiceHost;
}

/**
 * Adds, changes and removes workspaces, by a person or the policy, and selects the one that the window shows. Only the
 * window does that, for it alone knows what a person is in the middle of.
 */
export class WorkspaceManager {
  readonly open: WorkspaceRegistry;
  private readonly options: WorkspaceManagerOptions;
  /** Connections change one after the other: a workspace is never open twice, with tokens of two accounts. */
  private readonly changes = pLimit(1);
  private readonly practice: PracticeWorkspaceParts;

  constructor(options: WorkspaceManagerOptions) {
    this.options = options;
    this.open = new WorkspaceRegistry(options);
    this.practice = { ...options, keep: (workspace, clientSecret) => this.keep(workspace, clientSecret) };
  }

  /** Opens every workspace of earlier runs, as the policy has it now, and takes up its work. */
  async start(): Promise<void> {
    const { stores, secrets, onTrouble } = this.options;
    const { policy } = this.open;
    const managed = { workspaces: stores.workspaces, secrets };
    const moved = await applyManagedWorkspaces(managed, policy.connections).catch((error: unknown) => {
      // A key store that fails must not keep what is there from its work.
      onTrouble(error);
      return [];
    });
    policy.remember(await stores.workspaces.list());
    for (const workspace of await stores.workspaces.list()) {
      const isPractice = workspace.kind === 'practice';
      await this.open.open(isPractice ? await startPracticeAgain(workspace, this.practice) : workspace);
    }
    for (const id of moved) await this.open.find(id)?.queue.connectionChanged();
  }

  /**
   * Another policy was read. New connections are there at once, and what it allows counts at once; those there are go to
   * changed addresses from the next start on.
   */
  policyChanged(): Promise<void> {
    return this.changes(async () => {
      const { policy } = this.open;
      for (const connection of policy.connections) {
        // A key store that fails must not keep the rest of the policy from counting.
        await this.takeUp(connection).catch(this.options.onTrouble);
      }
      policy.remember(this.open.all.map(({ workspace }) => workspace));
      this.changed();
      this.open.wake();
    });
  }

  /** Saves a new connection and begins its sign-in. */
  connect(connection: Connection): Promise<Result<Workspace>> {
    return this.changes(async () => {
      const refusal = this.open.policy.connectRefusal(connection);
      if (refusal) return refusal;
      if (connection.clientSecret === '') return fail('client_secret_needed');
      // The same service and client again: the form was sent twice, or corrects what was typed before.
      const workspace = workspaceOf(connection, this.open.findService(connection)?.id ?? newWorkspaceId());
      await this.reopen(workspace, connection.clientSecret);
      return this.signInTo(workspace);
    });
  }

  /** Changes a connection. The service address stays once anything was submitted: rows never change their service. */
  update(id: string, connection: Connection): Promise<Result<Workspace>> {
    return this.changes(async () => {
      const open = this.open.find(id);
      if (!open || open.workspace.kind === 'practice') return UNKNOWN;
      const refusal = this.open.policy.changeRefusal(open.workspace);
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
      const reopened = this.open.find(id);
      await reopened?.queue.connectionChanged();
      return reopened?.session.status.phase === 'signed_in' ? ok(workspace) : this.signInTo(workspace);
    });
  }

  /** Stores the client secret of a managed workspace for which the policy gives none, and begins the sign-in. */
  enterSecret(id: string, clientSecret: string): Promise<Result<Workspace>> {
    return this.changes(async () => {
      const open = this.open.find(id);
      if (!open || !this.open.policy.asksForSecret(open.workspace)) return UNKNOWN;
      await this.options.secrets.save(id, 'client_secret', clientSecret);
      await this.open.noteSecret(id);
      await open.queue.connectionChanged();
      this.changed();
      return this.signInTo(open.workspace);
    });
  }

  /** Starts the practice service and begins the sign-in to its workspace where that is needed. */
  openPractice(): Promise<Result<Workspace>> {
    return this.changes(async () => {
      const refusal = this.open.policy.practiceRefusal();
      if (refusal) return refusal;
      const known = this.open.all.find(({ workspace }) => workspace.kind === 'practice');
      const workspace = known?.workspace ?? (await startPractice(newPracticeWorkspace(), this.practice));
      if (!known) await this.open.open(workspace);
      this.changed();
      const signedIn = this.open.find(workspace.id)?.session.status.phase === 'signed_in';
      return signedIn ? ok(workspace) : this.signInTo(workspace);
    });
  }

  /** The window shows this one from here on. */
  select(id: string): Result<null> {
    if (!this.open.find(id)) return UNKNOWN;
    this.options.selectWorkspace(id);
    this.changed();
    this.open.get(id)?.wake();
    return ok(null);
  }

  /** Hides a workspace and forgets its secrets. Refused while anything in it waits or needs a decision. */
  remove(id: string): Promise<Result<null>> {
    return this.changes(async () => {
      const open = this.open.find(id);
      if (!open) return UNKNOWN;
      const refusal = this.open.policy.changeRefusal(open.workspace);
      if (refusal) return refusal;
      const { secrets, stores, practice } = this.options;
      let unfinished = await this.unfinished(id);
      if (unfinished > 0) return fail('workspace_in_use', { unfinished });
      // From here on nothing new can get into it; what got in until now still counts.
      await open.close();
      unfinished = await this.unfinished(id);
      if (unfinished > 0) {
        await this.open.open(open.workspace);
        return fail('workspace_in_use', { unfinished });
      }
      await open.session.signOut();
      await secrets.remove(id, 'client_secret');
      if (open.workspace.kind === 'practice') await practice.close();
      await stores.workspaces.remove(id, Date.now());
      this.open.forget(id);
      this.changed();
      return ok(null);
    });
  }

  /** Closes every workspace, runs, and takes up what there is then: meanwhile nothing is submitted, sent or read. */
  atRest<T>(run: () => Promise<T>): Promise<T> {
    return this.changes(async () => {
      await this.open.closeAll();
      try {
        return await run();
      } finally {
        await this.start();
        this.open.forgetClosed();
        this.changed();
      }
    });
  }

  close(): Promise<void> {
    return this.changes(async () => {
      await this.open.closeAll();
      await this.options.practice.close();
    });
  }

  /** A connection of the policy: a new workspace, or another secret for the one there is. */
  private async takeUp(connection: Connection): Promise<void> {
    const known = this.open.findService(connection);
    const workspace = managedWorkspace(connection, known?.id ?? newWorkspaceId());
    if (!known) {
      await this.keep(workspace, connection.clientSecret);
      await this.open.open(workspace);
    } else if (accountOf(known) === accountOf(workspace)) {
      await keepPolicySecret(this.options.secrets, known, connection);
      await this.open.noteSecret(known.id);
    }
  }

  private async signInTo(workspace: Workspace): Promise<Result<Workspace>> {
    const begun = await this.open.find(workspace.id)?.session.signIn();
    return begun?.ok === false ? begun : ok(workspace);
  }

  /** Takes up a workspace as it is now described. An empty client secret keeps the stored one. */
  private async reopen(workspace: Workspace, clientSecret: string): Promise<void> {
    const earlier = this.open.find(workspace.id);
    // Before the new addresses are stored: tokens go only to the service and the client they were given for.
    if (earlier && accountOf(earlier.workspace) !== accountOf(workspace)) await earlier.session.signOut();
    await earlier?.close();
    await this.keep(workspace, clientSecret);
    await this.open.open(workspace);
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
    const { submissions, requests } = this.options.stores;
    const states = ['queued', 'connecting', 'sending', 'held', 'unconfirmed', 'rejected'] as const;
    return (await submissions.inStates(id, states)).length > 0 || (await requests.count(id)) > 0;
  }

  private changed(): void {
    this.options.onChange({ topic: 'app' });
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
