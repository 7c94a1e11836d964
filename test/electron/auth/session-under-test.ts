import { onTestFinished } from 'vitest';
import { Session, type SessionOptions } from '../../../electron/auth/session.ts';
import { openTokenConnection } from '../../../electron/auth/token-request.ts';
import type { Workspace } from '../../../shared/workspace.ts';
import { until } from '../../poll.ts';
import { DIRECT_NETWORK } from '../network/direct-network.ts';
import { sampleWorkspace } from '../sample-submission.ts';
import { type Answer, recordingService, sendJson } from '../service/recording-service.ts';
import { MemorySecrets } from './memory-secrets.ts';

/** Numbers its tokens: `access-1` with `refresh-1`, and so on. */
export function countingTokens(expires_in?: number): Answer {
  let given = 0;
  return (_request, response) => {
    given += 1;
    sendJson(response, 200, {
      access_token: `access-${given}`,
      refresh_token: `refresh-${given}`,
      token_type: 'Bearer',
      ...(expires_in === undefined ? {} : { expires_in }),
    });
  };
}

/** A session of `workspace-1` whose sign-in server gives these answers. */
export async function sessionWith(
  answer: Answer,
  changes: Partial<Workspace> = {},
  options: Partial<SessionOptions> = {},
) {
  const server = await recordingService(answer);
  const connection = openTokenConnection(DIRECT_NETWORK);
  onTestFinished(() => connection.destroy());
  const secrets = new MemorySecrets();
  secrets.values.set('workspace-1/client_secret', 's3cret/+ é');
  const opened: string[] = [];
  const seen = { changes: 0, signedIn: 0 };
  const workspace = sampleWorkspace({ baseUrl: server.origin, authUrl: server.origin, ...changes });
  const make = (changed: Partial<Workspace> = {}): Session => {
    const session = new Session({
      workspace: { ...workspace, ...changed },
      secrets,
      browser: { open: async (address) => void opened.push(address) },
      connection,
      onChange: () => {
        seen.changes += 1;
      },
      onSignedIn: () => {
        seen.signedIn += 1;
      },
      ...options,
    });
    onTestFinished(() => session.close(0));
    return session;
  };
  const session = make();
  return {
    session,
    /** The session of the next run, maybe with a changed connection: it shares only the secrets. */
    restarted: async (changed?: Partial<Workspace>): Promise<Session> => {
      const next = make(changed);
      await next.tokens.restore();
      return next;
    },
    server,
    secrets,
    opened,
    seen,
    workspace,
    /** The address with which the browser would come back. */
    returnAddress: (parameters: Record<string, string> = { code: 'code-1' }): string => {
      const link = new URL(opened.at(-1) ?? '');
      const query = new URLSearchParams({ state: link.searchParams.get('state') ?? '', ...parameters });
      return `${link.searchParams.get('redirect_uri')}?${query}`;
    },
    untilPhase: (phase: Session['status']['phase']) =>
      until(`the phase ${phase}`, () => session.status.phase === phase),
  };
}

/** Signs a session in completely. */
export async function signIn(all: Awaited<ReturnType<typeof sessionWith>>): Promise<void> {
  await all.session.signIn();
  all.session.handleRedirect(all.returnAddress());
  await all.untilPhase('signed_in');
}

/** The form fields of a token request. */
export function formOf({ body }: { readonly body: string }): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(body));
}
