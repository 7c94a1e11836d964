import { NewerDatabaseError } from '../storage/newer-database.ts';

/** What an error box says. */
export interface FailureWords {
  readonly title: string;
  readonly text: string;
}

interface Cause {
  readonly codes: readonly string[];
  /** SQLite's primary result codes (sqlite.org/rescode.html). */
  readonly sqlite: readonly number[];
  readonly what: string;
  readonly next: string;
}

/** Why a start can fail, by the codes of the system and the database; the first that fits says it. */
const CAUSES: readonly Cause[] = [
  {
    codes: ['EBUSY', 'ETXTBSY'],
    sqlite: [5, 6],
    what: 'Another program, or another copy of Callboard, has its files open.',
    next: 'Quit other copies of Callboard, also those of other users of this computer. If none is open, restart the computer.',
  },
  {
    codes: ['ENOSPC', 'EDQUOT', 'EFBIG'],
    sqlite: [13],
    what: 'There is no space left where Callboard keeps its files.',
    next: 'Free some space on the disk, then start Callboard again.',
  },
  {
    codes: ['EACCES', 'EPERM', 'EROFS'],
    sqlite: [3, 8, 14, 23],
    what: 'Callboard may not write to its folder.',
    next: 'Check that the folder belongs to you and is not write-protected, then start Callboard again. On a managed computer, ask your IT department.',
  },
  {
    codes: ['EIO', 'ENXIO', 'ENODEV'],
    sqlite: [10],
    what: 'The disk with the files of Callboard could not be read or written.',
    next: 'Check that the disk is connected and in order, then start Callboard again.',
  },
];

/** Why Callboard cannot start, in plain words. `dataFolder`: where its files are; `logFolder`: where its log is. */
export function startFailure(error: unknown, dataFolder: string, logFolder: string): FailureWords {
  return {
    title: 'Callboard cannot start',
    text: [
      ...reasonOf(error),
      'Nothing was changed or sent. What you submitted before is kept.',
      `Files of Callboard: ${dataFolder}\nIts log, for your support: ${logFolder}`,
    ].join('\n\n'),
  };
}

/** Something failed while Callboard ran that leaves it in no state to go on. */
export function runFailure(logFolder: string): FailureWords {
  return {
    title: 'Callboard has to close',
    text: [
      'Something went wrong inside Callboard, and going on could do harm.',
      'Start Callboard again. Everything you submitted is kept; what was being sent at this moment is shown in the Outbox and waits for your decision.',
      `The log, for your support: ${logFolder}`,
    ].join('\n\n'),
  };
}

function reasonOf(error: unknown): string[] {
  if (error instanceof NewerDatabaseError) {
    return [
      'The data of Callboard on this computer was written by a newer version.',
      'Install that version again.',
    ];
  }
  const cause = CAUSES.find((each) => fits(each, error));
  return cause
    ? [cause.what, cause.next]
    : [
        'Something went wrong inside Callboard.',
        'Start Callboard again. If this comes back, restart the computer, then give the log to your support.',
      ];
}

/** By codes or, since those do not survive the way between threads, by the words that stand for them. */
function fits(cause: Cause, error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : (/^([A-Z0-9_]+): /.exec(error.message)?.[1] ?? '');
  const sqlite = 'errcode' in error ? Number(error.errcode) & 0xff : sqliteOf(error.message);
  return cause.codes.includes(code) || cause.sqlite.includes(sqlite) || fits(cause, error.cause);
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
