import { NewerDatabaseError } from '../storage/newer-database.ts';

/** Title and text of an error box. */
export interface FailureWords {
  readonly title: string;
  readonly text: string;
}

interface Cause {
  readonly codes: readonly string[];
  /** SQLite's primary result codes (sqlite.org/rescode.html). */
  readonly sqlite: readonly number[];
  readonly reason: string;
  readonly advice: string;
}

/** Why a start can fail, by system and SQLite error codes. The first match wins. */
const CAUSES: readonly Cause[] = [
  {
    codes: ['EBUSY', 'ETXTBSY'],
    sqlite: [5, 6],
    reason: "Another program, or another copy of Callboard, is using Callboard's files.",
    advice:
      'Quit all other copies of Callboard, including those of other users on this computer. If none is open, restart the computer.',
  },
  {
    codes: ['ENOSPC', 'EDQUOT', 'EFBIG'],
    sqlite: [13],
    reason: 'The disk where Callboard keeps its files is full.',
    advice: 'Free some space on the disk, then start Callboard again.',
  },
  {
    codes: ['EACCES', 'EPERM', 'EROFS'],
    sqlite: [3, 8, 14, 23],
    reason: "Callboard isn't allowed to write to its folder.",
    advice:
      "Check that the folder belongs to you and isn't write-protected, then start Callboard again. On a managed computer, ask your IT department.",
  },
  {
    codes: ['EIO', 'ENXIO', 'ENODEV'],
    sqlite: [10],
    reason: "Callboard couldn't read or write its files on the disk.",
    advice: 'Check that the disk is connected and working, then start Callboard again.',
  },
];

/** Text for an error that keeps Callboard from starting. */
export function startFailure(error: unknown, dataFolder: string, logFolder: string): FailureWords {
  return {
    title: "Callboard can't start",
    text: [
      ...reasonOf(error),
      'Nothing was changed or sent. Everything you submitted is safe.',
      `Callboard's files: ${dataFolder}\nLog for your support team: ${logFolder}`,
    ].join('\n\n'),
  };
}

/** Text for an error from which the running app can't recover. */
export function runFailure(logFolder: string): FailureWords {
  return {
    title: 'Callboard must close',
    text: [
      "Something went wrong in Callboard, and it can't continue safely.",
      'Start Callboard again. Everything you submitted is safe. Submissions that were just being sent are in the Outbox and need your decision.',
      `Log for your support team: ${logFolder}`,
    ].join('\n\n'),
  };
}

function reasonOf(error: unknown): string[] {
  if (error instanceof NewerDatabaseError) {
    return ['A newer version of Callboard wrote the data on this computer.', 'Install that version again.'];
  }
  const cause = CAUSES.find((candidate) => matches(candidate, error));
  return cause
    ? [cause.reason, cause.advice]
    : [
        'Something went wrong in Callboard.',
        'Start Callboard again. If this happens again, restart the computer, then send the log to your support team.',
      ];
}

/** Matches by code or, since errors lose their codes between threads, by message. */
function matches(cause: Cause, error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : (/^([A-Z0-9_]+): /.exec(error.message)?.[1] ?? '');
  const sqlite = 'errcode' in error ? Number(error.errcode) & 0xff : sqliteOf(error.message);
  return cause.codes.includes(code) || cause.sqlite.includes(sqlite) || matches(cause, error.cause);
}

function sqliteOf(message: string): number {
  switch (message) {
    case 'database is locked':
      return 5;
    case 'attempt to write a readonly database':
      return 8;
    case 'disk I/O error':
      return 10;
    case 'database or disk is full':
      return 13;
    case 'unable to open database file':
      return 14;
    default:
      return 0;
  }
}
