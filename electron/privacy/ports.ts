import type { Hold } from '../../shared/holds.ts';
import type {
  ErasureChoice,
  ErasureReceipt,
  ErasureSubjectChoice,
  FoundHold,
  FoundImportRow,
  FoundListedNumber,
  FoundSubmission,
  PersonSearch,
  RetainedItem,
} from '../../shared/privacy.ts';

/**
 * The stage of an erasure. Each is idempotent, so an interrupted erasure resumes at its stage. In order: other texts
 * that mention the person, submissions with their requests, rows of imported files, tags, headlines, the search index,
 * the practice service's own store, and finally the bytes left in the files.
 */
export type ErasureStage =
  | 'mentions'
  | 'rows'
  | 'import_rows'
  | 'tags'
  | 'results'
  | 'index'
  | 'elsewhere'
  | 'overwrite'
  | 'done';

/** The keys by which the practice service finds what was erased here. */
export interface ErasureTraces {
  readonly requestIds: readonly string[];
  readonly idempotencyKeys: readonly string[];
}

/** Data that belongs to nobody else, to be removed from texts about somebody or something else. */
export interface Subject {
  readonly names: readonly string[];
  /** E.164. */
  readonly phones: readonly string[];
  /** Those of `phones` whose last digits nobody else's number has. */
  readonly local: readonly string[];
  /** Links to resumes. */
  readonly links: readonly string[];
}

export interface ErasedSubject extends Subject {
  /** The person's own rows. */
  readonly rows: readonly number[];
}

/** What becomes of the erased numbers on the do-not-call list. */
export interface Blocking {
  /** The key to hash them with; null if none can be kept. */
  readonly keyId: string | null;
  /** Whether a hash of each number stays and blocks it. */
  readonly keep: boolean;
  /** The computer account of the person who chose so. */
  readonly by: string;
}

/** Whether an erasure began; otherwise what is in its way. */
export interface Begun {
  /** Submissions that are being sent. */
  readonly inFlight: readonly string[];
  /** Holds that the person was not told of. */
  readonly heldBy: readonly string[];
  /** Whether something is younger than the floor and the person was not told so. */
  readonly underFloor: boolean;
}

/** What a person may choose to erase. */
export interface KeptQuestion {
  readonly search: Pick<PersonSearch, 'name' | 'phone'>;
  readonly submissionIds: readonly string[];
  readonly importRows: readonly { readonly importId: string; readonly rowNumber: number }[];
  /** Holds of the person. */
  readonly holdIds?: readonly string[] | undefined;
}

/** What keeps it, in the order of the question. */
export interface KeptAnswer {
  /** Ids of holds: of each submission, of each imported row, and of the person themselves. */
  readonly submissions: readonly (readonly string[])[];
  readonly importRows: readonly (readonly string[])[];
  readonly person: readonly string[];
  /** Those of `holdIds` that there are. */
  readonly chosenHolds: readonly string[];
  readonly holds: readonly Hold[];
  /** Whether each is younger than the floor. */
  readonly youngSubmissions: readonly boolean[];
  readonly youngImportRows: readonly boolean[];
}

/** Finds and erases persons. Rows are searched in ranges: `after` < row <= `upTo`. */
export interface ErasureStore {
  /** The largest row number. */
  lastRow(): Promise<number>;
  findSubmissions(
    search: PersonSearch,
    workspaceId: string | null,
    after: number,
    upTo: number,
  ): Promise<readonly FoundSubmission[]>;
  importsIn(workspaceId: string | null): Promise<readonly string[]>;
  findImportRows(search: PersonSearch, importId: string): Promise<readonly FoundImportRow[]>;
  /** The largest row number of the do-not-call list. */
  lastListedRow(): Promise<number>;
  /** Entries of the do-not-call list with the person's number, or a reason that names them. */
  findListedNumbers(search: PersonSearch, after: number, upTo: number): Promise<readonly FoundListedNumber[]>;
  /** What erasing these submissions and entries would remove from other texts. */
  subjectOf(choice: ErasureSubjectChoice): Promise<ErasedSubject>;
  /** How many other texts mention the subject; `upTo` 0 for texts that belong to no row. */
  countMentions(subject: ErasedSubject, after: number, upTo: number): Promise<number>;
  /**
   * Fixes what is erased and withdraws waiting submissions. Starts nothing while one of them is being sent, nor if a hold or
   * the organisation's floor keeps any of it and the person was not told so.
   */
  begin(
    id: string,
    choice: ErasureChoice,
    workspaceId: string | null,
    now: number,
    blocking: Blocking,
    /** The organisation's floor. */
    floorDays: number,
  ): Promise<Begun>;
  /** The holds with the person's name or number. */
  findHolds(search: PersonSearch): Promise<readonly FoundHold[]>;
  /** Which holds keep these, and whether they changed within the floor's days before `now`. */
  keptFromErasure(kept: KeptQuestion, floorDays: number, now: number): Promise<KeptAnswer>;
  /**
   * Does a few milliseconds of work; gives the stage that comes next. A retention erases nothing younger than the floor,
   * counted from `now` (UTC ms) or from when it began, whichever is earlier.
   */
  step(id: string, floorDays: number, now: number): Promise<ErasureStage>;
  traces(id: string): Promise<ErasureTraces>;
  markErasedElsewhere(id: string): Promise<void>;
  /** The paths of all pinned fields, by workspace id. */
  pinnedPaths(): Promise<Readonly<Record<string, readonly string[]>>>;
  /** Rewrites the files, blocking every other operation; false: try again later. */
  overwrite(id: string): Promise<boolean>;
  finish(id: string, now: number): Promise<void>;
  unfinished(): Promise<readonly Pick<ErasureReceipt, 'id' | 'kind'>[]>;
  /** How many submissions are being sent. */
  countInFlight(): Promise<number>;
  receipts(): Promise<readonly ErasureReceipt[]>;
  receipt(id: string): Promise<ErasureReceipt | undefined>;
}

/** What a retention would erase in a range of rows. */
export interface RetainedPart {
  readonly requests: number;
  readonly submissions: number;
  readonly keptUnseen: number;
  /** Past the retention, but kept by a hold. */
  readonly held: number;
  readonly items: readonly RetainedItem[];
}

/** Finds what is past its retention. `now` in UTC ms; rows in ranges, as above. */
export interface RetentionStore {
  findOld(days: number, now: number, after: number, upTo: number): Promise<RetainedPart>;
  oldImportRows(days: number, now: number): Promise<{ readonly due: number; readonly held: number }>;
  begin(id: string, days: number, now: number): Promise<void>;
  add(id: string, days: number, now: number, after: number, upTo: number): Promise<void>;
}

/** Column layouts of the grids, which are stored outside the database. */
export interface ColumnLayouts {
  /** Removes workspaces that are gone and columns of fields no longer pinned; `pinned`: paths by workspace id. */
  keepOnly(pinned: Readonly<Record<string, readonly string[]>>): void;
}

/** The embedded practice service's own store. */
export interface PracticeTracesEraser {
  /** Resolves when its files no longer hold any of these. */
  erase(traces: ErasureTraces): Promise<void>;
}
