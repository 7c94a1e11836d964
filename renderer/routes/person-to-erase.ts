import { goTo } from './hash-location.ts';

/** The person the Privacy page starts with. Passed in memory, because personal data does not belong in a URL. */
interface PersonToErase {
  readonly name: string;
  readonly phone: string;
}

let prefill: PersonToErase | null = null;

/** Opens the Privacy page with this person looked for, to save or erase what is held. Nothing is erased until confirmed there. */
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
