import { REQUEST_STATUS } from '../../shared/service-interface.ts';
import { type CalledCandidate, planCalls } from './call-plan.ts';

/** A call in a status answer (docs/service.md, Fields). */
export type ScreeningCallView = {
  id: string;
  timestamp: string;
  duration_minutes: number;
  status: string;
};

/** A request's state at a moment. */
export interface RequestProgress {
  status: string;
  screening_calls: ScreeningCallView[];
  assessment_results: Record<string, unknown>;
}

/** The inputs that determine a request's whole timeline. Times in ms since 1970 UTC. */
export interface RequestOrigin {
  readonly requestId: string;
  readonly candidate: CalledCandidate;
  readonly createdAt: number;
  /** Speed-up of this request; stored with it, so that a restart with another scale never moves it backwards. */
  readonly timeScale: number;
}

/** Status of calls in progress. The interface doesn't document it, just as real services have undocumented states. */
export const IN_PROGRESS = 'IN_PROGRESS';

/**
 * A request's state at `now`.
 *
 * A pure function, so it needs no timers, restarts don't matter and tests don't wait. As `now` grows, calls are only
 * added, ended calls never change and COMPLETED stays.
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
        // Unique per request, even for the same candidate.
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
