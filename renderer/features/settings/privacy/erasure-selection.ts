import { callKey } from '../../../../shared/call-key.ts';
import type { Hold } from '../../../../shared/holds.ts';
import { parsePhoneNumber } from '../../../../shared/phone-number.ts';
import type {
  ErasureChoice,
  FoundHold,
  FoundImportRow,
  FoundListedNumber,
  FoundPerson,
  FoundSubmission,
  PersonSearch,
} from '../../../../shared/privacy.ts';

/** Keys of the entries to erase. */
export type Chosen = ReadonlySet<string>;

export function keyOfSubmission({ submissionId }: FoundSubmission): string {
  return `s/${submissionId}`;
}

export function keyOfImportRow({ importId, rowNumber }: FoundImportRow): string {
  return `i/${importId}/${rowNumber}`;
}

export function keyOfListed({ id }: FoundListedNumber): string {
  return `d/${id}`;
}

export function keyOfHold({ id }: FoundHold): string {
  return `h/${id}`;
}

/** Whether a submission is being sent; it cannot be erased until that ends. */
export function isBeingSent({ state }: FoundSubmission): boolean {
  return state === 'connecting' || state === 'sending';
}

/**
 * Whether a search by name alone found several numbers, which may belong to several people: those in rows of imported files
 * count, as a row may only mention the person, for example as who referred somebody else.
 */
export function mayBeSeveral(found: FoundPerson, { phone }: PersonSearch): boolean {
  if (phone.trim() !== '') return false;
  const texts = [
    ...found.submissions.map(({ phoneNumber }) => phoneNumber),
    ...found.importRows.flatMap(({ text }) => text.split(' · ')),
    ...found.listedNumbers.map(({ phoneNumber }) => phoneNumber ?? ''),
    ...found.ownHolds.map((each) => each.phoneNumber),
  ];
  return new Set(texts.flatMap(keyOf)).size > 1;
}

function keyOf(text: string): string[] {
  const number = parsePhoneNumber(text);
  return number.ok ? [callKey(number.value.e164)] : [];
}

/**
 * The initial selection: everything, except entries that match a known number's owner by name only; nothing if these may
 * be several people.
 */
export function firstChosen(found: FoundPerson, search: PersonSearch): Chosen {
  if (mayBeSeveral(found, search)) return new Set();
  const { phone } = search;
  const mine = ({ foundBy }: { readonly foundBy: FoundSubmission['foundBy'] }) =>
    phone.trim() === '' || foundBy !== 'name';
  return new Set([
    ...found.submissions.filter((each) => mine(each) && !isBeingSent(each)).map(keyOfSubmission),
    ...found.importRows.filter(mine).map(keyOfImportRow),
    ...found.listedNumbers.filter(mine).map(keyOfListed),
    ...found.ownHolds.filter(mine).map(keyOfHold),
  ]);
}

/** `keepBlocking`: whether the erased numbers stay blocked, where that is possible. */
export function choiceOf(
  found: FoundPerson,
  chosen: Chosen,
  search: PersonSearch,
  keepBlocking: boolean,
): ErasureChoice {
  return {
    search,
    submissionIds: chosenSubmissions(found, chosen).map(({ submissionId }) => submissionId),
    importRows: found.importRows
      .filter((each) => chosen.has(keyOfImportRow(each)))
      .map(({ importId, rowNumber }) => ({ importId, rowNumber })),
    listedIds: chosenListed(found, chosen).map(({ id }) => id),
    holdIds: chosenHolds(found, chosen).map(({ id }) => id),
    keepBlocking: keepBlocking && found.canKeepBlocking === 'yes' && hasNumber(found, chosen, search),
  };
}

/** Whether a number is erased that could stay blocked: of a chosen entry, or that of the search. */
export function hasNumber(found: FoundPerson, chosen: Chosen, { phone }: PersonSearch): boolean {
  const chosenNumbers = chosenSubmissions(found, chosen).length + chosenListed(found, chosen).length;
  return phone.trim() !== '' || chosenNumbers > 0;
}

/** Whether one of the chosen numbers is on the do-not-call list now. */
export function isListed(found: FoundPerson, chosen: Chosen): boolean {
  return chosenListed(found, chosen).some(({ isLifted }) => !isLifted);
}

/** Whether the organisation's list has one of the chosen numbers: it stays there, whatever is chosen. */
export function isOnPolicyList(found: FoundPerson, chosen: Chosen): boolean {
  const numbers = new Set(chosenSubmissions(found, chosen).map(({ phoneNumber }) => callKey(phoneNumber)));
  return found.listedNumbers.some(
    (each) =>
      each.source === 'policy' &&
      (chosen.has(keyOfListed(each)) ||
        (each.phoneNumber !== null && numbers.has(callKey(each.phoneNumber)))),
  );
}

/** Counts for the warnings before erasing. */
export interface Warnings {
  /** Waiting to be sent; will be withdrawn. */
  readonly waiting: number;
  /** May have reached the service. */
  readonly unconfirmed: number;
  /** Accepted by the service, which may still call. */
  readonly unfinished: number;
}

export function warningsOf(found: FoundPerson, chosen: Chosen): Warnings {
  const rows = chosenSubmissions(found, chosen);
  const count = (which: (row: FoundSubmission) => boolean): number => rows.filter(which).length;
  return {
    waiting: count(({ state }) => state === 'queued' || state === 'held'),
    unconfirmed: count(({ state }) => state === 'unconfirmed'),
    unfinished: count(({ state, finished }) => state === 'accepted' && !finished),
  };
}

function chosenHolds(found: FoundPerson, chosen: Chosen): FoundHold[] {
  return found.ownHolds.filter((each) => chosen.has(keyOfHold(each)));
}

function chosenListed(found: FoundPerson, chosen: Chosen): FoundListedNumber[] {
  return found.listedNumbers.filter((each) => chosen.has(keyOfListed(each)));
}

function chosenSubmissions(found: FoundPerson, chosen: Chosen): FoundSubmission[] {
  return found.submissions.filter((each) => chosen.has(keyOfSubmission(each)));
}

/** What keeps the chosen entries: holds, and the organisation's floor. */
export interface KeptBack {
  readonly holds: readonly Hold[];
  /** How many entries are younger than the floor. */
  readonly young: number;
  readonly floorDays: number;
}

/** What must be asked a second time before these are erased; undefined if nothing keeps them. */
export function keptBack(found: FoundPerson, chosen: Chosen): KeptBack | undefined {
  const kept = [
    ...found.submissions.filter((each) => chosen.has(keyOfSubmission(each))),
    ...found.importRows.filter((each) => chosen.has(keyOfImportRow(each))),
  ];
  const own = chosenHolds(found, chosen);
  const ids = new Set([...found.heldBy, ...own.map(({ id }) => id), ...kept.flatMap(({ heldBy }) => heldBy)]);
  const holds = found.holds.filter(({ id }) => ids.has(id));
  const young = kept.filter(({ underFloor }) => underFloor).length;
  return holds.length + young === 0 ? undefined : { holds, young, floorDays: found.floorDays };
}

/** The choice after the second question. */
export function confirmed(choice: ErasureChoice, kept: KeptBack | undefined): ErasureChoice {
  if (!kept) return choice;
  return { ...choice, confirmedHolds: kept.holds.map(({ id }) => id), confirmedFloorDays: kept.floorDays };
}
