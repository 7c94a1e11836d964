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
