import { read } from '../operation.ts';
import { agreement } from './insights/agreement.ts';
import { callCounts } from './insights/call-hours.ts';
import { callDurations, callsPerRequest, completionTimes } from './insights/durations.ts';
import { outcomesByName, outcomesByPeriod, spanOf } from './insights/outcomes.ts';
import { scoreFigures } from './insights/score.ts';

/** Separate operations, so that a write waits for one of them at most: each may read the whole history. */
export const insightsStore = {
  span: read(spanOf),
  periods: read(outcomesByPeriod),
  names: read(outcomesByName),
  completion: read(completionTimes),
  callsPerRequest: read(callsPerRequest),
  callCounts: read(callCounts),
  callDurations: read(callDurations),
  score: read(scoreFigures),
  agreement: read(agreement),
};
