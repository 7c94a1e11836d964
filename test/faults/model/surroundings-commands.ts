import fc from 'fast-check';
import type { CallingHours } from '../../../shared/calling-hours.ts';
import { Command } from './command.ts';
import { WORKSPACES, type World } from './world.ts';

const DAY = 24 * 60 * 60 * 1000;
const TEN_YEARS = 3652 * DAY;

const always = (): boolean => true;

/** Both clocks advance. */
export const tick = fc
  .constantFrom(1, 10, 30, 300, 3600)
  .map((seconds) => new Command(`tick(${seconds} s)`, always, (world) => passTime(world, seconds * 1000)));

/** Somebody sets the wall clock; the monotonic one is not affected. */
export const clockJump = fc
  .oneof(
    fc.constantFrom(-TEN_YEARS, TEN_YEARS, -DAY, DAY, -500, 2000, -2000),
    fc.integer({ min: -TEN_YEARS, max: TEN_YEARS }),
  )
  .map(
    (ms) =>
      new Command(`clock(${ms > 0 ? '+' : ''}${Number((ms / DAY).toPrecision(3))} d)`, always, (world) => {
        // Not before 1970: no computer is set to then.
        world.wallAhead += Math.max(ms, DAY - world.now());
        // An undo window uses the wall clock: setting it forward ends the window.
        if (ms > 0) for (const expected of world.model.values()) expected.notWithin = 0;
      }),
  );

export const network = fc.constantFrom('offline', 'online', 'online', 'online').map(
  (name) =>
    new Command(
      `${name}()`,
      ({ online }) => online !== (name === 'online'),
      (world) => {
        world.online = name === 'online';
        for (const { queues } of world.processes) {
          for (const { reachability } of queues) reachability.learn(world.online);
        }
      },
    ),
);

export const queuePause = fc.constantFrom('pauseQueue', 'resumeQueue', 'resumeQueue', 'resumeQueue').map(
  (name) =>
    new Command(
      `${name}()`,
      ({ paused }) => paused !== (name === 'pauseQueue'),
      (world) => {
        world.paused = name === 'pauseQueue';
      },
    ),
);

const HOURS: Record<'any hour' | 'weekdays 9 to 18' | 'evenings', Partial<CallingHours>> = {
  'any hour': { enabled: false },
  'weekdays 9 to 18': { enabled: true },
  evenings: { enabled: true, from: '18:00', until: '22:00', weekdays: [1, 2, 3, 4, 5, 6, 7] },
};

/** The calling hours of the workspace change. */
export const hours = fc
  .constantFrom<keyof typeof HOURS>('any hour', 'any hour', 'weekdays 9 to 18', 'evenings')
  .map(
    (name) =>
      // Rules are set in the app: no process would ever have heard of a change made while none ran.
      new Command(
        `hours(${name})`,
        ({ person }) => person !== undefined,
        (world) => world.setHours(world.workspaceId, HOURS[name]),
      ),
  );

/** Both clocks advance until the workspace's hours begin. */
export const opening = fc.constant(
  new Command(
    'opening()',
    (world) => world.msUntilOpening(world.workspaceId) > 0,
    (world) => passTime(world, world.msUntilOpening(world.workspaceId)),
  ),
);

/** `lost`: the process dies with everything in progress; otherwise it is left behind, and its answers still come. */
export const kill = fc.constantFrom('lost', 'lost but received', 'answers come later').map(
  (how) =>
    new Command(
      `kill(${how})`,
      ({ person }) => person !== undefined,
      (world) => {
        const { person } = world;
        if (!person) return;
        if (how === 'answers come later') {
          person.phase = 'left_behind';
          return;
        }
        const inFlight = world.pending.filter(({ queue, marked }) => queue.process === person && marked);
        if (how === 'lost but received') for (const { submission } of inFlight) world.receive(submission);
        world.kill(person);
      },
    ),
);

/** The process dies in the middle of its work, after this many more writes. */
export const dieSoon = fc.integer({ min: 1, max: 4 }).map(
  (writes) =>
    new Command(
      `dieAfter(${writes} more writes)`,
      ({ person }) => person !== undefined,
      ({ person }) => {
        if (person) person.store.writesToLive = writes;
      },
    ),
);

export const start = fc.constant(
  new Command(
    'start()',
    ({ person }) => person === undefined,
    (world) => world.start(),
  ),
);

export const secondInstance = fc.constant(
  new Command(
    'secondInstance()',
    ({ processes }) => processes.filter(({ phase }) => phase === 'running').length === 1,
    (world) => world.start(),
  ),
);

export const signOut = fc.boolean().map(
  (meanwhile) =>
    new Command(
      meanwhile ? 'signOut(while it looks)' : 'signOut()',
      (world) => world.signIn(world.workspaceId).signedIn,
      async (world) => {
        if (meanwhile) world.wakeAll();
        world.signingOut = meanwhile;
        for (let turns = meanwhile ? 12 : 0; turns > 0; turns -= 1) await Promise.resolve();
        world.signIn(world.workspaceId).token = undefined;
        await world.settle();
        world.signingOut = false;
      },
    ),
);

export const signIn = fc.constant(
  new Command(
    'signIn()',
    (world) => !world.signIn(world.workspaceId).signedIn,
    (world) => signInTo(world, world.workspaceId),
  ),
);

export const switchWorkspace = fc.constant(
  new Command('switchWorkspace()', always, (world) => {
    world.workspaceId = world.workspaceId === WORKSPACES[0] ? WORKSPACES[1] : WORKSPACES[0];
  }),
);

export function signInTo(world: World, workspaceId: string): void {
  world.signIn(workspaceId).renew();
  for (const process of world.processes) {
    if (process.phase !== 'running') continue;
    const { queue } = process.of(workspaceId);
    queue.resume('sign_in').catch((error: unknown) => world.violated(`signing in: ${String(error)}`));
  }
}

/** Both clocks advance; a reachability probe has run in the meantime. */
export function passTime(world: World, ms: number): void {
  world.monotonic += ms;
  for (const { queues } of world.processes) {
    for (const { reachability } of queues) reachability.learn(world.online);
  }
}
