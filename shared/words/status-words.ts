import { statusName } from '../status-name.ts';

/** A status on screen: `No answer` for NO_ANSWER; one that says nothing is `(empty)`. */
export function statusWords(code: string): string {
  return statusName(code) || '(empty)';
}

/** The tooltip of a status in words: the service's own code, if it is spelled differently. */
export function statusTitle(code: string): string {
  const words = statusWords(code);
  return words === code ? code : `${words} (the service's status: ${code})`;
}
