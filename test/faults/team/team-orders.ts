import type { TeamConnection } from '../../../shared/team.ts';

/** The statements of the team database at which a process can kill itself. */
const STATEMENTS = ['hello', 'claim', 'settle'] as const;
export type TeamStatement = (typeof STATEMENTS)[number];

/** The stored steps of a submission, in order. */
const STORED = ['added', 'connecting', 'marked', 'answered'] as const;
export type StoredStep = (typeof STORED)[number];

/** Where a process kills itself. `during`: its statement is under way, or being written to the disk. */
export type TeamCrashPoint = `${'before' | 'during' | 'after'} ${TeamStatement | StoredStep}`;

export const TEAM_CRASH_POINTS: readonly TeamCrashPoint[] = [...STATEMENTS, ...STORED].flatMap(
  (step) => [`before ${step}`, `during ${step}`, `after ${step}`] as const,
);

/** The arguments of a process: a computer of the team, for one run of the app (JSON, its only argument). */
export interface TeamProcessOrders {
  readonly path: string;
  readonly baseUrl: string;
  readonly connection: TeamConnection;
  readonly password: string;
  readonly seed: number;
  /** The candidates that its person submits, one after the other: the n of `fieldsOfNth`. */
  readonly candidates: readonly number[];
  /** It submits them when its standard input ends. */
  readonly waits?: boolean;
  /** How far its clock is ahead, ms. */
  readonly clockAheadMs?: number;
  /** How often its person says that somebody may be called again, of one: asked for a duplicate, a claim, or an unclear send. */
  readonly insists?: number;
  /** How often its person changes their mind about somebody, puts them on the do-not-call list, or joins the team anew, of one. */
  readonly whims?: number;
  /** It kills itself when it reaches this point for the n-th time. */
  readonly dieAt?: { readonly point: TeamCrashPoint; readonly time: number };
}
