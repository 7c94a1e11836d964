import { REQUEST_STATUS } from '../../shared/service-interface.ts';
import { type CalledCandidate, planCalls } from './call-plan.ts';

/** A call as the status read tells it (service-interface.md §2, Screening call). */
export type ScreeningCallView = {
  id: string;
  timestamp: string;
  duration_minutes: number;
  status: string;
};

/** How a request stands at a moment. */
export interface RequestProgress {
  status: string;
  screening_calls: ScreeningCallView[];
  assessment_results: Record<string, unknown>;
}

/** What decides a request's whole life. Times in milliseconds since 1970, UTC. */
export interface RequestOrigin {
  readonly requestId: string;
  readonly candidate: CalledCandidate;
  readonly createdAt: number;
  /** How many times faster than the clock the request lives; kept with it, so that a restart never turns it back. */
  readonly timeScale: number;
}

/** The status shown while something is under way; the interface does not list it, as real services have more states. */
export const IN_PROGRESS = 'IN_PROGRESS';

/**
 * How a request stands at `now`.
 *
 * A pure function of its arguments, so that no timer runs, a restart changes nothing and tests need no waiting. As
 * `now` grows, calls are only added, an ended call never changes and COMPLETED stays.
 */
export function timeline(origin: RequestOrigin, now: number): RequestProgress {
  const plan = planCalls(origin.candidate);
  const elapsed = (now - origin.createdAt) * origin.timeScale;
  const completed = elapsed >= plan.completesAfter;
  const calls = plan.calls
    .filter((call) => call.startsAfter <= elapsed)
    .map((call, index) => {
      const ended = call.endsAfter <= elapsed;
      return {
        // No other request has it, not even one for the same candidate.
        id: `call_${origin.requestId.replace(/^ir_/, '')}_${index + 1}`,
        timestamp: new Date(origin.createdAt + call.startsAfter / origin.timeScale).toISOString(),
        duration_minutes: ended ? call.durationMinutes : 0,
        status: ended ? call.status : IN_PROGRESS,
      };
    });
  return {
    status: completed ? REQUEST_STATUS.completed : openStatus(plan.saysInProgress && calls.length > 0),
    screening_calls: calls,
    assessment_results: completed ? plan.results : {},
  };
}

function openStatus(inProgress: boolean): string {
  return inProgress ? IN_PROGRESS : REQUEST_STATUS.pending;
}
