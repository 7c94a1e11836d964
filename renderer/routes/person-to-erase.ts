import { Store } from '../store.ts';
import { goTo } from './hash-location.ts';

/** Whom somebody wants to erase from where they are shown; the Privacy page takes it from here, never an address. */
export interface PersonToErase {
  readonly name: string;
  readonly phone: string;
}

const wanted = new Store<PersonToErase | null>(null);

/** Opens the Privacy page with this person filled in. Nothing is erased before it is confirmed there. */
export function openErasePerson(person: PersonToErase): void {
  wanted.set(person);
  goTo('/settings/privacy');
}

/** The person to begin with, once. */
export function takePersonToErase(): PersonToErase | null {
  const person = wanted.get();
  wanted.set(null);
  return person;
}
