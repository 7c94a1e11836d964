import fc from 'fast-check';
import type { View } from './command.ts';
import { brokenRules, forgotten } from './invariants.ts';
import * as list from './list-commands.ts';
import { lockKeys } from './list-commands.ts';
import * as person from './person-commands.ts';
import * as service from './service-commands.ts';
import { acceptOne } from './service-commands.ts';
import * as surroundings from './surroundings-commands.ts';
import { passTime, signInTo } from './surroundings-commands.ts';
import { WORKSPACES, World } from './world.ts';

/** Histories per call of fast-check: more seeds follow, and other work gets its turn in between. */
const RUNS_AT_ONCE = 250;

const MOST_COMMANDS = 200;

/** How often time passes at the end, in steps longer than any delay of the queue. */
const LAST_ROUNDS = 40;
const LAST_STEP_MS = 20 * 60 * 1000;

/** Frequent events are listed more than once: mostly all is well, so that most histories get as far as answers. */
const commands = fc.commands(
  [
    ...times(4, person.submit),
    ...[person.edit, person.undo, person.pause, person.resume, person.tryNow, person.discard],
    ...times(8, person.beginEdit),
    ...times(3, person.correctConnection),
    ...[person.endEdit, person.losePage],
    ...times(3, person.sendAgain),
    ...times(2, person.undoDiscard),
    ...[...times(2, list.forbid), list.policy, list.erase, ...times(4, list.allowAgain)],
    ...[list.backUp, list.backUpOther, ...times(2, list.merge), ...times(2, list.keyStore)],
    person.limitTries,
    ...times(6, surroundings.tick),
    ...[surroundings.hours, surroundings.opening, person.tryNowAnyHour],
    ...[person.sendHeld, person.keepWaiting],
    ...[surroundings.clockJump, surroundings.network, surroundings.queuePause, surroundings.switchWorkspace],
    ...[surroundings.kill, surroundings.dieSoon, surroundings.secondInstance, surroundings.signOut],
    ...times(5, surroundings.start),
    ...times(5, surroundings.signIn),
    ...times(3, service.connect),
    service.connectAgain,
    ...times(3, service.answer),
    service.answerWithKnownId,
    ...times(8, service.fault),
    ...times(4, service.lateAnswer),
  ],
  { maxCommands: MOST_COMMANDS, size: 'max' },
);

type History = Iterable<fc.AsyncCommand<View, World>>;

export interface ModelRuns {
  readonly runs: number;
  readonly commands: number;
  /** Every history that broke a rule, shrunk, with the rule. */
  readonly failures: string[];
}

/** Runs random histories of the queue; the same seed gives the same ones. */
export async function runModel({ runs, seed }: { runs: number; seed: number }): Promise<ModelRuns> {
  const failures: string[] = [];
  let [done, commandsRun] = [0, 0];
  while (done < runs && failures.length < 5) {
    const property = fc.asyncProperty(fc.nat(1000), commands, async (turns, history) => {
      const world = new World(turns);
      try {
        await runHistory(world, history);
      } finally {
        commandsRun += world.commands;
        await cleanUp(world);
      }
    });
    const numRuns = Math.min(RUNS_AT_ONCE, runs - done);
    const result = await fc.check(property, { numRuns, seed: (seed + done) | 0 });
    done += result.numRuns;
    if (result.failed) failures.push(failureOf(result));
  }
  return { runs: done, commands: commandsRun, failures };
}

async function runHistory(world: World, history: History): Promise<void> {
  world.start();
  await world.settle();
  await fc.asyncModelRun(() => ({ model: { world }, real: world }), history);
  await finish(world);
}

/** All is well again, and time passes: nothing may be left waiting to be sent. */
async function finish(world: World): Promise<void> {
  world.online = true;
  world.paused = false;
  world.setTries(null);
  if (world.list.isLocked) lockKeys(world, false);
  for (const { store } of world.processes) store.writesToLive = Number.POSITIVE_INFINITY;
  // Only the next start recovers what a dead process left in progress.
  const orphans = world.store
    .rows()
    .some(({ id, state }) => isUnderWay(state) && world.claimantOf(id) === 'dead');
  if (!world.person || orphans) world.start();
  for (const id of WORKSPACES) signInTo(world, id);
  for (let rounds = 0; rounds < LAST_ROUNDS; rounds += 1) {
    const openings = WORKSPACES.map((id) => world.msUntilOpening(id));
    passTime(world, Math.max(LAST_STEP_MS, world.msUntilAsked, ...openings));
    world.wakeAll();
    await world.settle();
    for (const send of world.pending) {
      await acceptOne(world, send);
      await world.settle();
    }
    if (forgotten(world).length === 0) break;
  }
  const broken = [...(await brokenRules(world)), ...forgotten(world)];
  if (broken.length > 0) throw new Error(`At the end: ${broken.join('; ')}`);
}

function isUnderWay(state: string): boolean {
  return state === 'connecting' || state === 'sending';
}

/** The timers of its queues are all that a world leaves behind. */
async function cleanUp({ processes, store: rows }: World): Promise<void> {
  for (const { queues, store } of processes) {
    store.die();
    for (const { queue } of queues) void queue.stop(0);
  }
  await new Promise(setImmediate);
  rows.close();
}

function failureOf(result: fc.RunDetails<[turns: number, history: History]>): string {
  const { errorInstance, counterexample, seed, counterexamplePath } = result;
  const [turns, history] = counterexample ?? [];
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return `${reason}\n  after ${history}\n  (turns ${turns}, seed ${seed}, path ${counterexamplePath})`;
}

function times<T>(count: number, what: T): T[] {
  return Array.from({ length: count }, () => what);
}
