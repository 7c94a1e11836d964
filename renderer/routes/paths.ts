/** The page of a tracked request. */
export function requestPath(requestId: string): string {
  return `/requests/${encodeURIComponent(requestId)}`;
}

/** New request, filled in from a draft or a refused submission that it will replace. */
export function changeAndSubmitPath(submissionId: string): string {
  return `/new?replaces=${encodeURIComponent(submissionId)}`;
}

/** The same, leading back to the Outbox afterwards. */
export function editFromOutboxPath(submissionId: string): string {
  return `${changeAndSubmitPath(submissionId)}&from=outbox`;
}

/** Two to six tracked requests side by side, in this order. */
export function comparePath(requestIds: readonly string[]): string {
  return `/compare?ids=${requestIds.map(encodeURIComponent).join(',')}`;
}

/** New request for the same person, filled in from an earlier submission and linked to it. */
export function submitAgainPath(submissionId: string): string {
  return `/new?again=${encodeURIComponent(submissionId)}`;
}

/** New request with the job, questionnaire and what else is not the person's own of an earlier submission. */
export function templatePath(submissionId: string): string {
  return `/new?template=${encodeURIComponent(submissionId)}`;
}

/** The link that opens a tracked request in Callboard from anywhere else. */
export function requestDeepLink(workspaceId: string, requestId: string): string {
  return `app.callboard:/request/${encodeURIComponent(requestId)}?workspace=${encodeURIComponent(workspaceId)}`;
}

/** A part of a page, by its heading: the page scrolls there. */
export function sectionPath(page: string, heading: string): string {
  return `${page}?section=${encodeURIComponent(heading)}`;
}

/** The Library with the editor of one of its entries. */
export function libraryEntryPath(kind: string, serviceId: string): string {
  return `/library?kind=${encodeURIComponent(kind)}&edit=${encodeURIComponent(serviceId)}`;
}

/** Tracked requests as a view shows them: a built-in or a saved one, by its id. */
export function viewPath(viewId: string): string {
  return `/requests?view=${encodeURIComponent(viewId)}`;
}

/** Tracked requests in which these words are found. */
export function searchPath(words: string): string {
  return `/requests?search=${encodeURIComponent(words)}`;
}
