import type {
  ErasureChoice,
  ErasureReceipt,
  FoundImportRow,
  FoundSubmission,
  PersonSearch,
  RetainedItem,
} from '../../shared/privacy.ts';

/**
 * How far an erasure is. Each stage can be done again, so one that is broken off goes on where it was: other texts that
 * name the person, submissions with all that came of them, rows of files, tags, headlines, words of the search, the practice
 * service's own store, and at last the bytes left in the files.
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

/** By what the practice service knows what was erased here. */
export interface ErasureTraces {
  readonly requestIds: readonly string[];
  readonly idempotencyKeys: readonly string[];
}

/** Names, numbers and links to resumes that are nobody else's, and the rows that go with them. */
export interface ErasedSubject {
  readonly names: readonly string[];
  /** E.164. */
  readonly phones: readonly string[];
  /** Of them, those of which the last digits are nobody else's either. */
  readonly local: readonly string[];
  readonly links: readonly string[];
  readonly rows: readonly number[];
}

/** Where a person is looked for and erased. Rows are looked through in parts: `after` < row <= `upTo`. */
export interface ErasureStore {
  /** The largest number of a row. */
  lastRow(): Promise<number>;
  findSubmissions(
    search: PersonSearch,
    workspaceId: string | null,
    after: number,
    upTo: number,
  ): Promise<readonly FoundSubmission[]>;
  importsIn(workspaceId: string | null): Promise<readonly string[]>;
  findImportRows(search: PersonSearch, importId: string): Promise<readonly FoundImportRow[]>;
  /** What would be taken out of other texts if these were erased. */
  subjectOf(choice: Pick<ErasureChoice, 'search' | 'submissionIds'>): Promise<ErasedSubject>;
  /** How many other texts hold it; `upTo` 0 for those that belong to no row. */
  countMentions(subject: ErasedSubject, after: number, upTo: number): Promise<number>;
  /** Decides what goes, and withdraws what waits. Those on their way to the service hinder it; then nothing is begun. */
  begin(
    id: string,
    choice: ErasureChoice,
    workspaceId: string | null,
    now: number,
  ): Promise<{ readonly onTheirWay: readonly string[] }>;
  /** Does a few milliseconds of work; answers the stage that comes next. */
  step(id: string): Promise<ErasureStage>;
  traces(id: string): Promise<ErasureTraces>;
  erasedElsewhere(id: string): Promise<void>;
  /** The paths of all pinned fields, by workspace id. */
  pinnedPaths(): Promise<Readonly<Record<string, readonly string[]>>>;
  /** Writes the files anew, holding up everything else; false: to be tried again. */
  overwrite(id: string): Promise<boolean>;
  finish(id: string, now: number): Promise<void>;
  unfinished(): Promise<readonly string[]>;
  /** How many submissions are on their way to a service. */
  onTheWire(): Promise<number>;
  receipts(): Promise<readonly ErasureReceipt[]>;
  receipt(id: string): Promise<ErasureReceipt | undefined>;
}

/** What a retention would take of a part of all rows. */
export interface RetainedPart {
  readonly requests: number;
  readonly submissions: number;
  readonly keptUnseen: number;
  readonly items: readonly RetainedItem[];
}

/** Where what is old is found. `now` in UTC ms; rows in parts, as above. */
export interface RetentionStore {
  lookAt(days: number, now: number, after: number, upTo: number): Promise<RetainedPart>;
  oldImportRows(days: number, now: number): Promise<number>;
  begin(id: string, days: number, now: number): Promise<void>;
  add(id: string, days: number, now: number, after: number, upTo: number): Promise<void>;
}

/** How the columns of lists are arranged: outside the database. */
export interface ColumnLayouts {
  /** Forgets workspaces that are gone, and columns of fields that are pinned no more; `pinned`: paths by workspace id. */
  keepOnly(pinned: Readonly<Record<string, readonly string[]>>): void;
}

/** The embedded practice service's own store. */
export interface PracticeTracesEraser {
  /** Resolves when its files hold nothing of these any more. */
  erase(traces: ErasureTraces): Promise<void>;
}
