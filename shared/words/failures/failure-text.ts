/** The words on screen for a failure: what happened, then what to do. */
export interface FailureText {
  readonly message: string;
  readonly nextStep?: string;
  /** The form field that the message belongs to. */
  readonly field?: string;
}

/** The service's own message, to append to ours; '' if there is none. */
export function quoted(said: string): string {
  return said && ` The service says: ${said}`;
}
