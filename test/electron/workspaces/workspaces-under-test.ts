import { onTestFinished } from 'vitest';
import { openTokenConnection } from '../../../electron/auth/token-request.ts';
import { FREE, type Policy } from '../../../electron/policy/judge-policy.ts';
import type { Erasing } from '../../../electron/team/team-erasures.ts';
import type { PracticeServiceHost } from '../../../electron/workspaces/workspace-manager.ts';
import { WorkspaceManager } from '../../../electron/workspaces/workspace-manager.ts';
import { startPracticeService } from '../../../practice/practice-service.ts';
import { CUSTOM_SCHEME_REDIRECT } from '../../../shared/custom-scheme.ts';
import type { ChangeNotice } from '../../../shared/ipc/bridge.ts';
import type { NotifiableEvent } from '../../../shared/notifications.ts';
import { settings as settingsSchema } from '../../../shared/settings.ts';
import type { Connection } from '../../../shared/workspace.ts';
import { until } from '../../poll.ts';
import { MemorySecrets } from '../auth/memory-secrets.ts';
import { DIRECT_NETWORK } from '../network/direct-network.ts';
import { type Answer, acceptEach, recordingService, sendJson } from '../service/recording-service.ts';
import { openTestStorage, temporaryStorage } from '../storage/temporary-storage.ts';

/** The practice service as the app hosts it, in memory. */
export function practiceInMemory(): PracticeServiceHost {
  let running: ReturnType<typeof startPracticeService> | undefined;
  return {
    start: (client) => {
      running ??= startPracticeService(client);
      return running;
    },
    close: async () => {
      const service = await running;
      running = undefined;
      await service?.close();
    },
  };
}

export interface DeskParts {
  readonly erasing?: Erasing;
  readonly secrets?: MemorySecrets;
  /** Opens this database instead of a new one. */
  readonly path?: string;
  readonly practice?: PracticeServiceHost;
  /** The organisation's current policy; called often. */
  readonly policy?: () => Policy;
}

/** A workspace manager on its own database, with all other parts real or in memory; closed after the test. */
export async function openWorkspaces(parts: DeskParts = {}) {
  const storage = parts.path
    ? { ...(await openTestStorage(parts.path)), path: parts.path }
    : await temporaryStorage();
  // The test storage comes with a workspace that the manager has not made.
  if (!parts.path) await storage.stores.workspaces.remove('workspace-1', 1);
  const secrets = parts.secrets ?? new MemorySecrets();
  const tokenConnection = openTokenConnection(DIRECT_NETWORK);
  onTestFinished(() => tokenConnection.destroy());
  const settings = settingsSchema.parse({ undoSeconds: 0 });
  const opened: string[] = [];
  const troubles: unknown[] = [];
  const happened: NotifiableEvent[] = [];
  const notices: ChangeNotice[] = [];
  const returned: { workspaceId: string; signedIn: boolean }[] = [];
  const workspaces = new WorkspaceManager({
    stores: storage.stores,
    secrets,
    browser: { open: async (address) => void opened.push(address) },
    tokenConnection,
    connectivity: { isOnline: () => true },
    network: DIRECT_NETWORK,
    isBeingListed: () => false,
    practice: parts.practice ?? practiceInMemory(),
    settings: () => settings,
    policy: {
      policy: parts.policy ?? (() => FREE),
      place: () => '/etc/callboard/policy.json',
      last: () => settings.lastPolicy,
      remember: (last) => {
        settings.lastPolicy = last;
      },
    },
    selectWorkspace: (id) => {
      settings.currentWorkspaceId = id;
    },
    onChange: (notice) => notices.push(notice),
    onReturned: (workspaceId, signedIn) => returned.push({ workspaceId, signedIn }),
    onNotifiable: (events) => happened.push(...events),
    onTrouble: (error) => troubles.push(error),
    erasing: () => parts.erasing,
  });
  onTestFinished(() => workspaces.close());
  await workspaces.start();
  return {
    workspaces,
    returned,
    storage,
    secrets,
    settings,
    opened,
    troubles,
    happened,
    notices,
    ...signingIn(workspaces, opened),
  };
}

function signingIn(workspaces: WorkspaceManager, opened: readonly string[]) {
  /** The address with which the browser would come back from the last sign-in page. */
  const returnAddress = (): string => {
    const link = new URL(opened.at(-1) ?? '');
    const query = new URLSearchParams({ code: 'code-1', state: link.searchParams.get('state') ?? '' });
    return `${link.searchParams.get('redirect_uri')}?${query}`;
  };
  return {
    returnAddress,
    /** Connects to a service and signs in to it; gives the workspace's id. */
    connectAndSignIn: async (connection: Connection): Promise<string> => {
      const connected = await workspaces.connect(connection);
      if (!connected.ok) throw new Error(connected.error.code);
      const { id } = connected.value;
      workspaces.open.takeReturnAddress(returnAddress());
      await until('the sign-in', () => workspaces.open.get(id)?.session.tokens.signedIn);
      return id;
    },
  };
}

const pending: Answer = (_request, response) => sendJson(response, 200, { status: 'PENDING' });

/** A service with its sign-in at one address: its tokens bear its name, and it answers creates and reads as the test says. */
export async function serviceNamed(name: string, create: Answer = acceptEach, read: Answer = pending) {
  let given = 0;
  const giveTokens: Answer = (_request, response) => {
    given += 1;
    sendJson(response, 200, {
      access_token: `${name}-access-${given}`,
      refresh_token: `${name}-refresh-${given}`,
    });
  };
  let tokens = giveTokens;
  const service = await recordingService((request, response) => {
    if (request.path === '/oauth2/token') tokens(request, response);
    else if (request.method === 'POST') create(request, response);
    else read(request, response);
  });
  return {
    ...service,
    connection: (changes: Partial<Connection> = {}): Connection => ({
      name,
      baseUrl: service.origin,
      authUrl: service.origin,
      issuer: '',
      clientId: `client-of-${name}`,
      clientSecret: `secret-of-${name}`,
      redirectUri: CUSTOM_SCHEME_REDIRECT,
      ...changes,
    }),
    /** What the sign-in does from now on; undefined: gives tokens. */
    answerTokensWith: (answer: Answer | undefined) => {
      tokens = answer ?? giveTokens;
    },
    /** Delays the next token request. */
    holdTokens: () => {
      const asked = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      tokens = (request, response) => {
        asked.resolve();
        void released.promise.then(() => giveTokens(request, response));
      };
      return { asked: asked.promise, release: () => released.resolve() };
    },
    creates: () => service.received.filter(({ path }) => path.endsWith('create-interview-request')),
    /** Everything that this service ever received, as one text. */
    everything: () => JSON.stringify(service.received),
  };
}
