/** The validation message for a chosen time; `unfinished` means that date or time is missing. */
export function notBeforeProblem(at: number | null, unfinished: boolean, now: number): string | null {
  if (unfinished) return 'Enter both the date and the time, or clear the field.';
  if (at !== null && at <= now) return 'This time has passed. Choose a later one, or clear the field.';
  return null;
}
