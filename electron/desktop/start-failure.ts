import { sqliteCode } from '../network/system-error.ts';
import { FolderInUseError } from '../storage/folder-lock.ts';
import { NewerDatabaseError } from '../storage/migrate.ts';

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

const SQLITE_FULL = 13;

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
    sqlite: [SQLITE_FULL],
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

/** Text for a folder in which nothing can be written, so that the app doesn't even know whether it runs already. */
export function unwritableFailure(kind: 'data' | 'temporary', folder: string, error: unknown): FailureWords {
  const isFull = CAUSES.some((cause) => cause.sqlite.includes(SQLITE_FULL) && matches(cause, error));
  return {
    title: "Callboard can't start",
    text: [
      `Callboard can't write to ${kind === 'data' ? 'its data folder' : 'the folder for temporary files'}:\n${folder}`,
      isFull
        ? 'The disk is full. Free some space on it, then start Callboard again.'
        : "Check that the folder is there, belongs to you and isn't write-protected, then start Callboard again. On a managed computer, ask your IT department.",
      'Nothing was changed or sent. Everything you submitted is safe.',
      `The system says: ${error instanceof Error ? error.message : String(error)}`,
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
  if (error instanceof FolderInUseError) return inUseWords(error.host);
  const cause = CAUSES.find((candidate) => matches(candidate, error));
  return cause
    ? [cause.reason, cause.advice]
    : [
        'Something went wrong in Callboard.',
        'Start Callboard again. If this happens again, restart the computer, then send the log to your support team.',
      ];
}

function inUseWords(host: string | null): string[] {
  if (host === null) {
    return [
      'Another Callboard is using this data folder on this computer.',
      'Use that one, or quit it and start Callboard again.',
    ];
  }
  return [
    `Callboard is open with this data folder on ${host === '' ? 'another computer' : `the computer ${host}`}.`,
    'Quit it there, then start Callboard again. If that computer was switched off or lost its connection, wait two minutes.',
  ];
}

/** Matches by code or, since errors lose their codes between threads, by message. */
function matches(cause: Cause, error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : (/^([A-Z0-9_]+): /.exec(error.message)?.[1] ?? '');
  const sqlite = sqliteCode(error) ?? sqliteOf(error.message);
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
