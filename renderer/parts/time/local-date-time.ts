/** Formats a time (ms since 1970 UTC) as the value of a `datetime-local` input, in local time. */
export function toLocalInput(at: number): string {
  const date = new Date(at);
  const pad = (value: number) => String(value).padStart(2, '0');
  const day = [String(date.getFullYear()).padStart(4, '0'), pad(date.getMonth() + 1), pad(date.getDate())];
  return `${day.join('-')}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** Parses the value of a `datetime-local` input (ms since 1970 UTC); null if empty or invalid. */
export function fromLocalInput(text: string): number | null {
  const at = new Date(text).getTime();
  return text === '' || Number.isNaN(at) ? null : at;
}

/** The validation message for a chosen time; `unfinished` means that date or time is missing. */
export function notBeforeProblem(at: number | null, unfinished: boolean, now: number): string | null {
  if (unfinished) return 'Enter both the date and the time, or clear the field.';
  if (at !== null && at <= now) return 'This time has passed. Choose a later one, or clear the field.';
  return null;
}
