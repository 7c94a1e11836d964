import { randomBytes } from 'node:crypto';
import { CUSTOM_SCHEME_REDIRECT } from '../../shared/custom-scheme.ts';
import type { Workspace } from '../../shared/workspace.ts';
import type { SecretStore } from '../secrets/ports.ts';
import type { PracticeServiceHost } from './ports.ts';
import { newWorkspaceId } from './workspace-id.ts';

const PRACTICE_CLIENT_ID = 'callboard-practice';

export interface PracticeWorkspaceParts {
  readonly secrets: SecretStore;
  readonly practice: PracticeServiceHost;
  /** Stores a workspace; an empty client secret leaves the stored one as it is. */
  readonly keep: (workspace: Workspace, clientSecret: string) => Promise<void>;
  readonly onTrouble: (error: unknown) => void;
}

/** A workspace of the embedded practice service that was never started. */
export function newPracticeWorkspace(): Workspace {
  return {
    id: newWorkspaceId(),
    name: 'Practice workspace',
    kind: 'practice',
    baseUrl: 'http://127.0.0.1',
    authUrl: 'http://127.0.0.1',
    clientId: PRACTICE_CLIENT_ID,
    redirectUri: CUSTOM_SCHEME_REDIRECT,
  };
}

/**
 * Starts the practice service for its workspace; answers it with the addresses it has now. The service keeps its port
 * where it can, and the workspace follows it where it cannot.
 */
export async function startPractice(
  workspace: Workspace,
  { secrets, practice, keep }: PracticeWorkspaceParts,
): Promise<Workspace> {
  const known = await secrets.load(workspace.id, 'client_secret');
  const clientSecret = known ?? randomBytes(32).toString('base64url');
  const { baseUrl, authUrl } = await practice.start({
    clientId: workspace.clientId,
    clientSecret,
    port: Number(URL.parse(workspace.baseUrl)?.port || 0),
  });
  const started = { ...workspace, baseUrl, authUrl };
  await keep(started, known === undefined ? clientSecret : '');
  return started;
}

/** The same for one of an earlier run: a service that cannot be started keeps no other workspace from its work. */
export async function startPracticeAgain(
  workspace: Workspace,
  parts: PracticeWorkspaceParts,
): Promise<Workspace> {
  try {
    return await startPractice(workspace, parts);
  } catch (error) {
    parts.onTrouble(error);
    return workspace;
  }
}
