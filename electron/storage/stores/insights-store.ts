import type {
  Count,
  Distribution,
  HourCount,
  IdOutcomes,
  InsightsFilter,
  InsightsRequests,
  InsightsScore,
  PeriodOutcomes,
} from '../../../shared/insights.ts';
import type { OffsetSpan } from '../../../shared/local-time.ts';
import { read } from '../operation.ts';
import { callCounts } from './insights/call-hours.ts';
import { callDurations, callsPerRequest, completionTimes } from './insights/durations.ts';
import { outcomesByName, outcomesByPeriod, spanOf } from './insights/outcomes.ts';
import { scoreFigures } from './insights/score.ts';

/** Counted over the whole history, in parts: writes that arrive meanwhile wait for one part only. */
export const insightsStore = {
  /** The time that the numbers are about, UTC ms; null where there is nothing. */
  span: read((db, workspaceId: string, filter: InsightsFilter): { first: number; last: number } | null =>
    spanOf(db, workspaceId, filter),
  ),

  /** From edge to edge (UTC ms). */
  periods: read(
    (db, workspaceId: string, filter: InsightsFilter, edges: readonly number[]): PeriodOutcomes[] =>
      outcomesByPeriod(db, workspaceId, filter, edges),
  ),

  names: read(
    (
      db,
      workspaceId: string,
      filter: InsightsFilter,
    ): { jobs: IdOutcomes[]; questionnaires: IdOutcomes[]; statuses: Count[] } =>
      outcomesByName(db, workspaceId, filter),
  ),

  completion: read(
    (db, workspaceId: string, filter: InsightsFilter): Distribution =>
      completionTimes(db, workspaceId, filter),
  ),

  callsPerRequest: read(
    (db, workspaceId: string, filter: InsightsFilter): Omit<InsightsRequests, 'completion'> =>
      callsPerRequest(db, workspaceId, filter),
  ),

  callCounts: read(
    (
      db,
      workspaceId: string,
      filter: InsightsFilter,
      offsets: readonly OffsetSpan[],
    ): { statuses: Count[]; hours: HourCount[] } => callCounts(db, workspaceId, filter, offsets),
  ),

  callDurations: read(
    (db, workspaceId: string, filter: InsightsFilter): Distribution => callDurations(db, workspaceId, filter),
  ),

  score: read((db, workspaceId: string, filter: InsightsFilter, path: string): InsightsScore | null =>
    scoreFigures(db, workspaceId, filter, path),
  ),
};
