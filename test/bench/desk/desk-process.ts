/**
 * node workspaces-process.ts FOLDER ORIGIN: the app's workspaces without a window, with the database of FOLDER: the bundled
 * modules, put together as electron/main.ts does it. Signed in to the service at ORIGIN, with the default settings but
 * for a concurrency of 8 and no undo window. BENCH_TEAM: a TeamInput as JSON, the team that it joins.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loadApp, STORAGE_WORKER } from '../built-app.ts';
import { madeUpFields } from '../made-up-fields.ts';
import type { DeskAnswer, DeskAsk } from './messages.ts';

const [folder = '', origin = ''] = process.argv.slice(2);
const app = await loadApp();
const storage = await app.openStorage(
  join(folder, 'callboard.db'),
  STORAGE_WORKER,
  undefined,
  undefined,
  join(folder, 'state'),
);
const settings = app.settings.parse({
  undoSeconds: 0,
  queueConcurrency: 8,
  queuePaused: true,
  proxyMode: 'none',
});
/** Stands in for the key store, which is the operating system's. */
const kept = new Map<string, string>();
const secrets = {
  load: async (workspaceId: string, name: string) => kept.get(`${workspaceId} ${name}`),
  save: async (workspaceId: string, name: string, value: string) => {
    kept.set(`${workspaceId} ${name}`, value);
    return 'sealed' as const;
  },
  keeping: async () => 'sealed' as const,
  answered: async () => undefined,
  remove: async (workspaceId: string, name: string) => void kept.delete(`${workspaceId} ${name}`),
};
const network = await new app.ConfiguredNetwork({
  settings: () => settings,
  system: { resolve: async () => 'DIRECT' },
  credentials: new app.StoredProxyCredentials(secrets, async () => []),
}).start();
const opened = Promise.withResolvers<string>();
const tokenConnection = app.openTokenConnection(network);
const workspaces = new app.WorkspaceManager({
  stores: storage.stores,
  secrets,
  browser: { open: async (address) => opened.resolve(address) },
  tokenConnection,
  connectivity: { isOnline: () => true },
  network,
  isBeingListed: () => false,
  practice: { start: () => Promise.reject(new Error('Not practised here.')), close: async () => undefined },
  settings: () => settings,
  policy: {
    policy: () => app.FREE,
    place: () => null,
    last: () => settings.lastPolicy,
    remember: () => undefined,
  },
  selectWorkspace: (id) => {
    settings.currentWorkspaceId = id;
  },
  onChange: () => undefined,
  onTrouble: (error) => {
    console.error(error);
    process.exit(1);
  },
});
await workspaces.start();
const workspace = await signIn();
let wentAt = 0;

process.on('message', (ask: DeskAsk) => {
  answer(ask).then(
    (answered) => process.send?.(answered),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => void close());
process.send?.('ready');

async function signIn() {
  await workspaces.connect({
    name: 'Bench',
    baseUrl: origin,
    authUrl: origin,
    issuer: '',
    clientId: 'bench',
    clientSecret: 'bench',
    redirectUri: app.CUSTOM_SCHEME_REDIRECT,
  });
  const { searchParams } = new URL(await opened.promise);
  const back = new URL(app.CUSTOM_SCHEME_REDIRECT);
  back.searchParams.set('code', 'bench');
  back.searchParams.set('state', searchParams.get('state') ?? '');
  workspaces.open.takeReturnAddress(back.href);
  const { current } = workspaces.open;
  if (!current) throw new Error('There is no workspace.');
  while (current.session.status.phase !== 'signed_in') await pause(5);
  const { BENCH_TEAM } = process.env;
  if (BENCH_TEAM) await current.team.join(app.teamInput.parse(JSON.parse(BENCH_TEAM)));
  return current;
}

async function answer(ask: DeskAsk): Promise<DeskAnswer> {
  switch (ask.ask) {
    case 'queue': {
      const fields = madeUpFields(ask.count);
      const queued = await workspace.submitter.submit(fields, { despiteDuplicates: true });
      if (!queued.ok) throw new Error(queued.error.code);
      return { ms: 0, requests: 0 };
    }
    case 'go':
      settings.queuePaused = false;
      wentAt = performance.now();
      workspaces.open.wake();
      return { ms: 0, requests: 0 };
    case 'wait until all is stored': {
      const { submissions, requests } = storage.stores;
      while ((await submissions.counts(workspace.workspace.id)).waiting > 0) await pause(1);
      const ms = performance.now() - wentAt;
      return { ms, requests: await requests.count(workspace.workspace.id) };
    }
    case 'refresh all': {
      const begun = performance.now();
      const answered = await workspace.tracker.refreshNow();
      return { ms: performance.now() - begun, requests: answered?.refreshed ?? 0 };
    }
  }
}

async function close(): Promise<void> {
  await workspaces.close();
  await tokenConnection.destroy();
  await storage.close();
  process.exit();
}
