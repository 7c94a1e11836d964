import { ASSESSMENT_SHAPES, assessmentResults } from './assessment-shapes.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

/** Statuses of ended calls. The interface documents only COMPLETED (docs/service.md, States). */
export const UNANSWERED_STATUSES = ['NO_ANSWER', 'VOICEMAIL', 'BUSY'] as const;
type UnansweredStatus = (typeof UNANSWERED_STATUSES)[number];
export type EndedCallStatus = UnansweredStatus | 'COMPLETED';

/** A planned call. Times are in ms after the request's creation, at time scale 1. */
export interface PlannedCall {
  readonly startsAfter: number;
  readonly endsAfter: number;
  readonly status: EndedCallStatus;
  readonly durationMinutes: number;
}

/** The candidate, who alone determines the outcome. */
export interface CalledCandidate {
  readonly name: string;
  readonly phoneNumber: string;
}

/** Everything that will happen to a request, fixed at its creation. */
export interface CallPlan {
  readonly calls: readonly PlannedCall[];
  /** When the request becomes COMPLETED: ms after creation, at time scale 1. */
  readonly completesAfter: number;
  /** Whether the request is IN_PROGRESS from its first call on, or PENDING until COMPLETED. */
  readonly saysInProgress: boolean;
  readonly results: Record<string, unknown>;
}

/** Scripted outcomes for demonstrations, triggered by words anywhere in the candidate's name, in any case. */
export const NAME_SCRIPTS = {
  'no answer': { unanswered: ['NO_ANSWER', 'NO_ANSWER', 'NO_ANSWER'], reached: false },
  voicemail: { unanswered: ['VOICEMAIL', 'VOICEMAIL'], reached: false },
  busy: { unanswered: ['BUSY'], reached: true },
  'long wait': { unanswered: [], reached: true, firstCallAfter: 30 * 60_000 },
} as const satisfies Record<string, CallScript>;

/** A candidate with this word in their name is refused, to practise what follows. */
const REFUSED = 'refused';

export function isRefused(name: string): boolean {
  return name.toLowerCase().includes(REFUSED);
}

interface CallScript {
  readonly unanswered: readonly UnansweredStatus[];
  readonly reached: boolean;
  readonly firstCallAfter?: number;
}

/** Plans a request's calls and results within 45 to 180 s; the same candidate always gets the same plan. */
export function planCalls({ name, phoneNumber }: CalledCandidate): CallPlan {
  const random = seededRandom(`${name}\n${phoneNumber}`);
  const script = namedScript(name) ?? chanceScript(random);
  const statuses: EndedCallStatus[] = [...script.unanswered];
  if (script.reached) statuses.push('COMPLETED');

  const calls: PlannedCall[] = [];
  let time = script.firstCallAfter ?? random.between(8_000, 12_000);
  for (const status of statuses) {
    const call = planCall(random, status, time);
    calls.push(call);
    time = call.endsAfter + random.between(12_000, 20_000);
  }
  const lastEnd = calls.at(-1)?.endsAfter ?? time;
  const shape = script.reached ? random.pick(ASSESSMENT_SHAPES) : 'empty';
  return {
    calls,
    completesAfter: lastEnd + random.between(15_000, 30_000),
    saysInProgress: random.fraction() < 0.7,
    results: assessmentResults(shape, random),
  };
}

function planCall(random: SeededRandom, status: EndedCallStatus, startsAfter: number): PlannedCall {
  const [min, max] = status === 'COMPLETED' ? [25_000, 40_000] : [5_000, 12_000];
  return {
    startsAfter,
    endsAfter: startsAfter + random.between(min, max),
    status,
    durationMinutes: callMinutes(random, status),
  };
}

/** The reported duration is that of a real conversation, not of the simulated one. */
function callMinutes(random: SeededRandom, status: EndedCallStatus): number {
  if (status === 'COMPLETED') return random.between(4, 28);
  return status === 'VOICEMAIL' ? 1 : 0;
}

function namedScript(name: string): CallScript | undefined {
  const lowered = name.toLowerCase();
  return Object.entries(NAME_SCRIPTS).find(([words]) => lowered.includes(words))?.[1];
}

function chanceScript(random: SeededRandom): CallScript {
  const attempts = random.pick([0, 0, 0, 0, 1, 1, 1, 2, 2, 3]);
  const unanswered = Array.from({ length: attempts }, () => random.pick(UNANSWERED_STATUSES));
  return { unanswered, reached: attempts < 3 || random.fraction() < 0.3 };
}
