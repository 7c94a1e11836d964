import { Store } from '../store.ts';
import { goTo } from './hash-location.ts';
import { ADD_NUMBERS_PATH } from './paths.ts';

/** What the dialog that adds numbers to the do-not-call list starts with; in memory only, as a number does not belong in a URL. */
export const numbersDraft = new Store('');

/** Opens the dialog that adds numbers, with a text to be corrected. */
export function openAddNumbers(text: string): void {
  numbersDraft.set(text);
  goTo(ADD_NUMBERS_PATH);
}
