import { z } from 'zod';
import {
  type InsightsAgreement,
  type InsightsCalls,
  type InsightsOverview,
  type InsightsRequests,
  type InsightsScore,
  insightsFilter,
  insightsTable,
} from '../../insights.ts';
import { type SavedFile, workspaceCall } from '../call.ts';

const about = z.object({ filter: insightsFilter });

/** These count over the whole history; one call per part, so that none blocks a write for long. */
export const insights = {
  overview: workspaceCall(about).answers<InsightsOverview>(),
  requests: workspaceCall(about).answers<InsightsRequests>(),
  calls: workspaceCall(about).answers<InsightsCalls>(),
  /** One pinned field; null if it is not pinned. */
  score: workspaceCall(about.extend({ path: z.string().min(1).max(400) })).answers<InsightsScore | null>(),
  /** Verdicts given before the results, beside them. */
  agreement: workspaceCall(about).answers<InsightsAgreement>(),
  /** Writes a table to a CSV file of the person's choice. */
  exportTable: workspaceCall(insightsTable).answers<SavedFile>(),
};
