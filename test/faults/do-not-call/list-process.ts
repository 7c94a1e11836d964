/**
 * A child process with the real storage, queue, do-not-call list and erasure, run by Node directly. Prints `begin N` before
 * step N and `done N` once it is on the disk (`refused N` if a submit is refused), and `settled` when nothing is left.
 */
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { dirname } from 'node:path';
import { columnLayouts, SettingsStore } from '../../../electron/desktop/settings-store.ts';
import { DoNotCallList } from '../../../electron/do-not-call/do-not-call-list.ts';
import { NumberKeys } from '../../../electron/do-not-call/number-keys.ts';
import { PolicyList } from '../../../electron/do-not-call/policy-list.ts';
import { PrivacyManager } from '../../../electron/privacy/privacy-manager.ts';
import type { SecretStore } from '../../../electron/secrets/secret-store.ts';
import { ReceivedIds } from '../../../electron/service/create-interview-request.ts';
import { ConnectionReuse, ServiceConnections } from '../../../electron/service/service-connections.ts';
import { openStorage } from '../../../electron/storage/storage.ts';
import { SubmissionQueue } from '../../../electron/submissions/submission-queue.ts';
import { callKey } from '../../../shared/call-key.ts';
import { type ListedNumber, parseListedPhone } from '../../../shared/do-not-call.ts';
import { CodedError } from '../../../shared/result.ts';
import { DIRECT_NETWORK } from '../../electron/network/direct-network.ts';
import { noRules, sampleSubmission, sampleWorkspace } from '../../electron/sample-submission.ts';
import { senderOver } from '../../electron/submissions/sender-over.ts';
import { until } from '../../poll.ts';
import { workerFile } from '../../worker-files.ts';
import { personAt } from '../person-at.ts';
import type { ListProcessOrders, ListStep } from './list-steps.ts';

const orders: ListProcessOrders = JSON.parse(process.argv[2] ?? '');
const workspace = sampleWorkspace({ baseUrl: orders.baseUrl, authUrl: orders.baseUrl });
let aheadMs = 0;
let token = 1;
let policyNumbers: readonly ListedNumber[] | undefined;
const now = (): number => Date.now() + aheadMs;
const complain = (error: unknown): void => console.error(error);

/** Written synchronously, so that nothing reported before a kill is lost. */
const say = (line: string): void => void writeSync(1, `${line}\n`);

const storage = await openStorage(orders.path, workerFile('storage-worker'));
const { stores } = storage;
await stores.workspaces.save(workspace, 1);

/** The keys of erased numbers in the app's table, as if they were sealed. */
const secrets: SecretStore = {
  load: async (owner, name) => {
    const [row] = await stores.appSecrets.list(owner, name);
    return row && Buffer.from(row.sealed).toString();
  },
  save: async (owner, name, value) => {
    await stores.appSecrets.save(owner, name, Buffer.from(value), []);
    return 'sealed';
  },
  keeping: async () => 'sealed',
  remove: async () => undefined,
  answered: async () => undefined,
};
const numberKeys = new NumberKeys({
  store: stores.doNotCall,
  secrets,
  onKeys: () => undefined,
  onTrouble: complain,
});
const reuse = new ConnectionReuse({
  origin: new URL(orders.baseUrl).origin,
  store: stores.connectionReuse,
  onTrouble: complain,
});
const connection = {
  connections: new ServiceConnections({
    baseUrl: orders.baseUrl,
    network: DIRECT_NETWORK,
    reuse,
    limit: () => 4,
  }),
  received: new ReceivedIds(),
};
const queue = new SubmissionQueue({
  workspaceId: workspace.id,
  store: stores.submissions,
  waits: stores.serviceWaits,
  sender: senderOver(connection, orders.baseUrl),
  tokens: {
    signedIn: true,
    current: async () => `token-${token}`,
    replace: async () => `token-${++token}`,
    giveUp: async () => undefined,
  },
  reachability: {
    reachable: true,
    seen: () => undefined,
    missed: () => undefined,
    onChange: () => () => undefined,
  },
  settings: () => ({ paused: false, concurrency: 4 }),
  rules: noRules,
  isBeingListed: (number) => list.isBeingAdded(number) || policyList.isBeingAdded(number),
  onChange: () => undefined,
  onTrouble: complain,
  random: () => 0,
  now,
  // Makes the circuit breaker's second and the waits after a 429 pass a hundred times as fast.
  monotonic: () => performance.now() * 100,
});
const list = new DoNotCallList({
  store: stores.doNotCall,
  account: 'ada',
  withdraw: () => queue.doNotCallChanged(),
  locked: () => numberKeys.locked(),
  onLifted: () => undefined,
  onChange: () => undefined,
  now,
});
const policyList = new PolicyList({
  numbers: () => ({
    numbers: policyNumbers ?? [],
    file: null,
    isFileUnclear: false,
    complete: policyNumbers !== undefined,
  }),
  store: stores.doNotCall,
  onApplied: () => void queue.doNotCallChanged().catch(complain),
  onTrouble: complain,
  now,
});
const privacy = new PrivacyManager({
  folder: dirname(orders.path),
  erasures: stores.erasures,
  retention: stores.retention,
  numberKeys,
  account: 'ada',
  practice: { erase: async () => undefined },
  layouts: columnLayouts(new SettingsStore(dirname(orders.path))),
  deleteCrashDumps: async () => undefined,
  version: '1.0.0',
  clockAheadMs: async () => undefined,
  retentionDays: () => 0,
  floorDays: () => 0,
  personFloorDays: () => 0,
  onChange: () => undefined,
  onTrouble: complain,
  now,
});
const person = personAt(stores.submissions, () => queue.wake(), now);

