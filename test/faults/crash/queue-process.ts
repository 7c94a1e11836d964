/**
 * A child process with the real storage, queue and client, run by Node directly. Prints `ready`, a line
 * `acknowledged <id>` for each submission once `submit` has resolved, and `settled` when nothing is left to send.
 * Kills itself at a given point.
 */

import { subscribe } from 'node:diagnostics_channel';
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { Session } from '../../../electron/auth/session.ts';
import { accountOf } from '../../../electron/auth/token-manager.ts';
import { openTokenConnection } from '../../../electron/auth/token-request.ts';
import { ReceivedIds } from '../../../electron/service/create-interview-request.ts';
import { ConnectionReuse, ServiceConnections } from '../../../electron/service/service-connections.ts';
import { openStorage } from '../../../electron/storage/storage.ts';
import type { Stores } from '../../../electron/storage/stores/index.ts';
import type { AccessTokens, SubmissionSender } from '../../../electron/submissions/delivery.ts';
import { SubmissionQueue } from '../../../electron/submissions/submission-queue.ts';
import type { SubmissionChange } from '../../../electron/submissions/transition.ts';
import type { SubmissionFields } from '../../../shared/submission.ts';
import { MemorySecrets } from '../../electron/auth/memory-secrets.ts';
import { DIRECT_NETWORK } from '../../electron/network/direct-network.ts';
import { noRules, sampleSubmission, sampleWorkspace } from '../../electron/sample-submission.ts';
import { overridden } from '../../electron/storage/overridden.ts';
import { senderOver } from '../../electron/submissions/sender-over.ts';
import { until } from '../../poll.ts';
import { workerFile } from '../../worker-files.ts';
import { personAt } from '../person-at.ts';
import { seededRandom } from '../seeded-random.ts';
import type { CrashPoint, QueueProcessOrders, StoredEvent } from './crash-points.ts';

const orders: QueueProcessOrders = JSON.parse(process.argv[2] ?? '');
const random = seededRandom(orders.seed);
const workspace = sampleWorkspace({ baseUrl: orders.baseUrl, authUrl: orders.baseUrl });
const concurrency = orders.concurrency ?? 4;
let timesLeft = orders.dieAt?.time ?? 0;
let recovering = true;

/** Written synchronously, so that nothing reported before a kill is lost. */
const say = (line: string): void => void writeSync(1, `${line}\n`);

function at(point: CrashPoint): void {
  if (point !== orders.dieAt?.point) return;
  timesLeft -= 1;
  if (timesLeft === 0) process.kill(process.pid, 'SIGKILL');
}

/** Gives the storage worker some time for its work while this thread stands still. */
function spin(): void {
  const end = performance.now() + random() * 4;
  while (performance.now() < end);
}

function eventOf(changes: readonly SubmissionChange[]): StoredEvent {
  const change = changes[0];
  if (change?.submission.state === 'connecting') return 'claimed';
  if (change?.submission.state === 'sending') return 'marked';
  if (change?.history?.code === 'send_again_chosen') return 'decided';
  return recovering ? 'interrupted' : 'answered';
}

async function submit(fields: readonly SubmissionFields[]): Promise<void> {
  if (fields.length === 0) return;
  const submitted = await person.submit(fields, { despiteDuplicates: true });
  if (!submitted.ok) throw new Error(submitted.error.code);
  say(submitted.value.map(({ id }) => `acknowledged ${id}`).join('\n'));
}

function crashingStore(store: Stores['submissions']): Stores['submissions'] {
  const dyingIn = async <T>(add: () => Promise<T>): Promise<T> => {
    at('submit begun');
    const adding = add();
    if (orders.dieAt?.point === 'add under way') spin();
    at('add under way');
    const added = await adding;
    at('add stored');
    return added;
  };
  return overridden<Stores['submissions']>(store, {
    add: (...args) => dyingIn(() => store.add(...args)),
    addUnlessKnown: (...args) => dyingIn(() => store.addUnlessKnown(...args)),
    save: async (changes) => {
      const event = eventOf(changes);
      at(`before ${event}`);
      const saving = store.save(changes);
      if (orders.dieAt?.point === `while ${event}`) spin();
      at(`while ${event}`);
      const saved = await saving;
      at(`after ${event}`);
      return saved;
    },
  });
}

