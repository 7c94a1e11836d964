/** The toast of a submission. */
export function submittedToastId(submissionId: string): string {
  return `submitted ${submissionId}`;
}
