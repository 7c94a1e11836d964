import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import pLimit from 'p-limit';
import { CUSTOM_SCHEME_REDIRECT } from '../../shared/custom-scheme.ts';
import { PRACTICE_LIBRARY } from '../../shared/practice-library.ts';
import { type Failure, fail, ok, type Result } from '../../shared/result.ts';
import { SUBMISSION_STATES, type SubmissionState } from '../../shared/submission.ts';
import type { Connection, Workspace } from '../../shared/workspace.ts';
import { accountOf } from '../auth/token-manager.ts';
import { type SecretStore, unlessWaiting } from '../secrets/secret-store.ts';
import type { Stores } from '../storage/stores/index.ts';
import { isSame, WorkspaceRegistry, type WorkspaceRegistryOptions } from './workspace-registry.ts';

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

/** A workspace id: 40 random bits, in hexadecimal. Short, as every index of requests contains it. */
function newWorkspaceId(): string {
  return randomBytes(5).toString('hex');
}

const PRACTICE_CLIENT_ID = 'callboard-practice';

interface PracticeWorkspaceParts {
  readonly secrets: SecretStore;
  readonly practice: PracticeServiceHost;
  /** Stores a workspace; an empty client secret leaves the stored one unchanged. */
  readonly save: (workspace: Workspace, clientSecret: string) => Promise<void>;
  readonly onTrouble: (error: unknown) => void;
}

function newPracticeWorkspace(): Workspace {
  return {
    id: newWorkspaceId(),
    name: 'Practice workspace',
    kind: 'practice',
    baseUrl: 'http://127.0.0.1',
    authUrl: 'http://127.0.0.1',
    issuer: '',
    clientId: PRACTICE_CLIENT_ID,
    redirectUri: CUSTOM_SCHEME_REDIRECT,
  };
}

/** Starts the practice service on its old port if possible; returns its workspace with the current addresses. */
async function startPractice(
  workspace: Workspace,
  { secrets, practice, save }: PracticeWorkspaceParts,
): Promise<Workspace> {
  // A new secret does as well: nobody but this process knows it.
  const stored = await unlessWaiting(secrets.load(workspace.id, 'client_secret'));
  const clientSecret = stored ?? randomBytes(32).toString('base64url');
  const { baseUrl, authUrl } = await practice.start({
    clientId: workspace.clientId,
    clientSecret,
    port: Number(URL.parse(workspace.baseUrl)?.port || 0),
  });
  const started = { ...workspace, baseUrl, authUrl };
  await save(started, stored === undefined ? clientSecret : '');
  return started;
}

/** The same for a workspace of an earlier run: a service that can't start must not keep other workspaces from working. */
async function restartPractice(workspace: Workspace, parts: PracticeWorkspaceParts): Promise<Workspace> {
  try {
    return await startPractice(workspace, parts);
  } catch (error) {
    parts.onTrouble(error);
    return workspace;
  }
}

interface ManagedStores {
  readonly workspaces: Stores['workspaces'];
  readonly secrets: SecretStore;
}

/** Stores each connection of a policy as a new or updated workspace, before any is open. Returns the ids of moved ones. */
async function applyManagedWorkspaces(
  { workspaces, secrets }: ManagedStores,
  connections: readonly Connection[],
): Promise<readonly string[]> {
  const known = await workspaces.list();
  const moved: string[] = [];
  for (const connection of connections) {
    const before = known.find((workspace) => workspace.kind === 'service' && isSame(workspace, connection));
    const workspace = managedWorkspace(connection, before?.id ?? newWorkspaceId());
    if (before && accountOf(before) !== accountOf(workspace)) {
      // Secrets given for the old addresses must not reach the new ones.
      await secrets.remove(before.id, 'tokens');
      await secrets.remove(before.id, 'client_secret');
      moved.push(before.id);
    }
    if (!isDeepStrictEqual(before, workspace)) await workspaces.save(workspace, Date.now());
    await savePolicySecret(secrets, workspace, connection);
  }
  return moved;
}

/** A secret in the policy takes precedence. Saved only if it differs, not at every start. */
async function savePolicySecret(
  secrets: SecretStore,
  { id }: Workspace,
  { clientSecret }: Connection,
): Promise<void> {
  if (clientSecret === '') return;
  if ((await unlessWaiting(secrets.load(id, 'client_secret'))) === clientSecret) return;
  await secrets.save(id, 'client_secret', clientSecret);
}

function managedWorkspace({ clientSecret: _, ...connection }: Connection, id: string): Workspace {
  return { id, kind: 'service', ...connection };
}

interface WorkspaceManagerOptions extends WorkspaceRegistryOptions {
  readonly practice: PracticeServiceHost;
}