function crashingSender(sender: SubmissionSender): SubmissionSender {
  subscribe('http.client.request.start', () => at('request written'));
  return {
    send: async (...args) => {
      const outcome = await sender.send(...args);
      at('answer come');
      return outcome;
    },
  };
}

async function signedIn(): Promise<AccessTokens> {
  if (!orders.renews) {
    return {
      signedIn: true,
      current: () => Promise.resolve('token-1'),
      replace: () => Promise.resolve(undefined),
      giveUp: () => Promise.resolve(undefined),
    };
  }
  const secrets = new MemorySecrets();
  const kept = { account: accountOf(workspace), accessToken: 'token-1', refreshToken: 'refresh-1' };
  secrets.values.set(`${workspace.id}/tokens`, JSON.stringify(kept));
  secrets.values.set(`${workspace.id}/client_secret`, 'secret');
  const session = new Session({
    workspace,
    secrets,
    browser: { open: () => Promise.reject(new Error('There is no browser here.')) },
    connection: openTokenConnection(DIRECT_NETWORK),
    onChange: () => undefined,
    onSignedIn: () => undefined,
  });
  await session.tokens.restore();
  return session.tokens;
}

const storage = await openStorage(
  orders.path,
  workerFile('storage-worker'),
  undefined,
  (error) => console.error(error),
  orders.stateFolder,
);
await storage.stores.workspaces.save(workspace, 1);
const store = crashingStore(storage.stores.submissions);
const reuse = new ConnectionReuse({
  origin: new URL(orders.baseUrl).origin,
  store: storage.stores.connectionReuse,
  onTrouble: (error) => console.error(error),
});
const connection = {
  connections: new ServiceConnections({
    baseUrl: orders.baseUrl,
    network: DIRECT_NETWORK,
    reuse,
    limit: () => concurrency,
  }),
  received: new ReceivedIds(),
};
const queue = new SubmissionQueue({
  workspaceId: workspace.id,
  store,
  waits: storage.stores.serviceWaits,
  sender: crashingSender(senderOver(connection, orders.baseUrl)),
  tokens: await signedIn(),
  reachability: {
    reachable: true,
    seen: () => undefined,
    missed: () => undefined,
    onChange: () => () => undefined,
  },
  settings: () => ({ paused: false, concurrency }),
  rules: noRules,
  isBeingListed: () => false,
  onChange: () => undefined,
  onTrouble: (error) => console.error(error),
  random: () => 0,
  // Makes the circuit breaker's second and the waits after a 429 pass a hundred times as fast.
  monotonic: () => performance.now() * 100,
});
const person = personAt(store, () => queue.wake());

await submit(Array.from({ length: orders.queued ?? 0 }, () => sampleSubmission()));
// A killed process would not leave its compiled modules to the next one.
flushCompileCache();
say('ready');
await queue.recover();
recovering = false;
queue.wake();
for (const unclear of await store.inStates(workspace.id, ['unconfirmed'])) {
  if (random() < orders.sendAgainShare) await person.sendAgain([unclear.id]);
}
for (let made = 0; made < orders.submits; made += 1) {
  await submit([sampleSubmission()]);
  at('submit acknowledged');
}
const isOver = async () => {
  queue.wake();
  return (await store.inStates(workspace.id, ['queued', 'connecting', 'sending'])).length === 0;
};
await until('the end of the queue', isOver, 50_000);
say('settled');
await queue.stop(5000);
await connection.connections.destroy();
await storage.close();
