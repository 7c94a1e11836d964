import { z } from 'zod';
import { PINNED_KINDS, type PinnedField } from '../assessment.ts';
import type { BackfillProgress } from '../backfill-progress.ts';
import { MAX_COMPARED } from '../comparison-limits.ts';
import { issueMessage } from '../input-problems.ts';
import {
  type Funnel,
  type HourCount,
  type InsightsAgreement,
  type InsightsTimes,
  insightsFilter,
  insightsTable,
  type OfJob,
} from '../insights.ts';
import type { RequestDetail, RequestRow } from '../request.ts';
import {
  type Annotation,
  annotation,
  annotationChange,
  type FilterValues,
  type HiddenBy,
  MAX_NOTES_LENGTH,
  NO_FILTER,
  requestFilter,
  requestSelection,
  requestSort,
  type SavedView,
  type TodayCounts,
} from '../request-filter.ts';
import { type Changed, call, id, noInput, nothing, type SavedFile, workspaceCall } from './call.ts';

export interface ExportProgress {
  readonly count: number;
  /** 0 to 1. */
  readonly done: number;
}

export interface RequestPage {
  readonly rows: readonly RequestRow[];
  /** Matching rows over all pages. */
  readonly total: number;
  /** All tracked requests of the workspace. */
  readonly all: number;
  /** Whether colleagues have requests here, too: the workspace has a team, or had one. */
  readonly isShared: boolean;
}

const filter = requestFilter.default(NO_FILTER);

export const requests = {
  list: workspaceCall(
    z.object({
      filter,
      sort: requestSort.default('updated'),
      descending: z.boolean().default(true),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(400).default(100),
    }),
  ).answers<RequestPage>(),
  /** The current rows of these requests, in any order, to update rows on screen; missing ones are left out. */
  rows: workspaceCall(z.object({ requestIds: z.array(id).max(400) })).answers<readonly RequestRow[]>(),
  filterValues: workspaceCall(noInput).answers<FilterValues>(),
  /** The numbers of Today; `since`: UTC ms. */
  today: workspaceCall(z.object({ since: z.int().min(0) })).answers<TodayCounts>(),
  /** For a filter without matches: how many rows each active part hides. */
  hiddenBy: workspaceCall(z.object({ filter: requestFilter })).answers<readonly HiddenBy[]>(),
  /** 0-based position of a request in this order, to scroll to it and to find its neighbours; null if filtered out. */
  place: workspaceCall(
    z.object({ requestId: id, filter, sort: requestSort, descending: z.boolean() }),
  ).answers<number | null>(),
  get: workspaceCall(z.object({ requestId: id })).answers<RequestDetail>(),
  /** The open workspaces that track a request with this id: ids of different services can be equal. */
  workspacesOf: call(z.object({ requestId: id })).answers<readonly string[]>(),
  /** Reads the status of these requests now; without ids, of all unfinished ones. */
  refresh: workspaceCall(z.object({ requestIds: z.array(id).max(10_000).optional() })).answers<{
    refreshed: number;
    failed: number;
  }>(),
  /** Reports which requests are on screen, so that they are refreshed first. */
  onScreen: workspaceCall(z.object({ requestIds: z.array(id).max(400) })).answers<void>(),
  /** Marks these as seen: they show as changed only after the next change. */
  seen: workspaceCall(requestSelection).answers<Changed>(),
  /** Sets verdict, tags or archived flag of the selection in one transaction; answers the previous values, for undo. */
  annotate: workspaceCall(z.object({ selection: requestSelection, change: annotationChange })).answers<
    readonly Annotation[]
  >(),
  /** Restores previous values: undo of `annotate`. */
  restore: workspaceCall(
    z.object({ annotations: z.array(annotation).min(1).max(10_000) }),
  ).answers<Changed>(),
  setNotes: workspaceCall(
    z.object({ requestId: id, notes: z.string().max(MAX_NOTES_LENGTH) }),
  ).answers<void>(),
  /** Opens the resume link in the system browser. */
  openResume: workspaceCall(z.object({ requestId: id })).answers<void>(),
  /**
   * Opens a link of the results in the system browser; `path` as in `PinnedField`. Error `link_not_secure` unless
   * https.
   */
  openResultLink: workspaceCall(z.object({ requestId: id, path: z.string().max(2000) })).answers<void>(),
  /**
   * Writes the selection to a CSV or JSON file of the person's choice; `path` is null if they cancelled or stopped it.
   * Errors: `nothing_to_export`, `file_not_saved`.
   */
  exportFile: workspaceCall(
    z.object({ selection: requestSelection, format: z.enum(['csv', 'json']) }),
  ).answers<SavedFile>(),
  /** Progress of `exportFile`; null while none is running. */
  exportProgress: call(nothing).answers<ExportProgress | null>(),
  /** Stops `exportFile` and deletes the partial file. */
  stopExport: call(nothing).answers<void>(),
  /**
   * Writes a report of one candidate, or of two to six side by side, to a file of the person's choice: as a PDF, or the
   * comparison table as CSV. Errors: `request_not_tracked`, `no_pdf`, `file_not_saved`.
   */
  exportReport: workspaceCall(
    z.object({
      requestIds: z.array(id).min(1).max(MAX_COMPARED),
      format: z.enum(['pdf', 'csv']).default('pdf'),
    }),
  ).answers<SavedFile>(),
};

const viewInput = z.object({
  /** Left out for a new view. */
  id: id.optional(),
  name: z
    .string()
    .trim()
    .min(1, issueMessage('view_name_missing'))
    .max(60, issueMessage('too_long', { most: 60 })),
  filter: requestFilter,
  sort: requestSort,
  descending: z.boolean(),
});

export const views = {
  list: workspaceCall(noInput).answers<readonly SavedView[]>(),
  save: workspaceCall(viewInput).answers<SavedView>(),
  remove: workspaceCall(z.object({ id })).answers<void>(),
};

/** Result fields that are columns, filters and sort keys of Tracked requests. */
export const pins = {
  list: workspaceCall(noInput).answers<readonly PinnedField[]>(),
  /** Progress of the backfill after a field was pinned or described; null when done. */
  reading: workspaceCall(noInput).answers<BackfillProgress | null>(),
  /** Pins a field; durable when it answers. A backfill then reads its values from stored results (`reading`). */
  pin: workspaceCall(
    z.object({
      path: z.string().min(1).max(400),
      label: z.string().trim().min(1).max(100),
      kind: z.enum(PINNED_KINDS),
    }),
  ).answers<readonly PinnedField[]>(),
  unpin: workspaceCall(z.object({ path: z.string().min(1).max(400) })).answers<readonly PinnedField[]>(),
};

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
