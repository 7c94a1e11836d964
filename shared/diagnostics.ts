import { z } from 'zod';
import type { SecretKeeping } from './key-store.ts';

/** `look`: worth checking. `problem`: keeps Callboard from working. */
export type HealthState = 'ok' | 'look' | 'problem';

/** The health checks that need no waiting. Sizes in bytes, times in UTC ms. */
export interface HealthReport {
  readonly checkedAt: number;
  readonly database: DatabaseHealth;
  readonly space: SpaceHealth;
  readonly keyStore: KeyStoreHealth;
  readonly pageSandbox: SandboxHealth;
  readonly log: LogHealth;
  readonly crashDumps: CrashDumpsHealth;
  readonly putAside: PutAsideHealth;
  readonly versions: Versions;
  readonly dataFolder: string;
}

export interface DatabaseHealth {
  readonly state: HealthState;
  readonly bytes: number;
  /** Size of the write-ahead log. */
  readonly walBytes: number;
  /** Damage was detected and not yet examined; the next start checks the whole file. */
  readonly damaged: boolean;
}

/** Null if the system doesn't report it. */
export interface SpaceHealth {
  readonly state: HealthState;
  readonly freeBytes: number | null;
  readonly totalBytes: number | null;
}

/** How tokens are kept. */
export interface KeyStoreHealth {
  readonly state: HealthState;
  readonly keeping: SecretKeeping;
}

/** Whether the system confines the processes of pages. */
export interface SandboxHealth {
  readonly state: HealthState;
  readonly off: boolean;
}

export interface LogHealth {
  readonly state: HealthState;
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
  /** Lines lost since the start because they couldn't be written. */
  readonly lost: number;
}

export interface CrashDumpsHealth {
  readonly state: HealthState;
  readonly dumps: readonly KeptFile[];
}

export interface PutAsideHealth {
  readonly state: HealthState;
  readonly files: readonly KeptFile[];
}

export interface KeptFile {
  readonly name: string;
  readonly bytes: number;
  /** Last modified. */
  readonly at: number;
}

export interface Versions {
  readonly callboard: string;
  readonly electron: string;
  readonly chromium: string;
  readonly node: string;
  readonly sqlite: string;
  /** Operating system, its version and the CPU architecture. */
  readonly system: string;
}

/** This computer's clock compared with the service's. */
export type ClockReport =
  | {
      readonly state: HealthState;
      /** ms by which this computer's clock is ahead; negative if it is behind. */
      readonly aheadMs: number;
      /** Measurement error, ms. */
      readonly precisionMs: number;
    }
  | {
      readonly state: 'ok' | 'look';
      /** Why it could not be measured. */
      readonly unknown: 'no_workspace' | 'practice' | 'unreachable' | 'no_date';
    };

export type DatabaseCheck =
  | { readonly phase: 'none' }
  | {
      readonly phase: 'running';
      readonly thorough: boolean;
      /** Completed steps. */
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

/** A finding of the check: damage in the file, or rows with a broken foreign key. */
export interface DatabaseProblem {
  readonly kind: 'damage' | 'reference';
  /** Null if it concerns no single table. */
  readonly table: string | null;
  /** At most 100. */
  readonly count: number;
}

export const diagnosticsChoice = z.object({ includeAddresses: z.boolean() });
export type DiagnosticsChoice = z.output<typeof diagnosticsChoice>;

/** Folders that the app can open for a person. */
export const shownFolder = z.enum(['data', 'logs', 'crash_dumps']);
export type ShownFolder = z.output<typeof shownFolder>;

/** An error in the page, without its message: only its kind and where in the page's own files it happened. */
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
