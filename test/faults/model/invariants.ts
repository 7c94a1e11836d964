import type { Submission } from '../../../shared/submission.ts';
import { wronglyListed } from './list-commands.ts';
import { nameOf, WORKSPACES, type World } from './world.ts';

const DAY = 24 * 60 * 60 * 1000;

/** The invariants that must hold after every command; returns each violation in words. */
export async function brokenRules(world: World): Promise<readonly string[]> {
  return [
    ...world.violations,
    ...calledTooOften(world),
    ...calledBesideAnother(world),
    ...(await notInOnePlace(world)),
    ...leftAlone(world),
    ...editedElsewhere(world),
    ...(await behindAnother(world)),
    ...wronglyListed(world),
  ];
}

/** received(s) <= 1 + asked(s), where a submission and its corrections count as one. */
function calledTooOften(world: World): string[] {
  const chains = new Map<string, { received: number; asked: number }>();
  for (const { root, received, asked } of world.model.values()) {
    const chain = chains.get(root) ?? { received: 0, asked: 0 };
    chains.set(root, { received: chain.received + received, asked: chain.asked + asked });
  }
  return [...chains]
    .filter(([, { received, asked }]) => received > 1 + asked)
    .map(([id, { received, asked }]) => {
      const row = world.row(id);
      return `${row ? nameOf(row) : id} was received ${received} times, and a person asked for ${asked} more than one`;
    });
}

/** The same for a candidate, whichever submissions led to the calls, while the duplicate check remembers the first. */
function calledBesideAnother(world: World): string[] {
  if (!world.clockIsRight || world.daysPassed > 29) return [];
  const candidates = new Map<string, { received: number; asked: number }>();
  for (const row of world.store.rows()) {
    const key = `${row.workspaceId} ${row.candidateName}`;
    const { received, asked } = world.expectation(row.id);
    const known = candidates.get(key) ?? { received: 0, asked: world.confirmed.get(key) ?? 0 };
    candidates.set(key, { received: known.received + received, asked: known.asked + asked });
  }
  return [...candidates]
    .filter(([, { received, asked }]) => received > 1 + asked)
    .map(
      ([key, { received, asked }]) => `${key} was called ${received} times, and was to be ${asked + 1} times`,
    );
}

/** Every acknowledged submission is in exactly one place: in the Outbox, accepted, or discarded. */
async function notInOnePlace(world: World): Promise<string[]> {
  const places = await placesIn(world);
  return [...world.model]
    .filter(([id, { acknowledged }]) => acknowledged && places.get(id) !== 1)
    .map(([id]) => `${id} is in ${places.get(id) ?? 0} places`);
}

/** What {@link placesIn} found, and after how many changes of the rows: most commands change none. */
const found = new WeakMap<World, { readonly changes: number; readonly places: Map<string, number> }>();

/** In how many places the app shows each submission. */
async function placesIn(world: World): Promise<ReadonlyMap<string, number>> {
  const { changes, submissions } = world.store;
  const before = found.get(world);
  if (before?.changes === changes) return before.places;
  const places = new Map<string, number>();
  for (const id of WORKSPACES) {
    const { waiting, needsDecision, drafts, refused } = await submissions.outbox(id);
    const gone = await submissions.inStates(id, ['accepted', 'discarded']);
    for (const row of [...waiting, ...needsDecision, ...drafts, ...refused, ...gone]) {
      places.set(row.id, (places.get(row.id) ?? 0) + 1);
      if (row.state === 'accepted' && row.requestId === null) places.set(row.id, 0);
    }
  }
  found.set(world, { changes, places });
  return places;
}

function leftAlone(world: World): string[] {
  return world.abandoned().map((row) => `${nameOf(row)} is ${row.state}, and nobody works on it`);
}

function editedElsewhere(world: World): string[] {
  const edited = world.store
    .rows()
    .filter(({ state, afterEdit }) => afterEdit && state !== (afterEdit === 'draft' ? 'draft' : 'held'));
  return edited.map((row) => `${nameOf(row)} is ${row.state}, and yet being edited`);
}

/** Accepted under an id that is tracked for another submission: nobody would ever see them again. */
async function behindAnother(world: World): Promise<string[]> {
  const accepted = world.store.rows().filter(({ state }) => state === 'accepted');
  const owners = await Promise.all(
    accepted.map(({ workspaceId, requestId }) =>
      world.store.submissions.trackedAs(workspaceId, requestId ?? ''),
    ),
  );
  return accepted.flatMap((row, index) => {
    const owner = owners[index];
    return owner?.candidateName === row.candidateName ? [] : [`${nameOf(row)} is tracked as nobody`];
  });
}

/** Queued submissions that nothing will ever send, although all obstacles were removed. */
export function forgotten(world: World): string[] {
  return world.store
    .rows()
    .filter(({ state }) => state === 'queued' || state === 'connecting' || state === 'sending')
    .filter((row) => row.state !== 'queued' || !waitsForChosenTime(world, row))
    .map((row) => {
      const hours = Math.round((row.sendAfter - world.now()) / (60 * 60 * 1000));
      return `${nameOf(row)} was forgotten: it is ${row.state}, to be sent in ${hours} hours`;
    });
}

/** After the clock was set back, a chosen time can be years ahead; calling hours begin days later at most. */
function waitsForChosenTime(world: World, { id, sendAfter }: Submission): boolean {
  const { chosen } = world.expectation(id);
  return chosen !== undefined && chosen > world.now() && sendAfter >= chosen && sendAfter < chosen + 4 * DAY;
}
