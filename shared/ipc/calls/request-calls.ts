import { z } from 'zod';
import { PINNED_KINDS, type PinnedField } from '../../assessment.ts';
import { MOST_COMPARED } from '../../comparison.ts';
import { says } from '../../input-problems.ts';
import { NO_FILTER } from '../../no-filter.ts';
import type { RequestDetail, RequestRow } from '../../request.ts';
import {
  type Annotation,
  annotation,
  annotationChange,
  type FilterValues,
  type HiddenBy,
  requestFilter,
  requestSelection,
  requestSort,
  type SavedView,
} from '../../request-filter.ts';
import type { ResultsReading } from '../../results-reading.ts';
import { type Changed, call, id, noInput, nothing, type SavedFile, workspaceCall } from '../call.ts';

/** How far the files are that requests are written to. */
export interface ExportProgress {
  /** Requests that go into them. */
  readonly count: number;
  /** 0 to 1. */
  readonly done: number;
}

export interface RequestPage {
  readonly rows: readonly RequestRow[];
  /** Rows that match, over all pages. */
  readonly total: number;
  /** Tracked requests of the workspace, whether they match or not. */
  readonly all: number;
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
  /** The rows of these, those that are still there, whatever their order: to bring rows on screen up to date. */
  rows: workspaceCall(z.object({ requestIds: z.array(id).max(400) })).answers<readonly RequestRow[]>(),
  /** What there is to filter by, with numbers. */
  filterValues: workspaceCall(noInput).answers<FilterValues>(),
  /** For a filter that shows nothing: how many each of its parts hides. Only parts that are set. */
  hiddenBy: workspaceCall(z.object({ filter: requestFilter })).answers<readonly HiddenBy[]>(),
  /** The place (0-based) of a request in this order, null where the filter leaves it out: to scroll there, for next and previous. */
  place: workspaceCall(
    z.object({ requestId: id, filter, sort: requestSort, descending: z.boolean() }),
  ).answers<number | null>(),
  get: workspaceCall(z.object({ requestId: id })).answers<RequestDetail>(),
  /** The open workspaces that track a request of this id: services number theirs alike, so it may be several. */
  workspacesOf: call(z.object({ requestId: id })).answers<readonly string[]>(),
  /** Reads the status of these from the service now; without ids, of all that are not finished. */
  refresh: workspaceCall(z.object({ requestIds: z.array(id).max(10_000).optional() })).answers<{
    refreshed: number;
    failed: number;
  }>(),
  /** Tells tracking what is on screen, so that it is refreshed first. */
  onScreen: workspaceCall(z.object({ requestIds: z.array(id).max(400) })).answers<null>(),
  /** The person has looked at these: they count as changed again only when something changes after now. */
  seen: workspaceCall(requestSelection).answers<Changed>(),
  /** Sets verdict, tags or archive of the selection in one transaction; answers how it was before, for undo. */
  annotate: workspaceCall(z.object({ selection: requestSelection, change: annotationChange })).answers<
    readonly Annotation[]
  >(),
  /** Puts marks back as they were: undo of `annotate`. */
  restore: workspaceCall(
    z.object({ annotations: z.array(annotation).min(1).max(10_000) }),
  ).answers<Changed>(),
  setNotes: workspaceCall(z.object({ requestId: id, notes: z.string().max(20_000) })).answers<null>(),
  /** Opens the resume link in the system browser. */
  openResume: workspaceCall(z.object({ requestId: id })).answers<null>(),
  /** Opens a link of the assessment results in the system browser; `path` as in `PinnedField`. https alone: `not_secure`. */
  openResultLink: workspaceCall(z.object({ requestId: id, path: z.string().max(2000) })).answers<null>(),
  /**
   * Writes the selection to a CSV or JSON file of the person's choice; as if that was not chosen where it is stopped.
   * Errors: `nothing_to_export`, `file_not_saved`.
   */
  exportFile: workspaceCall(
    z.object({ selection: requestSelection, format: z.enum(['csv', 'json']) }),
  ).answers<SavedFile>(),
  /** How far `exportFile` is; null while nothing is being written. */
  exportProgress: call(nothing).answers<ExportProgress | null>(),
  /** Stops `exportFile`: nothing of the file is left. */
  stopExport: call(nothing).answers<null>(),
  /**
   * Writes a report of one candidate, or of two to six side by side, to a file of the person's choice: as a PDF, or the
   * table of the comparison as CSV. Errors: `not_found`, `no_pdf`, `file_not_saved`.
   */
  exportReport: workspaceCall(
    z.object({
      requestIds: z.array(id).min(1).max(MOST_COMPARED),
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
    .min(1, says('view_name_missing'))
    .max(60, says('too_long', { most: 60 })),
  filter: requestFilter,
  sort: requestSort,
  descending: z.boolean(),
});

/** Saved views of the Tracked requests, of the current workspace. */
export const views = {
  list: workspaceCall(noInput).answers<readonly SavedView[]>(),
  save: workspaceCall(viewInput).answers<SavedView>(),
  remove: workspaceCall(z.object({ id })).answers<null>(),
};

/** Result fields that are columns, filters and sort keys of the Tracked requests, of the current workspace. */
export const pins = {
  list: workspaceCall(noInput).answers<readonly PinnedField[]>(),
  /** How far stored results are read for what was pinned or described; null where all are. */
  reading: workspaceCall(noInput).answers<ResultsReading | null>(),
  /** Pins a field; durable when it answers. Its values are read from the stored results from then on (`reading`). */
  pin: workspaceCall(
    z.object({
      path: z.string().min(1).max(400),
      label: z.string().trim().min(1).max(100),
      kind: z.enum(PINNED_KINDS),
    }),
  ).answers<readonly PinnedField[]>(),
  unpin: workspaceCall(z.object({ path: z.string().min(1).max(400) })).answers<readonly PinnedField[]>(),
};
