import { z } from 'zod';
import {
  type Funnel,
  type HourCount,
  type InsightsAgreement,
  type InsightsTimes,
  insightsFilter,
  insightsTable,
  type OfJob,
} from '../../insights.ts';
import { type SavedFile, workspaceCall } from '../call.ts';

const about = z.object({ filter: insightsFilter });

/** These count over the whole history; one call per part, so that none blocks a write for long. */
export const insights = {
  /** Each job description, the most submitted first. */
  funnel: workspaceCall(about).answers<readonly OfJob<Funnel>[]>(),
  times: workspaceCall(about).answers<InsightsTimes>(),
  /** Only hours with calls; calls without a time are left out. */
  hours: workspaceCall(about).answers<readonly HourCount[]>(),
  /** Verdicts given before the results, beside them. */
  agreement: workspaceCall(about).answers<InsightsAgreement>(),
  /** Writes a table to a CSV file of the person's choice. */
  exportTable: workspaceCall(insightsTable).answers<SavedFile>(),
};
