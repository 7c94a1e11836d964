import { randomBytes } from 'node:crypto';
import { CUSTOM_SCHEME_REDIRECT } from '../../shared/custom-scheme.ts';
import type { Workspace } from '../../shared/workspace.ts';
import type { SecretStore } from '../secrets/ports.ts';
import { unlessWaiting } from '../secrets/unless-waiting.ts';
import type { PracticeServiceHost } from './ports.ts';
import { newWorkspaceId } from './workspace-id.ts';

const PRACTICE_CLIENT_ID = 'callboard-practice';

export interface PracticeWorkspaceParts {
  readonly secrets: SecretStore;
  readonly practice: PracticeServiceHost;
  /** Stores a workspace; an empty client secret leaves the stored one unchanged. */
  readonly save: (workspace: Workspace, clientSecret: string) => Promise<void>;
  readonly onTrouble: (error: unknown) => void;
}

/** A new workspace for the embedded practice service. */
export function newPracticeWorkspace(): Workspace {
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
export async function startPractice(
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
export async function restartPractice(
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
