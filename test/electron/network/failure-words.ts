import { onTestFinished } from 'vitest';
import { beginAuthorization, judgeAuthorizationResponse } from '../../../electron/auth/authorization.ts';
import { exchangeCode, openTokenConnection } from '../../../electron/auth/token-request.ts';
import type { Network } from '../../../electron/network/network.ts';
import { createInterviewRequest, problemOf } from '../../../electron/service/create-interview-request.ts';
import { type ProblemWords, problemWords } from '../../../shared/words/problem-words.ts';
import type { Workspace } from '../../../shared/workspace.ts';
import { told } from '../../told.ts';
import { connectionTo, createCall } from '../service/create-calls.ts';

/** What is on screen after a create call that failed. */
export async function createWords(network: Network, url: string): Promise<ProblemWords> {
  return problemWords(
    problemOf(await createInterviewRequest(connectionTo(url, { network }), createCall(url))),
  );
}

/** What is on screen after a sign-in that failed. */
export async function signInWords(network: Network, url: string) {
  const workspace: Workspace = {
    id: 'workspace-1',
    name: 'Acme',
    kind: 'service',
    baseUrl: url,
    authUrl: url,
    issuer: '',
    clientId: 'client-1',
    redirectUri: 'app.callboard:/oauth/callback',
  };
  const connection = openTokenConnection(network);
  onTestFinished(() => connection.destroy());
  const attempt = await beginAuthorization(workspace, workspace.redirectUri);
  const address = `${workspace.redirectUri}?code=code-1&state=${attempt.state}`;
  const parameters = judgeAuthorizationResponse(workspace, attempt, address);
  if (!parameters.ok) throw new Error(parameters.error.code);
  return told(await exchangeCode(connection, workspace, 'secret', attempt, parameters.value));
}
