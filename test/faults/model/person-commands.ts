import fc from 'fast-check';
import type { Result } from '../../../shared/result.ts';
import type { Submission, SubmissionFields, SubmissionState } from '../../../shared/submission.ts';
import type { PersonActions } from '../../electron/submissions/person-actions.ts';
import { Command } from './command.ts';
import type { World } from './world.ts';

const HOUR = 60 * 60 * 1000;
/** After the clock was set back, rows may have been changed in the future. */
const YEAR = 366 * 24 * HOUR;

/** As `queue-of-process.ts` sets them. */
const DUPLICATE_DAYS = 30;

/** The candidates. Commands name one and mean their newest submission. */
export const PHONES = { Ada: '+12025550101', Bob: '+12025550102', Cem: '+12025550103' } as const;
export type Name = keyof typeof PHONES;

export const name = fc.constantFrom<Name>('Ada', 'Bob', 'Cem');

const OPEN: readonly SubmissionState[] = ['queued', 'connecting', 'sending', 'held', 'unconfirmed'];

/** `anyway`: despite duplicates; `later`: in an hour, not now. */
export const submit = fc.tuple(name, fc.constantFrom('', 'anyway', 'later')).map(
  ([who, how]) =>
    new Command(how ? `submit(${who}, ${how})` : `submit(${who})`, hasPerson, async (world) => {
      const chosen = how === 'later' ? world.now() + HOUR : undefined;
      const open = mayBeCalled(world, who);
      const despiteDuplicates = how === 'anyway';
      world.choosing = chosen;
      const submitted = await act(world, (actions) =>
        actions.submit([fieldsOf(who, chosen)], { despiteDuplicates }),
      );
      world.choosing = undefined;
      // Stored even if the process died before it could say so.
      if (open && despiteDuplicates && submitted?.ok !== false) world.confirm(who);
      if (!submitted?.ok) return;
      if (open && !despiteDuplicates) world.violated(`${who} was submitted twice without a question`);
      for (const { id } of submitted.value) acknowledge(world, id);
    }),
);

/** Corrected and submitted again: a new submission replaces the old. */
export const edit = name.map(
  (who) =>
    new Command(
      `edit(${who})`,
      (world) => hasPerson(world) && target(world, who) !== undefined,
      async (world) => {
        const replaces = target(world, who, ['draft', 'queued', 'held', 'rejected']);
        const open = mayBeCalled(world, who, replaces);
        const submitted = await act(world, (actions) =>
          actions.submit([fieldsOf(who)], { replaces, despiteDuplicates: true }),
        );
        if (open && submitted?.ok !== false) world.confirm(who);
        for (const { id } of submitted?.ok ? submitted.value : []) {
          acknowledge(world, id);
          if (replaces !== undefined) world.expectation(id).root = world.expectation(replaces).root;
        }
      },
    ),
);

/** Limits how often one person may be tried, or doesn't any more. */
export const limitTries = fc.constantFrom(1, 1, 2, null).map(
  (most) =>
    new Command(`limitTries(${most})`, hasPerson, async (world) => {
      world.setTries(most === null ? null : { most, withinDays: 1 });
      // A send whose mark is being stored just then still goes by the rule before.
      await world.settle();
    }),
);

export const undo = decision('undo', ['queued', 'held'], (actions, id) => actions.takeBack(id));

export const pause = decision('pause', ['queued'], (actions, id) => actions.pause([id]));

/** Of what is being edited, it only takes away what it waits for. */
export const resume = decision(
  'resume',
  ['held'],
  (actions, id) => actions.resume([id]),
  (world, id) => {
    if (!world.row(id)?.afterEdit) world.expectation(id).editing = false;
  },
);

