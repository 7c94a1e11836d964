/** A moment (ms since 1970 UTC) as `datetime-local` writes it, in the time zone of this computer. */
export function toLocalInput(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [String(date.getFullYear()).padStart(4, '0'), two(date.getMonth() + 1), two(date.getDate())];
  return `${day.join('-')}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** What `datetime-local` says as a moment (ms since 1970 UTC); null when it is empty or no date. */
export function fromLocalInput(text: string): number | null {
  const at = new Date(text).getTime();
  return text === '' || Number.isNaN(at) ? null : at;
}

/** What is wrong with the moment chosen, in plain words; `unfinished`: a date without a time, or the like. */
export function notBeforeProblem(at: number | null, unfinished: boolean, now: number): string | null {
  if (unfinished) return 'Enter both the date and the time, or clear the field.';
  if (at !== null && at <= now) return 'This time has passed. Choose a later one, or clear the field.';
  return null;
}
