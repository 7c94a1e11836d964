import type { RightsInput } from '../../shared/rights.ts';
import { goTo } from './hash-location.ts';

/** What is known of an entry that somebody is about to add to the register of candidates' requests. */
export type RightsDraft = Partial<Pick<RightsInput, 'kind' | 'state' | 'name' | 'phone' | 'submissionId'>>;

export const RIGHTS_PATH = '/settings/rights';

let draft: RightsDraft | null = null;

/** Opens the register with the form of a new entry. The draft is passed in memory, because it names a person. */
export function openNewRights(known: RightsDraft): void {
  draft = known;
  goTo(RIGHTS_PATH);
}

/** Returns the draft to start with and clears it. */
export function takeRightsDraft(): RightsDraft | null {
  const known = draft;
  draft = null;
  return known;
}
