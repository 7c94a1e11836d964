import { Store } from '../store.ts';
import { goTo } from './hash-location.ts';
import { ADD_NUMBERS_PATH } from './paths.ts';

/** What the dialog that adds numbers to the do-not-call list starts with. */
interface NumbersDraft {
  /** As it is typed there. */
  readonly text: string;
  /** Called once numbers were added. */
  readonly onAdded: () => void;
}

/** In memory only, because a number does not belong in a URL. */
export const numbersDraft = new Store<NumbersDraft | null>(null);

/** Opens the dialog that adds numbers, with a text to be corrected. */
export function openAddNumbers(draft: NumbersDraft): void {
  numbersDraft.set(draft);
  goTo(ADD_NUMBERS_PATH);
}
