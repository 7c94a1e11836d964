import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fdatasync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import type { SubmissionProblem } from '../../shared/problems.ts';
import { readSafely } from '../../shared/read-safely.ts';
import { fileErrorCode } from '../network/system-error.ts';
import { syncToDisk } from './database-handle.ts';
import { digest, thisComputer } from './folder-lock.ts';
import { all, change, integer, one, type Row, scalar, text } from './operation.ts';
import { appendEventOf } from './stores/history-store.ts';

/** How far a database has come. Only grows. */
export interface Position {
  readonly changes: number;
  /** Those before which nothing may have been sent: marks. */
  readonly marks: number;
}

/** What was found in a copied or put-back data folder. */
export interface CopyFound {
  /** How many submissions waited in it, each a person's to decide now. */
  readonly count: number;
  /** When the last thing happened in it, UTC ms; null if nothing ever did. */
  readonly madeAt: number | null;
}

/** A file, until it is copied: a copy has another number, or was born later. */
const fileSchema = z.object({ ino: z.string(), born: z.number() });
type FileId = z.output<typeof fileSchema>;

/** `mark`: the file it is in itself; `database`, `path`: where the data was opened last. */
const markSchema = z.object({
  changes: z.number(),
  mark: fileSchema,
  database: fileSchema,
  path: z.string(),
});
type Mark = z.output<typeof markSchema>;

interface MarkStep {
  readonly mayHaveSent: boolean;
  readonly confirm: () => void;
  readonly onTrouble: (error: unknown) => void;
}

/** In the mark of data that was put back to an earlier state: whatever comes with the same identity later is behind it. */
const RETIRED = Number.MAX_SAFE_INTEGER;

const SECTOR = 512;
const SYNC_AFTER_MS = 1000;

/**
 * Finds out whether the database that is opened was copied, or put back to an earlier state: what waits in it may have
 * been sent since.
 *
 * The database has an identity and counts its changes. A file outside the data folder, the mark, follows that count: it is
 * written after each commit, before the first byte that the commit allows. So a kill or a power cut never leaves the mark
 * ahead of the database, and whatever is behind its mark is older than what has been sent. A power cut may take the mark
 * of the last second along, which only a copy made in that very second could hide behind.
 */
export class CopyDetection {
  private readonly path: string;
  private readonly marks: string;
  private readonly machine: string;
  private mark: { readonly file: number; readonly content: Mark } | undefined;
  private written: Position = { changes: 0, marks: 0 };
  private readonly unsynced: MarkStep[] = [];
  private syncing: NodeJS.Timeout | undefined;
  /** Why there is no mark in this run; undefined if there is one. */
  unmarked: unknown;

  /** `path`: the database. */
  constructor(path: string, stateFolder: string, { machine } = thisComputer()) {
    this.path = path;
    this.marks = join(stateFolder, 'marks');
    this.machine = machine;
  }

  /**
   * Call once after opening. In a copy, makes everything that waits unconfirmed, and gives it an identity of its own.
   * Undefined if it is no copy.
   */
  check(db: DatabaseSync, now = Date.now()): CopyFound | undefined {
    const database = fileIdOf(this.path);
    const known = one(db, 'SELECT * FROM data_folder');
    const mark = known && this.readMark(text(known, 'identity'));
    const isCopy = known !== undefined && this.isCopy(known, mark, database);
    let found: CopyFound | undefined;
    if (isCopy) {
      // The state that was here before is behind from now on, should it be put back in turn.
      if (mark && !isElsewhere(mark, database)) this.retire(text(known, 'identity'), mark);
      found = this.takeOver(db, database, now);
    } else if (known) this.remember(db, known, database);
    else this.identify(db, database);
    this.written = positionOf(db);
    try {
      this.openMark(identityOf(db), database);
    } catch (error) {
      this.unmarked = error;
    }
    return found;
  }

  /** Call when the database was written to a new file. */
  moved(db: DatabaseSync): void {
    const known = one(db, 'SELECT * FROM data_folder');
    if (!known) return;
    const database = fileIdOf(this.path);
    this.remember(db, known, database);
    if (!this.mark) return;
    this.mark = { ...this.mark, content: { ...this.mark.content, database } };
    writeMark(this.mark.file, { ...this.mark.content, changes: this.written.changes });
  }

  /**
   * Call after a commit, with the position read in it: runs `then` once the mark has followed. `onTrouble`: it can't be
   * written now, so `then` waits.
   */
  advance(position: Position, then: () => void, onTrouble: (error: unknown) => void): void {
    const { written } = this;
    this.written = position;
    if (position.changes === written.changes) then();
    else this.follow({ mayHaveSent: position.marks !== written.marks, confirm: then, onTrouble });
  }

