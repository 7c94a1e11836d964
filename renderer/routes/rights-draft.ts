import type { RightsInput } from '../../shared/rights.ts';
import { Store } from '../store.ts';
import { goTo } from './hash-location.ts';

/** What is known of an entry that somebody is about to add to the register of candidates' requests. */
export type RightsDraft = Partial<Pick<RightsInput, 'kind' | 'state' | 'name' | 'phone' | 'submissionId'>>;

/** The draft that the register's page opens a form for; in memory only, because it names a person. */
export const rightsDraft = new Store<RightsDraft | null>(null);

/** Opens the register with the form of a new entry. */
export function openNewRights(known: RightsDraft): void {
  rightsDraft.set(known);
  goTo('/settings/rights');
}