/** Opens a submission on hold in the form. */
export const beginEdit = name.map(
  (who) =>
    new Command(
      `beginEdit(${who})`,
      (world) => hasPerson(world) && heldOf(world, who) !== undefined,
      async (world) => {
        const id = heldOf(world, who);
        if (id === undefined) return;
        const begun = await act(world, (actions) => actions.beginEdit(id));
        if (begun?.ok) world.expectation(id).editing = true;
      },
    ),
);

/** Leaves the form with nothing changed. */
export const endEdit = name.map(
  (who) =>
    new Command(
      `endEdit(${who})`,
      (world) => hasPerson(world) && editedOf(world, who) !== undefined,
      async (world) => {
        const id = editedOf(world, who);
        if (id === undefined) return;
        world.expectation(id).editing = false;
        await act(world, (actions) => actions.endEdit(id));
      },
    ),
);

/** Corrects the connection: whatever is on hold for it is due. */
export const correctConnection = fc.constant(
  new Command('correctConnection()', hasPerson, async (world) => {
    const { queue } = world.person?.of(world.workspaceId) ?? {};
    queue?.resume('connection').catch((error: unknown) => world.violated(`correcting: ${String(error)}`));
    await world.settle();
  }),
);

/** The page with the form is gone: reloaded, or crashed. */
export const losePage = fc.constant(
  new Command('losePage()', hasPerson, async (world) => {
    const { queue } = world.person?.of(world.workspaceId) ?? {};
    queue?.interruptEdits().catch((error: unknown) => world.violated(`losing the page: ${String(error)}`));
    await world.settle();
  }),
);

export const tryNow = decision(
  'tryNow',
  ['queued', 'held'],
  (actions, id) => actions.tryNow(id),
  releaseFromWaits,
);

export const tryNowAnyHour = decision(
  'tryNow, outside the calling hours',
  ['queued', 'held'],
  (actions, id) => actions.tryNow(id, { outsideHours: true }),
  (world, id) => {
    releaseFromWaits(world, id);
    // If the clock is set back a little in the meantime, the quarter of an hour lasts a little longer.
    world.expectation(id).waivedUntil = world.monotonic + HOUR / 2;
  },
);

/** The answer to the question about everything that the rules would release outside the hours that held it. */
export const sendHeld = fc.constant(
  new Command('sendHeld()', hasAsked, async (world) => {
    const earlier = askedOf(world).map(
      ({ id }) => [world.expectation(id), { ...world.expectation(id) }] as const,
    );
    for (const [expectation] of earlier) expectation.waivedUntil = world.monotonic + HOUR / 2;
    const answer = await act(world, (actions) => actions.answerHolds('send_now', world.now() + YEAR));
    if (answer && !answer.ok) for (const [expectation, before] of earlier) Object.assign(expectation, before);
  }),
);

export const keepWaiting = fc.constant(
  new Command('keepWaiting()', hasAsked, async (world) => {
    await act(world, (actions) => actions.answerHolds('keep_waiting', world.now() + YEAR));
  }),
);

export const discard = decision('discard', ['unconfirmed', 'held', 'rejected'], (actions, id) =>
  actions.discard([id]),
);

/** Undoing a discard asks nothing, so it must never lead to a call beside another one. */
export const undoDiscard = decision('undoDiscard', ['discarded'], (actions, id) => actions.undoDiscard([id]));

export const sendAgain = decision(
  'sendAgain',
  ['unconfirmed'],
  (actions, id) => actions.sendAgain([id]),
  (world, id, state) => {
    if (state === 'unconfirmed') world.expectation(id).asked += 1;
  },
);

