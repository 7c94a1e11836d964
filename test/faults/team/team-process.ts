/**
 * A child process with the whole domain of the app: real storage, queue and client, and a workspace that is signed in and in
 * a team. Prints, each before it happens or as soon as it is so:
 *
 *   ready                    it submits when its standard input ends
 *   acknowledged ID N        candidate N was submitted
 *   asked N                  it was asked about N, and its person left it
 *   insisted N               its person says that N may be called once more
 *   withdrawn ID             its person discarded it, or corrected it
 *   listed N                 N is on the do-not-call list, as the team knows
 *   left WHAT                so much is left after a long time
 *   settled                  nothing is left to send, to the service or to the team
 */
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { accountOf } from '../../../electron/auth/token-manager.ts';
import { openTokenConnection } from '../../../electron/auth/token-request.ts';
import { DoNotCallList } from '../../../electron/do-not-call/do-not-call-list.ts';
import { FREE } from '../../../electron/policy/judge-policy.ts';
import { openStorage } from '../../../electron/storage/storage.ts';
import type { Stores } from '../../../electron/storage/stores/index.ts';
import type { SubmissionChange } from '../../../electron/submissions/transition.ts';
import { WorkspaceManager } from '../../../electron/workspaces/workspace-manager.ts';
import { CodedError } from '../../../shared/result.ts';
import { settings as settingsSchema } from '../../../shared/settings.ts';
import type { SubmissionFields } from '../../../shared/submission.ts';
import { MemorySecrets } from '../../electron/auth/memory-secrets.ts';
import { DIRECT_NETWORK } from '../../electron/network/direct-network.ts';
import { fieldsOfNth, sampleWorkspace } from '../../electron/sample-submission.ts';
import { overridden } from '../../electron/storage/overridden.ts';
import { workerFile } from '../../worker-files.ts';
import { seededRandom } from '../seeded-random.ts';
import type { StoredStep, TeamCrashPoint, TeamProcessOrders, TeamStatement } from './team-orders.ts';

const orders: TeamProcessOrders = JSON.parse(process.argv[2] ?? '');
const random = seededRandom(orders.seed);
const workspace = sampleWorkspace({ baseUrl: orders.baseUrl, authUrl: orders.baseUrl });
const insists = (): boolean => random() < (orders.insists ?? 0);
const hasWhim = (): boolean => random() < (orders.whims ?? 0);
let timesLeft = orders.dieAt?.time ?? 0;

/** How often it looks whether it has come to its end, ms. */
const LOOK_MS = 20;
/** About every ten seconds. */
const LOOKS_UNTIL_TOLD = 500;

setClockAhead(orders.clockAheadMs ?? 0);
dieAtStatements();

/** Written synchronously, so that nothing reported before a kill is lost. */
function say(line: string): void {
  writeSync(1, `${line}\n`);
}

function at(point: TeamCrashPoint): void {
  if (point !== orders.dieAt?.point) return;
  timesLeft -= 1;
  if (timesLeft === 0) process.kill(process.pid, 'SIGKILL');
}

/** Gives another thread or process some time while this one stands still. */
function spin(): void {
  const end = performance.now() + random() * 4;
  while (performance.now() < end);
}

async function dyingIn<T>(step: TeamStatement | StoredStep, work: () => Promise<T>): Promise<T> {
  at(`before ${step}`);
  const working = work();
  if (orders.dieAt?.point === `during ${step}`) spin();
  at(`during ${step}`);
  const done = await working;
  at(`after ${step}`);
  return done;
}

function dieAtStatements(): void {
  const { query } = Client.prototype;
  Client.prototype.query = function (this: unknown, ...args: unknown[]) {
    const [asked] = args;
    const sql = typeof asked === 'object' && asked !== null && 'text' in asked ? String(asked.text) : '';
    const statement = (['hello', 'claim', 'settle'] as const).find((name) =>
      new RegExp(`\\b${name}\\(`).test(sql),
    );
    const run = () => Reflect.apply(query, this, args);
    return statement === undefined ? run() : dyingIn(statement, run);
  };
}

