import type {
  ErasureChoice,
  FoundImportRow,
  FoundPerson,
  FoundSubmission,
  PersonSearch,
} from '../../../../shared/privacy.ts';

/** What is erased of what was found, by keys. */
export type Chosen = ReadonlySet<string>;

export function keyOfSubmission({ submissionId }: FoundSubmission): string {
  return `s/${submissionId}`;
}

export function keyOfImportRow({ importId, rowNumber }: FoundImportRow): string {
  return `i/${importId}/${rowNumber}`;
}

/** Being sent just now: nothing can be done with it before that has ended. */
export function isOnItsWay({ state }: FoundSubmission): boolean {
  return state === 'connecting' || state === 'sending';
}

/** Several numbers have the name that was looked for without a number: these may be several persons. */
export function mayBeSeveral({ submissions }: FoundPerson, { phone }: PersonSearch): boolean {
  return phone.trim() === '' && new Set(submissions.map(({ phoneNumber }) => phoneNumber)).size > 1;
}

/**
 * What is ticked at first: all, but nothing where these may be several persons, nor what has only the name of somebody
 * whose number is known.
 */
export function firstChosen(found: FoundPerson, search: PersonSearch): Chosen {
  if (mayBeSeveral(found, search)) return new Set();
  const { phone } = search;
  const mine = ({ foundBy }: { readonly foundBy: FoundSubmission['foundBy'] }) =>
    phone.trim() === '' || foundBy !== 'name';
  return new Set([
    ...found.submissions.filter((each) => mine(each) && !isOnItsWay(each)).map(keyOfSubmission),
    ...found.importRows.filter(mine).map(keyOfImportRow),
  ]);
}

export function choiceOf(found: FoundPerson, chosen: Chosen, search: PersonSearch): ErasureChoice {
  return {
    search,
    submissionIds: chosenSubmissions(found, chosen).map(({ submissionId }) => submissionId),
    importRows: found.importRows
      .filter((each) => chosen.has(keyOfImportRow(each)))
      .map(({ importId, rowNumber }) => ({ importId, rowNumber })),
  };
}

/** What somebody must know before they erase these. */
export interface Warnings {
  /** Wait to be sent: they are withdrawn. */
  readonly waiting: number;
  /** May have reached the service. */
  readonly unconfirmed: number;
  /** The service has them and may still call. */
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

function chosenSubmissions(found: FoundPerson, chosen: Chosen): FoundSubmission[] {
  return found.submissions.filter((each) => chosen.has(keyOfSubmission(each)));
}