  /** Whether the mark could not be written, so that something waits for it. */
  get isBehind(): boolean {
    return this.unsynced.length > 0;
  }

  /** Tries again what could not be written. */
  retry(): void {
    for (const step of this.unsynced.splice(0)) this.follow(step);
  }

  private follow(step: MarkStep): void {
    const { mark } = this;
    if (!mark) {
      step.confirm();
      return;
    }
    const failed = (error: unknown): void => {
      this.unsynced.push(step);
      step.onTrouble(error);
    };
    try {
      writeMark(mark.file, { ...mark.content, changes: this.written.changes });
    } catch (error) {
      failed(error);
      return;
    }
    if (step.mayHaveSent) this.syncSoon(mark.file, step);
    step.confirm();
  }

  /** A kill leaves what was written; against a power cut it is synced, once for all sends of a second. */
  private syncSoon(file: number, step: MarkStep): void {
    this.syncing ??= setTimeout(() => {
      this.syncing = undefined;
      fdatasync(file, (error) => {
        if (!error) return;
        this.unsynced.push({ ...step, confirm: () => undefined });
        step.onTrouble(error);
      });
    }, SYNC_AFTER_MS).unref();
  }

  private isCopy(known: Row, mark: Mark | undefined, database: FileId): boolean {
    const isSameFile = isSame({ ino: text(known, 'ino'), born: integer(known, 'born') }, database);
    const isFromHere = text(known, 'machine') === this.machine;
    // No mark: never opened by this user here, or the mark was removed, copied or put back itself.
    if (!mark) return !(isSameFile && isFromHere);
    if (integer(known, 'changes') < mark.changes) return true;
    if (isSame(mark.database, database)) return false;
    // Another file: moved here, unless it comes from another computer or what it was copied from is still there.
    return !isFromHere || isElsewhere(mark, database);
  }

