import type { RightsRequest } from '../../shared/rights.ts';
import { goTo } from './hash-location.ts';

/** The person the Privacy page starts with. Passed in memory, because personal data does not belong in a URL. */
interface PersonToErase {
  readonly name: string;
  readonly phone: string;
  /** The entry of the register from which it was opened. */
  readonly request?: RightsRequest;
}

let prefill: PersonToErase | null = null;

/** Opens the Privacy page with this person filled in. Nothing is erased until confirmed there. */
export function openErasePerson(person: PersonToErase): void {
  prefill = person;
  goTo('/settings/privacy');
}

/** Returns the person to start with and clears it. */
export function takePersonToErase(): PersonToErase | null {
  const person = prefill;
  prefill = null;
  return person;
}
