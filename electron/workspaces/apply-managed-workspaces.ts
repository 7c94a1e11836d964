import { isDeepStrictEqual } from 'node:util';
import type { Connection, Workspace } from '../../shared/workspace.ts';
import { accountOf } from '../auth/account.ts';
import type { SecretStore } from '../secrets/ports.ts';
import { unlessWaiting } from '../secrets/unless-waiting.ts';
import type { WorkspaceStore } from './ports.ts';
import { newWorkspaceId } from './workspace-id.ts';
import { isSame } from './workspace-policy.ts';

export interface ManagedStores {
  readonly workspaces: WorkspaceStore;
  readonly secrets: SecretStore;
}

/** Stores each connection of a policy as a new or updated workspace, before any is open. Returns the ids of moved ones. */
export async function applyManagedWorkspaces(
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
export async function savePolicySecret(
  secrets: SecretStore,
  { id }: Workspace,
  { clientSecret }: Connection,
): Promise<void> {
  if (clientSecret === '') return;
  if ((await unlessWaiting(secrets.load(id, 'client_secret'))) === clientSecret) return;
  await secrets.save(id, 'client_secret', clientSecret);
}

export function managedWorkspace({ clientSecret: _, ...connection }: Connection, id: string): Workspace {
  return { id, kind: 'service', ...connection };
}