/** A decision of the recruiter, made at the very moment when the queues poll. */
function decision(
  verb: string,
  likely: readonly SubmissionState[],
  decide: (actions: PersonActions, id: string) => Promise<Result<unknown>>,
  decided: (world: World, id: string, state: SubmissionState) => void = () => undefined,
) {
  return fc.tuple(name, fc.boolean()).map(
    ([who, racing]) =>
      new Command(
        `${verb}(${who}${racing ? ', while it looks' : ''})`,
        (world) => hasPerson(world) && target(world, who, likely) !== undefined,
        async (world) => {
          const id = target(world, who, likely);
          if (id === undefined) return;
          const before = world.row(id)?.state ?? 'draft';
          // A decision counts from the moment it is made, even if the process dies then.
          const { asked, notWithin, chosen, waivedUntil, editing } = world.expectation(id);
          decided(world, id, before);
          if (racing) world.wakeAll();
          const answer = await act(world, (actions) => decide(actions, id));
          if (answer && !answer.ok) {
            Object.assign(world.expectation(id), { asked, notWithin, chosen, waivedUntil, editing });
          }
        },
      ),
  );
}

/** The newest submission on hold. */
function heldOf(world: World, who: Name): string | undefined {
  return submissionsOf(world, who).findLast(({ state }) => state === 'held')?.id;
}

/** The newest submission that is open in the form. */
function editedOf(world: World, who: Name): string | undefined {
  return submissionsOf(world, who).findLast(({ afterEdit }) => afterEdit)?.id;
}

function askedOf(world: World): readonly Submission[] {
  return world.store
    .rows()
    .filter(({ workspaceId, state }) => workspaceId === world.workspaceId && state === 'queued')
    .filter(({ callingHold }) => callingHold?.question?.answer === null);
}

function hasAsked(world: World): boolean {
  return hasPerson(world) && askedOf(world).length > 0;
}

/** Try now means now: neither the undo window nor a chosen time delays it. */
function releaseFromWaits(world: World, id: string): void {
  Object.assign(world.expectation(id), { notWithin: 0, chosen: undefined, editing: false });
}

/** The result that a person gets; undefined if the process died during the call. */
async function act<T>(world: World, what: (actions: PersonActions) => Promise<T>): Promise<T | undefined> {
  const actions = world.person?.of(world.workspaceId).actions;
  let answer: T | undefined;
  if (actions) {
    what(actions).then(
      (told) => {
        answer = told;
      },
      (error: unknown) => world.violated(`a decision failed: ${String(error)}`),
    );
  }
  await world.settle();
  return answer;
}

function acknowledge(world: World, id: string): void {
  world.expectation(id).acknowledged = true;
}

/** Whether a submission of the candidate waits, or led to a call; `except`: one that is replaced, if it led to none. */
function mayBeCalled(world: World, who: Name, except?: string): boolean {
  return submissionsOf(world, who).some(
    (each) => wasCalled(world, each) || (each.id !== except && OPEN.includes(each.state)),
  );
}

/** The service has it, within the days of the duplicate check: no decision changes that. */
function wasCalled(world: World, { id }: Submission): boolean {
  const { receivedAt, wallAhead } = world.expectation(id);
  return (
    receivedAt !== undefined &&
    world.clockIsRight &&
    // By a clock that was wrong at the time, it was submitted on another day.
    wallAhead === world.wallAhead &&
    world.monotonic - receivedAt < DUPLICATE_DAYS * 24 * HOUR
  );
}

export function hasPerson({ person }: World): boolean {
  return person !== undefined;
}

function submissionsOf(world: World, who: Name): Submission[] {
  return world.store
    .rows()
    .filter(({ candidateName, workspaceId }) => candidateName === who && workspaceId === world.workspaceId);
}

/** The newest submission in a likely state, or the newest at all: the app must refuse what makes no sense. */
function target(world: World, who: Name, likely: readonly SubmissionState[] = []): string | undefined {
  const all = submissionsOf(world, who).reverse();
  return (all.find(({ state }) => likely.includes(state)) ?? all[0])?.id;
}

function fieldsOf(candidateName: Name, notBefore?: number): SubmissionFields {
  return {
    candidateName,
    phoneNumber: PHONES[candidateName],
    resumeUrl: 'https://files.example.com/cv.pdf',
    jobDescriptionId: '3f2b8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b',
    questionnaireTemplateId: 'general-v1',
    notBefore,
  };
}