function setClockAhead(byMs: number): void {
  if (byMs === 0) return;
  const Right = Date;
  class Ahead extends Right {
    constructor(...args: [] | [number | string | Date]) {
      super(args[0] ?? Ahead.now());
    }
    static override now(): number {
      return Right.now() + byMs;
    }
  }
  globalThis.Date = new Proxy(Ahead, {
    construct: (target, args, newTarget) =>
      args.length > 1
        ? Reflect.construct(Right, args, newTarget)
        : Reflect.construct(target, args, newTarget),
  }) as DateConstructor;
}

const STEPS: Readonly<Record<string, StoredStep>> = { connecting: 'connecting', sending: 'marked' };

function dyingStore(store: Stores['submissions']): Stores['submissions'] {
  const stepOf = (changes: readonly SubmissionChange[]): StoredStep =>
    STEPS[changes[0]?.submission.state ?? ''] ?? 'answered';
  return overridden<Stores['submissions']>(store, {
    add: (...args) => dyingIn('added', () => store.add(...args)),
    addUnlessKnown: (...args) => dyingIn('added', () => store.addUnlessKnown(...args)),
    save: (changes) => dyingIn(stepOf(changes), () => store.save(changes)),
  });
}

const storage = await openStorage(orders.path, workerFile('storage-worker'), undefined, (error) =>
  console.error(error),
);
const { stores } = storage;
await stores.workspaces.save(workspace, 1);
await stores.teams.save(workspace.id, orders.connection, Date.now());
const secrets = new MemorySecrets();
const tokens = { account: accountOf(workspace), accessToken: 'token-1' };
secrets.values.set(`${workspace.id}/tokens`, JSON.stringify(tokens));
secrets.values.set(`${workspace.id}/client_secret`, 'secret');
secrets.values.set(`${workspace.id}/team_password`, orders.password);
const settings = settingsSchema.parse({ undoSeconds: 0, currentWorkspaceId: workspace.id });
const tokenConnection = openTokenConnection(DIRECT_NETWORK);
const workspaces: WorkspaceManager = new WorkspaceManager({
  stores: overridden<Stores>(stores, { submissions: dyingStore(stores.submissions) }),
  secrets,
  browser: { open: () => Promise.reject(new Error('There is no browser here.')) },
  tokenConnection,
  connectivity: { isOnline: () => true },
  network: DIRECT_NETWORK,
  isBeingListed: () => false,
  practice: { start: () => Promise.reject(new Error('There is no practice.')), close: async () => undefined },
  settings: () => settings,
  policy: {
    policy: () => FREE,
    place: () => null,
    last: () => settings.lastPolicy,
    remember: () => undefined,
  },
  selectWorkspace: () => undefined,
  // As the app does with every change.
  onChange: () => workspaces.open.changed(),
  onTrouble: (error) => console.error(error),
});
await workspaces.start();
const open = workspaces.open.get(workspace.id);
if (!open) throw new Error('The workspace is not open.');

const doNotCall = new DoNotCallList({
  store: stores.doNotCall,
  account: orders.connection.person,
  withdraw: () => workspaces.open.doNotCallChanged(),
  locked: async () => null,
  onLifted: () => undefined,
  onChange: () => workspaces.open.changed(),
});

/** What a person does about those that wait for a decision. */
async function decide(): Promise<void> {
  const waiting = await stores.submissions.inStates(workspace.id, ['held', 'unconfirmed']);
  for (const { id, state, phoneNumber, problem } of waiting) {
    if (state === 'held' && problem?.code !== 'colleague_claimed') continue;
    if (!insists()) continue;
    say(`insisted ${numberOf(phoneNumber)}`);
    if (state === 'unconfirmed') await open?.outbox.sendAgain([id]);
    else {
      const asked = await open?.outbox.tryNow(id);
      if (asked?.ok !== false || asked.error.code !== 'colleague_claimed') continue;
      await open?.outbox.tryNow(id, { despiteColleague: asked.error.values.change });
    }
  }
}