/** Adds, changes, removes and selects workspaces. Selects one only for the window, which knows what a person is doing. */
export class WorkspaceManager {
  readonly open: WorkspaceRegistry;
  private readonly options: WorkspaceManagerOptions;
  /** One change at a time: a workspace must never be open twice, with tokens of two accounts. */
  private readonly changes = pLimit(1);
  private readonly practice: PracticeWorkspaceParts;

  constructor(options: WorkspaceManagerOptions) {
    this.options = options;
    this.open = new WorkspaceRegistry(options);
    this.practice = { ...options, save: (workspace, clientSecret) => this.save(workspace, clientSecret) };
  }

  /** Opens every stored workspace, as the policy now defines it, and resumes its work. */
  async start(): Promise<void> {
    const { stores, secrets, onTrouble } = this.options;
    const { policy } = this.open;
    const managed = { workspaces: stores.workspaces, secrets };
    const moved = await applyManagedWorkspaces(managed, policy.connections).catch((error: unknown) => {
      // A failing key store must not stop existing workspaces from working.
      onTrouble(error);
      return [];
    });
    policy.remember(await stores.workspaces.list());
    for (const workspace of await stores.workspaces.list()) {
      const isPractice = workspace.kind === 'practice';
      await this.open.open(isPractice ? await restartPractice(workspace, this.practice) : workspace);
    }
    for (const id of moved) await this.open.find(id)?.queue.resume('connection');
  }

  /** Another policy was read. All of it takes effect at once, except changed addresses: those at the next start. */
  policyChanged(): Promise<void> {
    return this.changes(async () => {
      const { policy } = this.open;
      for (const connection of policy.connections) {
        // A failing key store must not keep the rest of the policy from taking effect.
        await this.applyConnection(connection).catch(this.options.onTrouble);
      }
      policy.remember(this.open.all.map(({ workspace }) => workspace));
      await this.open.judgeAgain();
      await this.open.meaningChanged();
      await this.open.teamsChanged();
      this.notifyChange();
      this.open.wake();
    });
  }

  /** Saves a new connection and starts its sign-in. */
  connect(connection: Connection): Promise<Result<Workspace>> {
    return this.changes(async () => {
      const refusal = this.open.policy.connectRefusal(connection);
      if (refusal) return refusal;
      if (connection.clientSecret === '') return fail('client_secret_needed');
      // Same service and client as before: the form was sent twice, or corrects an earlier entry.
      const workspace = workspaceOf(connection, this.open.findService(connection)?.id ?? newWorkspaceId());
      await this.reopen(workspace, connection.clientSecret);
      return this.signInTo(workspace);
    });
  }

