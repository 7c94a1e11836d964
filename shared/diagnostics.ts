import { z } from 'zod';

/** How one thing is: fine, worth a look, or a problem that keeps Callboard from its work. */
export type HealthState = 'ok' | 'look' | 'problem';

/** What can be said at once of this computer and what Callboard keeps on it. Sizes in bytes, times UTC ms. */
export interface HealthReport {
  readonly checkedAt: number;
  readonly database: DatabaseHealth;
  readonly space: SpaceHealth;
  readonly keyStore: KeyStoreHealth;
  readonly log: LogHealth;
  readonly crashDumps: CrashDumpsHealth;
  readonly putAside: PutAsideHealth;
  readonly versions: Versions;
  /** The folder that everything of Callboard is in. */
  readonly dataFolder: string;
}

export interface DatabaseHealth {
  readonly state: HealthState;
  readonly bytes: number;
  /** Of the write-ahead log beside it. */
  readonly walBytes: number;
  /** Damage was met since the start, or before and not yet looked into: the next start checks the whole. */
  readonly damaged: boolean;
}

/** Null where the system does not say. */
export interface SpaceHealth {
  readonly state: HealthState;
  readonly freeBytes: number | null;
  readonly totalBytes: number | null;
}

/** `sealed` by the system's key store; `weak`: the person allowed weaker protection; else in memory alone. */
export interface KeyStoreHealth {
  readonly state: HealthState;
  readonly keeping: 'sealed' | 'weak' | 'memory';
}

export interface LogHealth {
  readonly state: HealthState;
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
  /** Lines that could not be written since the start. */
  readonly lost: number;
}

export interface CrashDumpsHealth {
  readonly state: HealthState;
  readonly dumps: readonly KeptFile[];
}

/** Damaged files that were put aside. */
export interface PutAsideHealth {
  readonly state: HealthState;
  readonly files: readonly KeptFile[];
}

export interface KeptFile {
  readonly name: string;
  readonly bytes: number;
  /** When it was last written. */
  readonly at: number;
}

export interface Versions {
  readonly callboard: string;
  readonly electron: string;
  readonly chromium: string;
  readonly node: string;
  readonly sqlite: string;
  /** The operating system with its version and the kind of processor. */
  readonly system: string;
}

/** This computer's clock against the service's. */
export type ClockReport =
  | {
      readonly state: HealthState;
      /** How far this computer is ahead, ms; negative: behind. */
      readonly aheadMs: number;
      /** How far off the measurement itself may be, ms. */
      readonly precisionMs: number;
    }
  | {
      readonly state: 'ok' | 'look';
      /** Why it could not be measured. */
      readonly unknown: 'no_workspace' | 'practice' | 'unreachable' | 'no_date';
    };

/** The check of the database file. */
export type DatabaseCheck =
  | { readonly phase: 'none' }
  | {
      readonly phase: 'running';
      readonly thorough: boolean;
      /** Steps done, of how many. */
      readonly done: number;
      readonly total: number;
    }
  | {
      readonly phase: 'ended';
      readonly thorough: boolean;
      readonly ended: 'sound' | 'damaged' | 'cancelled' | 'failed';
      readonly problems: readonly DatabaseProblem[];
      /** When it ended, UTC ms. */
      readonly at: number;
      readonly tookMs: number;
    };

/** What a check found: damage in the file, or rows that refer to what is not there. */
export interface DatabaseProblem {
  readonly kind: 'damage' | 'reference';
  /** Null where it is of no one table. */
  readonly table: string | null;
  /** A hundred at most are counted. */
  readonly count: number;
}

/** What diagnostics are made with. */
export const diagnosticsChoice = z.object({ includeAddresses: z.boolean() });
export type DiagnosticsChoice = z.output<typeof diagnosticsChoice>;

/** Where a person can be shown a folder. */
export const shownFolder = z.enum(['data', 'logs', 'crash_dumps']);
export type ShownFolder = z.output<typeof shownFolder>;

/** An error of the page: no text of it, only its kind and where in the page's own files it happened. */
export const pageError = z.object({
  name: z.string().max(60),
  code: z.string().max(60).nullable(),
  places: z
    .array(
      z.object({
        file: z.string().max(80),
        line: z.int().min(1).max(1_000_000),
        column: z.int().min(1).max(10_000_000),
      }),
    )
    .max(8),
});
export type PageError = z.output<typeof pageError>;
