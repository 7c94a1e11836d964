import type { Hold } from '../../shared/holds.ts';
import type { PersonSearch, RetainedItem, RetentionPreview } from '../../shared/privacy.ts';

/**
 * The stage of an erasure. Each is idempotent, so an interrupted erasure resumes at its stage. In order: other texts
 * that mention the person, submissions with their requests, rows of imported files, tags, headlines, the search index,
 * the practice service's own store, the team's databases, and finally the bytes left in the files.
 */
export type ErasureStage =
  | 'mentions'
  | 'rows'
  | 'import_rows'
  | 'tags'
  | 'results'
  | 'index'
  | 'elsewhere'
  | 'team'
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
  readonly links: readonly string[];
}

/** What a team's database is to erase: what `erase()` of team/schema.sql takes. */
export interface ErasedForTeam {
  /** Call keys of persons who are erased. */
  readonly numbers: readonly string[];
  /** All ways to write these, E.164. */
  readonly phones: readonly string[];
  readonly requests: readonly {
    readonly id: string | null;
    /** Of its record; null if it never became a request. */
    readonly key: string | null;
    readonly submission: string;
  }[];
  readonly kind: 'request' | 'retained';
  /** Call keys that nobody may call from now on. */
  readonly blocked: readonly string[];
  /** Ids of the holds that the person was told of. */
  readonly holds: readonly string[];
  /** Ids of the entries of the do-not-call list that the person took off. */
  readonly forgotten: readonly string[];
}

/** Hashes of what a team erased (`tombstones` in team/schema.sql), as hexadecimal digits. */
export interface TeamTombstones {
  readonly number: readonly string[];
  readonly request: readonly string[];
  readonly retained: readonly string[];
}

/** A submission that a team erased, with the tombstone that says so. */
export interface FoundSubmission {
  readonly id: string;
  readonly by: keyof TeamTombstones;
  readonly hash: string;
  /** UTC ms. */
  readonly createdAt: number;
}

/** What a team erased that is here. */
export interface FoundForTeam {
  readonly submissions: readonly FoundSubmission[];
  /** Numbers of the persons, as they are written here, each with its tombstone. */
  readonly phones: readonly { readonly phone: string; readonly hash: string }[];
}

/** What a team's database has to be told again, as it was restored to a time before. */
export interface ErasedBefore {
  /** The key of the hashes. */
  readonly key: Uint8Array;
  /** The changes that erased it, by hashes as hexadecimal digits. */
  readonly changes: ReadonlyMap<string, number>;
}

/** What a computer erases because its team did. */
export interface TeamChoice {
  readonly phones: readonly string[];
  readonly submissionIds: readonly string[];
  readonly importRows: readonly { readonly importId: string; readonly rowNumber: number }[];
  /** Ids of entries of the do-not-call list that the team has still: they block without a number. */
  readonly listedIds: readonly string[];
  readonly holdIds: readonly string[];
  /** Whether mentions of the persons go, too: not of what was past its retention. */
  readonly mentions: boolean;
}

/** Whether an erasure began because of the team, and what it left out. */
export interface TeamBegun {
  readonly begun: boolean;
  /** How many submissions are being sent. */
  readonly inFlight: number;
  /** Holds that the team didn't know. */
  readonly heldBy: readonly string[];
}

/** What the databases of teams are told of erasures. */
export interface TeamTeller {
  /** Tells every team that an erasure concerns; false while one can't be reached. */
  tell(erasure: string): Promise<boolean>;
  /** What each team's database holds now about these call keys and request ids; left out: there are no teams. */
  held?(callKeys: readonly string[], requestIds: readonly string[]): Promise<readonly HeldByTeam[]>;
}

/** What the database of a workspace's team holds about a person. */
export interface HeldByTeam {
  readonly workspace: string;
  /** In order of time; null if the database couldn't be asked. */
  readonly rows: readonly HeldByTeamRow[] | null;
}

/** A row of a team's database: a claim to the number with its state, an entry of the list, or a record of this kind. */
export interface HeldByTeamRow {
  readonly kind: string;
  /** The colleague who made it or changed it last. */
  readonly person: string;
  /** '' of what is no claim. */
  readonly state: string;
  /** UTC ms. */
  readonly at: number;
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

/** What a retention would erase in a range of rows. */
export interface RetainedPart
  extends Pick<RetentionPreview, 'requests' | 'submissions' | 'keptUnseen' | 'held'> {
  readonly items: readonly RetainedItem[];
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
