/** What a person reads of a failure: what happened, then what to do. */
export interface FailureText {
  readonly message: string;
  readonly nextStep?: string;
  /** The field of a form that it stands beside. */
  readonly field?: string;
}

/** What the service said, behind our own words; '' where it said nothing. */
export function quoted(said: string): string {
  return said && ` The service says: ${said}`;
}
