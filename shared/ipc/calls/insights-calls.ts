import { z } from 'zod';
import {
  type InsightsCalls,
  type InsightsOverview,
  type InsightsRequests,
  type InsightsScore,
  insightsFilter,
  insightsTable,
} from '../../insights.ts';
import { call, type SavedFile } from '../call.ts';

const about = z.object({ filter: insightsFilter });

/** Counted over the whole history: each part is a call of its own, so that none keeps a write waiting for long. */
export const insights = {
  overview: call(about).answers<InsightsOverview>(),
  requests: call(about).answers<InsightsRequests>(),
  calls: call(about).answers<InsightsCalls>(),
  /** One pinned field; null when it is not pinned (any more). */
  score: call(about.extend({ path: z.string().min(1).max(400) })).answers<InsightsScore | null>(),
  /** Writes a table to a CSV file of the person's choice. */
  exportTable: call(insightsTable).answers<SavedFile>(),
};
