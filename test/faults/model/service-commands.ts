import fc from 'fast-check';
import type { CreateOutcome } from '../../../electron/service/create-interview-request.ts';
import { type CreateOutcomeName, createOutcomes } from '../../../electron/service/create-outcomes.ts';
import { Command } from './command.ts';
import { forbidElsewhere } from './list-commands.ts';
import type { GivenUpCall, PendingSend } from './pending-send.ts';
import type { World } from './world.ts';

type Which = 'oldest' | 'newest';

/** Details of an outcome. */
interface Fault {
  readonly name: Exclude<CreateOutcomeName, 'accepted'>;
  /** For an unclear outcome: whether the service received the complete request. */
  readonly received: boolean;
  readonly retryAfterMs: number;
  /** For `sign_in_needed`: what the refresh does. */
  readonly refresh: 'works' | 'offline' | 'ended';
}

const FAULT_NAMES = Object.keys(createOutcomes).filter(
  (name): name is Fault['name'] => name in createOutcomes && name !== 'accepted',
);

/** A person has most to decide after these. */
const ASKED_OFTEN = Array.from({ length: 6 }, () => 'no_answer_in_time' as const);

const HTTP_STATUS: Partial<Record<CreateOutcomeName, number>> = {
  accepted_without_id: 201,
  unclear_status: 500,
  redirected: 302,
  redirect_refused: 307,
  refused_as_it_is: 422,
  sign_in_needed: 401,
  sign_in_not_renewed: 401,
  not_permitted: 403,
  other_connection_needed: 421,
  slow_down: 429,
  unavailable_until: 503,
};

const which = fc.constantFrom<Which>('oldest', 'newest');

/** The next step of a connection: it is open, and the request is written. */
export const connect = which.map(
  (one) =>
    new Command(
      `connect(${one})`,
      (world) => pick(connecting(world), one) !== undefined,
      async (world) => {
        const send = pick(connecting(world), one);
        if (send) await world.connect(send);
      },
    ),
);

/** The connection closes after the mark and before the first byte, and is made again: the mark is asked for once more. */
export const connectAgain = fc.tuple(which, fc.boolean()).map(
  ([one, listedMeanwhile]) =>
    new Command(
      `connectAgain(${one}${listedMeanwhile ? ', listed elsewhere meanwhile' : ''})`,
      (world) => connecting(world).length > 0,
      async (world) => {
        const send = pick(connecting(world), one);
        if (!send || !(await world.mark(send))) return;
        if (listedMeanwhile) forbidElsewhere(world, send.submission.phoneNumber);
        await world.connect(send);
      },
    ),
);

/** 201 with an id. */
export const answer = which.map(
  (one) =>
    new Command(
      `answer(${one})`,
      ({ pending }) => pending.length > 0,
      async (world) => {
        const send = pick(world.pending, one);
        if (send) await acceptOne(world, send);
      },
    ),
);

/** 201 with the id of another submission's request: whether the service has this one is unknown. */
export const answerWithKnownId = which.map(
  (one) =>
    new Command(
      `answerWithKnownId(${one})`,
      (world) => world.pending.some((send) => anothersId(world, send) !== undefined),
      async (world) => {
        const send = pick(
          world.pending.filter((each) => anothersId(world, each) !== undefined),
          one,
        );
        const requestId = send && anothersId(world, send);
        if (!send || requestId === undefined) return;
        if (!send.marked && !(await world.connect(send))) return;
        world.receive(send.submission);
        world.end(send, world.acceptance(requestId));
      },
    ),
);

/** Any other row of the outcome table. */
export const fault = fc
  .record({
    name: fc.constantFrom(...FAULT_NAMES, ...ASKED_OFTEN),
    received: fc.boolean(),
    retryAfterMs: fc.constantFrom(0, 5000, 600_000),
    refresh: fc.constantFrom<Fault['refresh']>('works', 'offline', 'ended'),
    one: which,
  })
  .map(({ one, ...what }) => {
    const sends = (world: World) => (isSent(what.name) ? world.pending : connecting(world));
    return new Command(
      `fault(${wordsOf(what)}, ${one})`,
      (world) => sends(world).length > 0,
      async (world) => {
        const send = pick(sends(world), one);
        if (send) await fail(world, send, what);
      },
    );
  });

