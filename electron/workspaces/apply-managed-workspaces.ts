import { isDeepStrictEqual } from 'node:util';
import type { Connection, Workspace } from '../../shared/workspace.ts';
import { accountOf } from '../auth/account.ts';
import type { SecretStore } from '../secrets/ports.ts';
import type { WorkspaceStore } from './ports.ts';
import { newWorkspaceId } from './workspace-id.ts';
import { isSame } from './workspace-policy.ts';

export interface ManagedStores {
  readonly workspaces: WorkspaceStore;
  readonly secrets: SecretStore;
}

/**
 * Stores each connection of a policy as a workspace: a new one, or the one of the same service and client as it is to be
 * now. Only before any workspace is open. Answers the ids of those that go to other addresses than before.
 */
export async function applyManagedWorkspaces(
  { workspaces, secrets }: ManagedStores,
  connections: readonly Connection[],
): Promise<readonly string[]> {
  const known = await workspaces.list();
  const moved: string[] = [];
  for (const connection of connections) {
    const before = known.find((each) => each.kind === 'service' && isSame(each, connection));
    const workspace = managedWorkspace(connection, before?.id ?? newWorkspaceId());
    if (before && accountOf(before) !== accountOf(workspace)) {
      // What was given for the old addresses must not reach the new ones.
      await secrets.remove(before.id, 'tokens');
      await secrets.remove(before.id, 'client_secret');
      moved.push(before.id);
    }
    if (!isDeepStrictEqual(before, workspace)) await workspaces.save(workspace, Date.now());
    await keepPolicySecret(secrets, workspace, connection);
  }
  return moved;
}

/** A policy's secret is the one that counts; stored once, not at every start. */
export async function keepPolicySecret(
  secrets: SecretStore,
  { id }: Workspace,
  { clientSecret }: Connection,
): Promise<void> {
  if (clientSecret === '' || (await secrets.load(id, 'client_secret')) === clientSecret) return;
  await secrets.save(id, 'client_secret', clientSecret);
}

/** A connection of a policy as a workspace. */
export function managedWorkspace({ clientSecret: _, ...connection }: Connection, id: string): Workspace {
  return { id, kind: 'service', ...connection };
}
