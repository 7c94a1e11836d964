import type { OutboxTab } from '../../shared/outbox.ts';
import type { ShortcutId } from '../parts/shortcuts.ts';

/** The page of a tracked request; `job`: opened from the page of that job description, to which it goes back. */
export function requestPath(requestId: string, job: string | null = null): string {
  const from = job === null ? '' : `?job=${encodeURIComponent(job)}`;
  return `/requests/${encodeURIComponent(requestId)}${from}`;
}

/** The page of a submission, whatever became of it. */
export function submissionPath(submissionId: string): string {
  return `/submissions/${encodeURIComponent(submissionId)}`;
}

/** A tab of the Outbox. */
export function outboxPath(tab: OutboxTab): string {
  return tab === 'all' ? '/outbox' : `/outbox/${tab}`;
}

/** Submissions without a request that match a search. */
export function foundSubmissionsPath(words: string): string {
  return `/submissions?search=${encodeURIComponent(words)}`;
}

/** Submissions of an import without a request. */
export function importedSubmissionsPath(importId: string): string {
  return `/submissions?import=${encodeURIComponent(importId)}`;
}

/** Tracked requests of an import. */
export function importedRequestsPath(importId: string): string {
  return `/requests?import=${encodeURIComponent(importId)}`;
}

/** New request, prefilled from a draft or refused submission that it will replace. */
export function changeAndSubmitPath(submissionId: string): string {
  return `/new?replaces=${encodeURIComponent(submissionId)}`;
}

/** Like {@link changeAndSubmitPath}, returning to the Outbox afterwards. */
export function editFromOutboxPath(submissionId: string): string {
  return `${changeAndSubmitPath(submissionId)}&from=outbox`;
}

/** Like {@link changeAndSubmitPath}, returning to the submission's page afterwards. */
export function editFromSubmissionPath(submissionId: string): string {
  return `${changeAndSubmitPath(submissionId)}&from=submission`;
}

/** Two to six tracked requests side by side, in this order. */
export function comparePath(requestIds: readonly string[]): string {
  return `/compare?ids=${requestIds.map(encodeURIComponent).join(',')}`;
}

/** New request for the same candidate, prefilled from an earlier submission and linked to it. */
export function submitAgainPath(submissionId: string): string {
  return `/new?again=${encodeURIComponent(submissionId)}`;
}

/** The deep link that opens a tracked request from another program. */
export function requestDeepLink(workspaceId: string, requestId: string): string {
  return `app.callboard:/request/${encodeURIComponent(requestId)}?workspace=${encodeURIComponent(workspaceId)}`;
}

/** A page scrolled to the section with this heading. */
export function sectionPath(page: string, heading: string): string {
  return `${page}?section=${encodeURIComponent(heading)}`;
}

/** The numbers that nobody may call. */
export const DO_NOT_CALL_PATH = '/settings/do-not-call';

/** The entries for a number (E.164) in the do-not-call list. */
export function listedPath(phoneNumber: string): string {
  return `${DO_NOT_CALL_PATH}?search=${encodeURIComponent(phoneNumber)}`;
}

/** {@link DO_NOT_CALL_PATH} with the dialog that adds numbers. */
export const ADD_NUMBERS_PATH = `${DO_NOT_CALL_PATH}?add`;

/** The Library with the editor of one entry open. */
export function libraryEntryPath(kind: string, serviceId: string): string {
  return `/library?kind=${encodeURIComponent(kind)}&edit=${encodeURIComponent(serviceId)}`;
}

/** Tracked requests in a built-in or saved view. */
export function viewPath(viewId: string): string {
  return `/requests?view=${encodeURIComponent(viewId)}`;
}

/** Tracked requests that something in the window leads to; `problems`: those whose answer couldn't be read. */
export type ShownList = 'to-review' | 'not-reached' | 'problems';

/** Those requests in the list. */
export function shownListPath(list: ShownList): string {
  return `/requests?show=${list}`;
}

/** The page of a job description: its candidates. */
export function jobPath(jobDescriptionId: string): string {
  return `/jobs/${encodeURIComponent(jobDescriptionId)}`;
}

/** The list that a request was opened from. */
export function listPath(job: string | null): string {
  return job === null ? '/requests' : jobPath(job);
}

/** New request with this job filled in, and this questionnaire instead of the job's own. */
export function newForJobPath(jobDescriptionId: string, questionnaire?: string): string {
  return `/new?${new URLSearchParams({ job: jobDescriptionId, ...(questionnaire && { questionnaire }) })}`;
}

/** Import, with a job description for the rows of a file that has none of its own. */
export function importPath(job: string | null): string {
  return job === null ? '/import' : `/import?job=${encodeURIComponent(job)}`;
}

/** Tracked requests that match a search. */
export function searchPath(words: string): string {
  return `/requests?search=${encodeURIComponent(words)}`;
}

/** A page listed in the navigation. */
interface NavPage {
  readonly path: string;
  readonly label: string;
  readonly shortcut: ShortcutId;
  /** Further search terms for the palette. */
  readonly keywords: string;
}

/** The page that opens first. */
export const FIRST_PAGE = '/today';

/** The pages in the navigation, in order. */
export const NAV_PAGES = [
  { path: '/today', label: 'Today', shortcut: 'goToday', keywords: 'home start jobs funnel review new' },
  { path: '/requests', label: 'Requests', shortcut: 'goRequests', keywords: 'list candidates tracked' },
  { path: '/new', label: 'New request', shortcut: 'goNew', keywords: 'submit candidate call' },
  { path: '/import', label: 'Import', shortcut: 'goImport', keywords: 'spreadsheet csv excel many' },
  { path: '/outbox', label: 'Outbox', shortcut: 'goOutbox', keywords: 'queue waiting decisions refused' },
  { path: '/library', label: 'Library', shortcut: 'goLibrary', keywords: 'jobs questionnaires names IDs' },
  {
    path: '/insights',
    label: 'Insights',
    shortcut: 'goInsights',
    keywords: 'numbers statistics charts report agreement verdicts scores',
  },
  {
    path: '/settings',
    label: 'Settings',
    shortcut: 'goSettings',
    keywords: 'options preferences configuration',
  },
] as const satisfies readonly NavPage[];