async function erase(phone: string): Promise<void> {
  const search = { name: '', phone, everywhere: true };
  const found = await privacy.find(search, null);
  const begun = await privacy.erase(
    {
      search,
      submissionIds: found.submissions.map(({ submissionId }) => submissionId),
      importRows: [],
      listedIds: found.listedNumbers.map(({ id }) => id),
      keepBlocking: true,
    },
    null,
  );
  if (!begun.ok) throw new Error(begun.error.code);
  await erasuresFinished();
}

function erasuresFinished(): Promise<unknown> {
  return until('the erasure', async () => (await stores.erasures.unfinished()).length === 0);
}

/** Does a step; false if it was refused. */
async function take(step: ListStep): Promise<boolean> {
  switch (step.do) {
    case 'queue':
      await stores.submissions.add([sampleSubmission({ id: step.id, phoneNumber: step.number })]);
      queue.wake();
      return true;
    case 'submit':
      return (await person.submit([sampleSubmission({ id: randomUUID(), phoneNumber: step.number })])).ok;
    case 'list': {
      const read = parseListedPhone(step.written, step.country);
      if (!read.ok) throw new Error(`${step.written}: ${read.problem.code}`);
      await list.add([{ phoneNumber: read.value.e164, reason: '' }]);
      return true;
    }
    case 'lift': {
      const { entries } = await list.page('', 0);
      const theirs = entries.filter(({ phoneNumber }) => phoneNumber === callKey(step.number));
      // The policy's, and what another process has lifted meanwhile, can't be lifted.
      for (const { id } of theirs) await unlessCode('do_not_call_not_lifted', list.lift(id, 'Agreed'));
      queue.wake();
      return true;
    }
    case 'policy':
      policyNumbers = step.numbers.map((phoneNumber) => ({ phoneNumber, reason: '' }));
      await policyList.apply();
      return true;
    case 'erase':
      await erase(step.number);
      return true;
    case 'clock':
      aheadMs += step.byMs;
      queue.wake();
      return true;
  }
}

async function unlessCode(code: string, work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof CodedError) || error.code !== code) throw error;
  });
}

// A killed process would not leave its compiled modules to the next one.
flushCompileCache();
await numberKeys.load();
await queue.recover();
await queue.doNotCallChanged();
say('ready');
await privacy.start();
await erasuresFinished();
for (const [index, step] of orders.steps.entries()) {
  say(`begin ${index} ${process.hrtime.bigint()}`);
  const taken = await take(step);
  say(`${taken ? 'done' : 'refused'} ${index} ${process.hrtime.bigint()}`);
}
const open = () => stores.submissions.inStates(workspace.id, ['queued', 'connecting', 'sending']);
await until('the end of the queue', async () => {
  queue.wake();
  return (await open()).length === 0;
}).catch(async (error: unknown) => {
  console.error(now(), aheadMs, await stores.serviceWaits.get(workspace.id, 'sends'), await open());
  throw error;
});
say('settled');
await queue.stop(5000);
await policyList.close();
await privacy.close();
await connection.connections.destroy();
await storage.close();