type LateEnd = 'Answer' | 'AnswerWithoutId' | 'Break';

/** A call past its deadline is answered after all: accepted if the service received it, otherwise refused. */
export const lateAnswer = fc
  .tuple(which, fc.constantFrom<LateEnd>('Break', 'AnswerWithoutId', 'Answer', 'Answer'))
  .map(
    ([one, end]) =>
      new Command(
        `late${end}(${one})`,
        ({ givenUp }) => givenUp.length > 0,
        (world) => {
          const call = pick(world.givenUp, one);
          if (call) answerLate(world, call, end);
        },
      ),
  );

/** The service accepts a send that waits for its answer. */
export async function acceptOne(world: World, send: PendingSend): Promise<void> {
  if (!send.marked && !(await world.connect(send))) return;
  world.receive(send.submission);
  world.end(send, world.acceptance());
}

async function fail(world: World, send: PendingSend, { name, ...more }: Fault): Promise<void> {
  const { certainty } = createOutcomes[name];
  if (name === 'mark_not_stored') {
    send.queue.process.store.refusesNextWrite = true;
    await world.connect(send);
    send.queue.process.store.refusesNextWrite = false;
    return;
  }
  if (isSent(name) && !send.marked && !(await world.connect(send))) return;
  const received = certainty === 'accepted' || (certainty === 'unclear' && more.received);
  if (received) world.receive(send.submission);
  world.signIn(send.queue.workspaceId).refresh = more.refresh;
  world.end(send, outcomeOf(world, send, name, received, more.retryAfterMs));
}

function outcomeOf(
  world: World,
  send: PendingSend,
  name: CreateOutcomeName,
  received: boolean,
  retryAfterMs: number,
): CreateOutcome {
  const httpStatus = HTTP_STATUS[name];
  const outcome: CreateOutcome = { name, ...(httpStatus === undefined ? {} : { httpStatus }) };
  if (createOutcomes[name].action === 'wait') return { ...outcome, retryAfterMs };
  if (name !== 'no_answer_in_time') return outcome;
  const late = Promise.withResolvers<CreateOutcome>();
  world.givenUp.push({ send, received, answer: late.resolve });
  return { ...outcome, late: late.promise };
}

function answerLate(world: World, call: GivenUpCall, end: LateEnd): void {
  world.givenUp = world.givenUp.filter((each) => each !== call);
  if (end === 'Break') {
    call.answer({ name: 'connection_lost' });
    return;
  }
  const taken: CreateOutcome =
    end === 'Answer' ? world.acceptance() : { name: 'accepted_without_id', httpStatus: 201 };
  const outcome: CreateOutcome = call.received ? taken : { name: 'refused_as_it_is', httpStatus: 422 };
  world.heard(call.send, outcome);
  if (!call.received) world.forgetTry(call.send.submission.id);
  call.answer(outcome);
}

/** The id of a request that the workspace tracks for another person. */
function anothersId({ store }: World, { submission }: PendingSend): string | undefined {
  const { workspaceId, candidateName } = submission;
  const theirs = store
    .rows()
    .find((row) => row.workspaceId === workspaceId && row.requestId && row.candidateName !== candidateName);
  return theirs?.requestId ?? undefined;
}

function isSent(name: CreateOutcomeName): boolean {
  return createOutcomes[name].certainty !== 'not_sent';
}

function connecting({ pending }: World): readonly PendingSend[] {
  return pending.filter(({ marked }) => !marked);
}

function pick<T>(from: readonly T[], which: Which): T | undefined {
  return which === 'oldest' ? from[0] : from.at(-1);
}

function wordsOf({ name, received, retryAfterMs, refresh }: Fault): string {
  const { certainty, action } = createOutcomes[name];
  if (certainty === 'unclear') return received ? `${name} but received` : name;
  if (action === 'wait') return `${name} for ${retryAfterMs / 1000} s`;
  return action === 'sign_in' ? `${name}, refresh ${refresh}` : name;
}