/** What a person does without being asked. */
async function followWhims(): Promise<void> {
  if (hasWhim() && (await isAtRest())) {
    // A new computer, to colleagues.
    await open?.team.leave(true);
    while (!(await hasJoined())) await pause(LOOK_MS);
  }
  const states = ['queued', 'held', 'unconfirmed', 'accepted'] as const;
  for (const { id, phoneNumber, state } of await stores.submissions.inStates(workspace.id, states)) {
    const nth = numberOf(phoneNumber);
    if (!hasWhim()) continue;
    if (state === 'accepted') {
      say(`insisted ${nth}`);
      const again = await open?.submitter.submitAgain([id]);
      if (again?.ok) for (const submission of again.value) say(`acknowledged ${submission.id} ${nth}`);
    } else if (random() < 0.5) {
      say(`withdrawn ${id}`);
      await open?.outbox.discard([id]);
      if (random() < 0.5) await open?.outbox.undoDiscard([id]);
    } else if ((await open?.outbox.takeBack(id))?.ok) {
      say(`withdrawn ${id}`);
      await submit(nth, id);
    }
  }
  if (hasWhim()) {
    const { phoneNumber } = fieldsOf(1 + Math.floor(random() * 6));
    await doNotCall.add([{ phoneNumber, reason: 'Asked for it' }]);
  }
}

async function hasJoined(): Promise<boolean> {
  try {
    await open?.team.join({ ...orders.connection, password: orders.password });
    return true;
  } catch (error) {
    if (error instanceof CodedError && error.failure.error.code === 'team_not_joined') return false;
    throw error;
  }
}

async function isAtRest(): Promise<boolean> {
  const waiting = await stores.submissions.inStates(workspace.id, ['held']);
  return waiting.length === 0 && (await left()) === undefined;
}

/** The n-th candidate, whose number is written now in the one way, now in the other. */
function fieldsOf(nth: number): SubmissionFields {
  const phoneNumber = `+52${random() < 0.5 ? '1' : ''}551234${String(nth).padStart(4, '0')}`;
  return { ...fieldsOfNth(nth), phoneNumber };
}

/** The n of {@link fieldsOf}. */
function numberOf(phoneNumber: string): number {
  return Number(phoneNumber.slice(-4));
}

async function submit(nth: number, replaces?: string): Promise<void> {
  const fields = [fieldsOf(nth)];
  let submitted = await open?.submitter.submit(fields, { replaces });
  if (submitted?.ok === false && submitted.error.code === 'duplicate') {
    if (!insists()) {
      say(`asked ${nth}`);
      return;
    }
    say(`insisted ${nth}`);
    submitted = await open?.submitter.submit(fields, { replaces, despiteDuplicates: true });
  }
  if (submitted?.ok === false && submitted.error.code === 'do_not_call') return;
  if (!submitted?.ok) throw new Error(`Not submitted: ${JSON.stringify(submitted)}`);
  for (const { id } of submitted.value) say(`acknowledged ${id} ${nth}`);
}

/** What is left to do; undefined at the end. */
async function left(): Promise<string | undefined> {
  // Also what a restored database has to be told is under way by then.
  await open?.sync.settled();
  const under = await stores.submissions.inStates(workspace.id, ['queued', 'connecting', 'sending']);
  const { unsent } = await stores.teams.counts(workspace.id);
  const hasMet = open?.team.state.phase === 'connected';
  if (hasMet && under.length === 0 && unsent === 0) return undefined;
  const rows = under.map(({ state, problem, sendAfter }) => ({
    ...{ state, problem: problem?.code, dueInMs: sendAfter - Date.now() },
  }));
  return JSON.stringify({ rows, unsent, team: open?.team.state, wait: open?.queue.sendWait });
}

let looks = 0;
// A killed process would not leave its compiled modules to the next one.
flushCompileCache();
say('ready');
if (orders.waits) await text(process.stdin);
await decide();
await followWhims();
for (const nth of orders.candidates) await submit(nth);
for (let rest = await left(); rest !== undefined; rest = await left()) {
  looks += 1;
  if (looks % LOOKS_UNTIL_TOLD === 0) say(`left ${rest}`);
  // As a person does who comes back to the window; otherwise the next try is some time off.
  open.checkConnections();
  open.wake();
  await pause(LOOK_MS);
}
const { entries } = await doNotCall.page('', 0);
for (const { phoneNumber } of entries) if (phoneNumber) say(`listed ${numberOf(phoneNumber)}`);
say('settled');
await workspaces.close();
await tokenConnection.destroy();
await storage.close();