  /** Changes a connection. The service address is fixed once anything was submitted: rows never move to another service. */
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
        // The stored secret belongs to the old account and must not reach the new one.
        return fail('client_secret_of_another');
      }
      await this.reopen(workspace, connection.clientSecret);
      const reopened = this.open.find(id);
      await reopened?.queue.resume('connection');
      return reopened?.session.status.phase === 'signed_in' ? ok(workspace) : this.signInTo(workspace);
    });
  }

  /** Stores the client secret of a managed workspace whose policy has none, and starts the sign-in. */
  enterSecret(id: string, clientSecret: string): Promise<Result<Workspace>> {
    return this.changes(async () => {
      const open = this.open.find(id);
      if (!open || !this.open.policy.asksForSecret(open.workspace)) return UNKNOWN;
      await this.options.secrets.save(id, 'client_secret', clientSecret);
      await this.open.checkSecret(id);
      await open.queue.resume('connection');
      this.notifyChange();
      return this.signInTo(open.workspace);
    });
  }

  /** Starts the practice service and, if needed, the sign-in to its workspace. */
  openPractice(): Promise<Result<Workspace>> {
    return this.changes(async () => {
      const refusal = this.open.policy.practiceRefusal();
      if (refusal) return refusal;
      const existing = this.open.all.find(({ workspace }) => workspace.kind === 'practice');
      const workspace = existing?.workspace ?? (await this.addPractice());
      this.notifyChange();
      const signedIn = this.open.find(workspace.id)?.session.status.phase === 'signed_in';
      return signedIn ? ok(workspace) : this.signInTo(workspace);
    });
  }

  /** A new practice workspace, with jobs to submit candidates for. */
  private async addPractice(): Promise<Workspace> {
    const workspace = await startPractice(newPracticeWorkspace(), this.practice);
    await this.options.stores.library.replace(workspace.id, PRACTICE_LIBRARY);
    await this.open.open(workspace);
    return workspace;
  }

  /** Makes this the workspace that the window shows. */
  select(id: string): Result<void> {
    if (!this.open.find(id)) return UNKNOWN;
    this.options.selectWorkspace(id);
    this.notifyChange();
    this.open.get(id)?.wake();
    return ok(undefined);
  }

  /**
   * Hides a workspace and deletes its secrets. Refused while anything in it waits or needs a decision, or has yet to be told to
   * its team.
   */
  remove(id: string): Promise<Result<void>> {
    return this.changes(async () => {
      const open = this.open.find(id);
      if (!open) return UNKNOWN;
      const refusal = this.open.policy.changeRefusal(open.workspace);
      if (refusal) return refusal;
      const { secrets, stores, practice } = this.options;
      const inUse = await this.inUse(id);
      if (inUse) return inUse;
      await open.team.tellLeaving();
      // Once it is closed, nothing new can get in; but something may have until now.
      await open.close();
      const stillInUse = await this.inUse(id);
      if (stillInUse) {
        await this.open.open(open.workspace);
        return stillInUse;
      }
      await open.session.signOut();
      await secrets.remove(id, 'client_secret');
      if (open.workspace.kind === 'practice') await practice.close();
      // No erasure waits for its team any more.
      await stores.teams.remove(id);
      // Nobody could see them, or erase them for the team; and added once more, the workspace has no room for them twice.
      while (await stores.teams.removeColleagues(id));
      await stores.workspaces.remove(id, Date.now());
      this.open.forget(id);
      this.notifyChange();
      return ok(undefined);
    });
  }

  /** Closes every workspace, calls `run`, and starts again: meanwhile nothing is submitted, sent or read. */
  whileClosed<T>(run: () => Promise<T>): Promise<T> {
    return this.changes(async () => {
      await this.open.closeAll();
      try {
        return await run();
      } finally {
        await this.start();
        this.open.forgetClosed();
        this.notifyChange();
      }
    });
  }

  close(): Promise<void> {
    return this.changes(async () => {
      await this.open.closeAll();
      await this.options.practice.close();
    });
  }

  /** Adds a connection of the policy as a workspace, or updates the secret of the existing one. */
  private async applyConnection(connection: Connection): Promise<void> {
    const existing = this.open.findService(connection);
    const workspace = managedWorkspace(connection, existing?.id ?? newWorkspaceId());
    if (!existing) {
      await this.save(workspace, connection.clientSecret);
      await this.open.open(workspace);
    } else if (accountOf(existing) === accountOf(workspace)) {
      await savePolicySecret(this.options.secrets, existing, connection);
      await this.open.checkSecret(existing.id);
    }
  }

  private async signInTo(workspace: Workspace): Promise<Result<Workspace>> {
    const started = await this.open.find(workspace.id)?.session.signIn();
    return started?.ok === false ? started : ok(workspace);
  }

  /** Closes a workspace and opens it as now described. An empty client secret keeps the stored one. */
  private async reopen(workspace: Workspace, clientSecret: string): Promise<void> {
    const earlier = this.open.find(workspace.id);
    // Before the new addresses are stored: tokens go only to the service and the client they were issued for.
    if (earlier && accountOf(earlier.workspace) !== accountOf(workspace)) await earlier.session.signOut();
    await earlier?.close();
    await this.save(workspace, clientSecret);
    await this.open.open(workspace);
  }

  /** Why a workspace can't be removed yet; undefined if it can. */
  private async inUse(id: string): Promise<Failure | undefined> {
    const unfinished = await this.unfinished(id);
    if (unfinished > 0) return fail('workspace_in_use', { unfinished });
    const { unsent } = await this.options.stores.teams.counts(id);
    return unsent > 0 ? fail('team_lacks_changes', { unsent }) : undefined;
  }

  private async unfinished(id: string): Promise<number> {
    const { waiting, needsDecision } = await this.options.stores.submissions.counts(id);
    return waiting + needsDecision;
  }

  private async save(workspace: Workspace, clientSecret: string): Promise<void> {
    await this.options.stores.workspaces.save(workspace, Date.now());
    if (clientSecret !== '') await this.options.secrets.save(workspace.id, 'client_secret', clientSecret);
  }

  private async isUsed(id: string): Promise<boolean> {
    const { submissions, requests } = this.options.stores;
    if ((await requests.count(id)) > 0) return true;
    const all = await submissions.inStates(id, SUBMISSION_STATES);
    // What was never sent, and will only be if a person submits it, is of no service yet.
    return all.some(({ state, mayHaveReached }) => mayHaveReached !== null || !UNSENT.has(state));
  }

  private notifyChange(): void {
    this.options.onChange({ topic: 'app' });
  }
}

const UNKNOWN = fail('workspace_gone');

const UNSENT: ReadonlySet<SubmissionState> = new Set(['draft', 'discarded']);

function workspaceOf(connection: Connection, id: string): Workspace {
  const { name, baseUrl, authUrl, issuer, clientId, redirectUri } = connection;
  return {
    id,
    kind: 'service',
    name: name || new URL(baseUrl).host,
    baseUrl,
    authUrl,
    issuer,
    clientId,
    redirectUri,
  };
}