  /** What waited becomes a person's to decide, as after restoring a backup. */
  private takeOver(db: DatabaseSync, database: FileId, now: number): CopyFound {
    db.exec('BEGIN IMMEDIATE');
    try {
      const madeAt = scalar(db, 'SELECT coalesce(max(at), 0) AS n FROM history') || null;
      const count = unconfirmWaiting(db, { code: 'from_a_copy', ...(madeAt !== null && { madeAt }) }, now);
      // Its remaining rows may have been queued since, so an import isn't offered to be continued.
      change(db, 'UPDATE imports SET finished_at = created_at WHERE finished_at IS NULL');
      // The team knows the other computer by it.
      for (const row of all(db, 'SELECT workspace_id FROM teams')) {
        const sql = 'UPDATE teams SET computer_id = ? WHERE workspace_id = ?';
        change(db, sql, randomUUID(), text(row, 'workspace_id'));
      }
      this.identify(db, database);
      db.exec('COMMIT');
      return { count, madeAt };
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  }

  /** Gives the database a new identity; its count goes on. */
  private identify(db: DatabaseSync, { ino, born }: FileId): void {
    const sql = `INSERT INTO data_folder (id, identity, changes, marks, machine, ino, born) VALUES (1, ?1, 0, 0, ?2, ?3, ?4)
      ON CONFLICT DO UPDATE SET identity = ?1, machine = ?2, ino = ?3, born = ?4`;
    change(db, sql, randomUUID(), this.machine, ino, born);
  }

  private remember(db: DatabaseSync, known: Row, { ino, born }: FileId): void {
    const { machine } = this;
    if (known['machine'] === machine && known['ino'] === ino && known['born'] === born) return;
    change(db, 'UPDATE data_folder SET machine = ?, ino = ?, born = ?', machine, ino, born);
  }

  /** Each computer has its own mark, for users whose home folder is on a server. */
  private markPath(identity: string): string {
    return join(this.marks, digest(`${identity} ${this.machine}`));
  }

  /** Undefined if there is none, it can't be read, or it is a copy itself. */
  private readMark(identity: string): Mark | undefined {
    try {
      const path = this.markPath(identity);
      const mark = readSafely(markSchema, parseJson(readFileSync(path, 'utf8'))).data;
      return mark && isSame(mark.mark, fileIdOf(path)) ? mark : undefined;
    } catch (error) {
      if (fileErrorCode(error)) return undefined;
      throw error;
    }
  }

  private retire(identity: string, mark: Mark): void {
    const file = openSync(this.markPath(identity), 'r+');
    try {
      writeMark(file, { ...mark, changes: RETIRED });
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }

  /** Opens the mark for this run, or makes one. Never closed: its thread ends with the database. */
  private openMark(identity: string, database: FileId): void {
    const path = this.markPath(identity);
    const before = this.readMark(identity);
    mkdirSync(this.marks, { recursive: true, mode: 0o700 });
    if (!before) rmSync(path, { force: true });
    const file = openSync(path, before ? 'r+' : 'wx', 0o600);
    const { changes } = this.written;
    const content = { changes, mark: fileIdOfOpen(file), database, path: realpathSync(this.path) };
    this.mark = { file, content };
    if (
      before &&
      isSame(before.database, database) &&
      before.changes === changes &&
      before.path === content.path
    )
      return;
    writeMark(file, content);
    fsyncSync(file);
    if (!before) syncToDisk(this.marks, 'r');
  }
}

/** How far the database has come, in the current transaction if there is one. */
export function positionOf(db: DatabaseSync): Position {
  const row = one(db, 'SELECT changes, marks FROM data_folder');
  return row ? { changes: integer(row, 'changes'), marks: integer(row, 'marks') } : { changes: 0, marks: 0 };
}

/** Counts stored changes of submissions, `marks` of which were marks. Without an identity there is nothing to count. */
export function countChanges(db: DatabaseSync, changes: number, marks: number): void {
  if (changes > 0)
    change(db, 'UPDATE data_folder SET changes = changes + ?, marks = marks + ?', changes, marks);
}

function identityOf(db: DatabaseSync): string {
  const row = one(db, 'SELECT identity FROM data_folder');
  if (!row) throw new Error('The database has no identity.');
  return text(row, 'identity');
}

/** Whether the database that the mark tells of is still where it was, and not this one. */
function isElsewhere(mark: Mark, database: FileId): boolean {
  return !isSame(mark.database, database) && isSame(fileIdOf(mark.path), mark.database);
}

function isSame(one: FileId | undefined, other: FileId): boolean {
  return one?.ino === other.ino && one.born === other.born;
}

/** A missing file has the ID of no file. */
function fileIdOf(path: string): FileId {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? { ino: String(found.ino), born: Number(found.birthtimeMs) } : { ino: '', born: 0 };
}

function fileIdOfOpen(file: number): FileId {
  const { ino, birthtimeMs } = fstatSync(file, { bigint: true });
  return { ino: String(ino), born: Number(birthtimeMs) };
}

/** In place, and always as long as the longest count, so that a disk changes one sector. */
function writeMark(file: number, { changes, ...rest }: Mark): void {
  const content = `${JSON.stringify({ changes, ...rest })}
`;
  const room = Buffer.byteLength(content) - String(changes).length + String(RETIRED).length;
  const bytes = Buffer.alloc(Math.ceil(room / SECTOR) * SECTOR, ' ');
  bytes.write(content);
  writeSync(file, bytes, 0, bytes.length, 0);
}

/** Why a submission is a person's to decide that waited when the backup, or the copy of the data folder, was made. */
type MadeElsewhere = Pick<SubmissionProblem, 'madeAt'> & {
  readonly code: 'from_a_backup' | 'from_a_copy' | 'team_restored';
};

/** It, or what it was corrected to, may have been sent since. Accepted without an id is unexpected, and counts as open. */
export const MAYBE_SENT = `(state IN ('queued', 'connecting', 'sending', 'held') OR after_edit IS NOT NULL
  OR (state = 'accepted' AND request_id IS NULL))`;

/** Makes everything that waits in a database made elsewhere a person's to decide; gives how many. `now`: UTC ms. */
export function unconfirmWaiting(db: DatabaseSync, problem: MadeElsewhere, now: number): number {
  const waiting = all(db, `SELECT row FROM submissions WHERE ${MAYBE_SENT} ORDER BY row`);
  const rows = waiting.map((row) => integer(row, 'row'));
  unconfirm(db, rows, problem, now);
  return rows.length;
}

/** Makes these submissions, which may have been sent elsewhere, a person's to decide. `now`: UTC ms. */
export function unconfirm(
  db: DatabaseSync,
  rows: readonly number[],
  problem: MadeElsewhere,
  now: number,
): void {
  const sql = `UPDATE submissions SET state = 'unconfirmed', problem = ?1, hold_until = NULL,
      hold_time_zone = NULL, hold_holiday = NULL, hold_question = NULL, hold_answer = NULL, hours_waived_until = NULL,
      after_edit = NULL, revision = revision + 1, updated_at = ?2,
      may_have_reached_at = ?2, may_have_reached_times = coalesce(may_have_reached_times, 0) + 1
    WHERE row IN (SELECT value FROM json_each(?3))`;
  change(db, sql, JSON.stringify(problem), now, JSON.stringify(rows));
  for (const row of rows) appendEventOf(db, row, now, { code: 'unconfirmed', values: problem });
}
