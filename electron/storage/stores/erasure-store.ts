import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { DAY_MS } from '../../../shared/durations.ts';
import type { ErasureChoice, ErasureReceipt, ErasureSubjectChoice } from '../../../shared/privacy.ts';
import { sqliteCode } from '../../network/system-error.ts';
import type {
  Begun,
  Blocking,
  ErasedSubject,
  ErasureTraces,
  KeptAnswer,
  KeptQuestion,
  TeamBegun,
  TeamChoice,
} from '../../privacy/ports.ts';
import { moveTo, takeStep } from '../erasure/erasure-steps.ts';
import { findImportRows, findSubmissions, importsIn } from '../erasure/find-person.ts';
import { heldDoNotCall, heldImportRow, heldSubmission } from '../erasure/held-data.ts';
import { findHolds, holdFinder, holdsById } from '../erasure/holds.ts';
import {
  eraseNumbers,
  eraseNumbersForTeam,
  findListedNumbers,
  forgottenEntries,
  lastListedRow,
  numbersOfEntries,
} from '../erasure/listed-numbers.ts';
import { mentionsElsewhere, mentionsInRequests } from '../erasure/mentions.ts';
import { kindOf, latestReceipts, receiptOf } from '../erasure/receipts.ts';
import { lastChangeOf, lastRow } from '../erasure/retained.ts';
import { numbersOf, storedSubjectOf, subjectOf } from '../erasure/subject.ts';
import { mentionedIn, subjectPattern } from '../erasure/subject-in-text.ts';
import {
  concernTeams,
  eraseClaims,
  eraseClaimsAlone,
  erasedBefore,
  erasedForTeam,
  findForTeam,
  recordHeld,
  rememberErased,
  unsharedHolds,
} from '../erasure/team-rows.ts';
import { BUSY_TIMEOUT_MS } from '../open-database.ts';
import {
  all,
  change,
  exclusive,
  insert,
  integer,
  one,
  type Row,
  read,
  scalar,
  text,
  textList,
  textOrNull,
  write,
} from '../operation.ts';
import { appendEvidence } from './evidence-store.ts';
import { IS_OPEN, submissionRow } from './submission-row.ts';

const NOBODY = { name: '', phone: '' };

export const erasureStore = {
  lastRow: read(lastRow),

  findSubmissions: read(findSubmissions),
  importsIn: read(importsIn),
  findImportRows: read(findImportRows),

  heldSubmission: read(heldSubmission),
  heldImportRow: read(heldImportRow),
  heldDoNotCall: read(heldDoNotCall),

  lastListedRow: read(lastListedRow),
  findListedNumbers: read(findListedNumbers),

  /** What erasing these submissions and entries would remove from other texts. */
  subjectOf: read((db, choice: ErasureSubjectChoice): ErasedSubject => {
    const rows = rowsOf(db, choice.submissionIds);
    return { ...subjectOf(db, rows, choice.search, numbersOfEntries(db, choice.listedIds)), rows };
  }),

  /** How many other texts in a range of rows mention the subject; `upTo` 0: texts that belong to no row. */
  countMentions: read((db, { rows, ...subject }: ErasedSubject, after: number, upTo: number): number => {
    const pattern = subjectPattern(subject);
    if (!pattern) return 0;
    const chosen = new Set(rows);
    return upTo === 0
      ? mentionsElsewhere(db, pattern, false)
      : mentionsInRequests(db, pattern, { after, upTo }, (row) => chosen.has(row), false);
  }),

  findHolds: read(findHolds),
  /** Which holds keep what a person may erase, and what of it is younger than the floor. */
  keptFromErasure: read(keptFromErasure),

  /**
   * Records the erasure of a person, which from then on runs to its end, even after a restart. Withdraws waiting
   * submissions in the same transaction, so that nobody is called afterwards, and takes the numbers off the do-not-call
   * list, so that they stay blocked without a gap. Does nothing but say why if any submissions are in flight, or if
   * something is kept by a hold or the organisation's floor that `choice` doesn't confirm. `now`: UTC ms.
   */
  begin: write(
    (
      db,
      id: string,
      choice: ErasureChoice,
      workspaceId: string | null,
      now: number,
      blocking: Blocking,
      floorDays?: number,
    ): Begun => {
      const rows = rowsOf(db, choice.submissionIds);
      const { holds, ...begun } = keptBack(db, choice, rows, floorDays ?? 0, now);
      const { inFlight, heldBy, underFloor, floor } = begun;
      if (inFlight.length > 0 || heldBy.length > 0 || underFloor) return { inFlight, heldBy, underFloor };
      const listedNumbers = numbersOfEntries(db, choice.listedIds);
      const subject = subjectOf(db, rows, choice.search, listedNumbers);
      const blocked = numbersOf(db, rows, choice.search, listedNumbers);
      const numbers = { phones: subject.phones, blocked, ids: choice.listedIds, now };
      const forgotten = blocking.keep ? [] : forgottenEntries(db, subject.phones, choice.listedIds);
      const { entries, kept } = eraseNumbers(db, numbers, blocking);
      eraseClaims(db, subject.phones);
      const stored = JSON.stringify({ ...subject, blocked: blocking.keep ? blocked : [], forgotten });
      const begin = { begun_at: now, stage: 'mentions', subject: stored };
      const listed = { listed_numbers: entries, blocked_numbers: kept };
      const held = { holds: JSON.stringify(holds), floor_days: floor };
      insert(db, 'erasures', { id, kind: 'person', workspace_id: workspaceId, ...begin, ...listed, ...held });
      concernTeams(db, id, workspaceId);
      chooseRows(db, id, rows, choice.importRows, now);
      const facts = {
        ...{ receipt: id, step: 'begun', why: 'person', submissions: rows.length },
        ...(holds.length > 0 && { holds: holds.toSorted() }),
        ...(floor !== null && { floorDays: floor }),
      };
      appendEvidence(db, { kind: 'erased', at: now, facts });
      return { inFlight, heldBy, underFloor };
    },
  ),

  findForTeam: read(findForTeam),
  rememberErased: write(rememberErased),
  /** The team doesn't take these holds, as it had erased their persons. `now`: UTC ms. */
  keepHolds: write((db, workspaceId: string, ids: readonly string[], now: number): void => {
    const holds = holdsById(db, ids).map(({ id }) => id);
    if (holds.length > 0) recordHeld(db, { id: randomUUID(), workspaceId, holds }, now);
  }),
  erasedBefore: read(erasedBefore),
  /** The present generation of the team's database knows what was erased before. */
  toldErased: write((db, workspaceId: string): void => {
    const sql = `UPDATE team_erased SET generation = (SELECT generation FROM teams WHERE workspace_id = ?1)
      WHERE workspace_id = ?1`;
    change(db, sql, workspaceId);
  }),

  /**
   * Records the erasure of what the team of a workspace erased, which from then on runs to its end. Leaves out what is in
   * flight, and what a hold keeps that the team doesn't know yet: both are told. `now`: UTC ms.
   */
  beginForTeam: write(
    (db, id: string, workspaceId: string, choice: TeamChoice, now: number, blocking: Blocking): TeamBegun => {
      // A retention takes nothing from under any hold.
      const unknown = choice.mentions ? unsharedHolds(db, workspaceId) : undefined;
      const finder = holdFinder(db);
      const chosen = rowsOf(db, choice.submissionIds).map((row) => ({ row, holds: finder.ofRow(row) }));
      const heldBy = new Set<string>();
      const isFree = (holds: readonly string[]): boolean => {
        const keeping = holds.filter((hold) => unknown?.has(hold) ?? true);
        for (const hold of keeping) heldBy.add(hold);
        return keeping.length === 0;
      };
      const free = chosen.filter(({ holds }) => isFree(holds));
      const freeRows = free.map(({ row }) => row);
      const inFlight = inFlightOf(db, freeRows).map((row) => integer(row, 'row'));
      const rows = freeRows.filter((row) => !inFlight.includes(row));
      const importRows = choice.importRows.filter(({ importId, rowNumber }) =>
        isFree(finder.any ? finder.ofTexts(cellsOf(db, importId, rowNumber)) : []),
      );
      const holds = choice.holdIds.filter((hold) => isFree([hold]));
      const phones = choice.phones.filter((phone) => isFree(finder.ofTexts([phone])));
      const found = { inFlight: inFlight.length, heldBy: [...heldBy] };
      const claims = eraseClaimsAlone(db, workspaceId, choice.submissionIds);
      if (heldBy.size > 0) recordHeld(db, { id: randomUUID(), workspaceId, holds: found.heldBy }, now);
      if (claims === 0 && [rows, importRows, holds, phones].every(({ length }) => length === 0))
        return { ...found, begun: false };
      const subject = subjectOf(db, rows, NOBODY, phones);
      const numbers = { phones, inTeam: choice.listedIds, now };
      const entries = eraseNumbersForTeam(db, workspaceId, numbers, blocking);
      eraseClaims(db, phones);
      insert(db, 'erasures', {
        ...{ id, kind: 'team', workspace_id: workspaceId, begun_at: now, stage: 'mentions' },
        ...{ subject: choice.mentions ? JSON.stringify(subject) : null, listed_numbers: entries },
        // Another one of the same name ends where somebody who saw it erased the person.
        holds: JSON.stringify(holds),
      });
      chooseRows(db, id, rows, importRows, now);
      const facts = { receipt: id, step: 'begun', why: 'team', submissions: rows.length };
      appendEvidence(db, { kind: 'erased', at: now, facts });
      return { ...found, begun: true };
    },
  ),

  step: write(takeStep),

  /** The ids by which the practice service finds in its own store what an erasure has erased here. */
  traces: read((db, id: string): ErasureTraces => {
    const items = all(db, 'SELECT request_id, submission_id FROM erasure_items WHERE erasure = ?', id);
    return {
      requestIds: items.flatMap((row) => textOrNull(row, 'request_id') ?? []),
      idempotencyKeys: items.flatMap((row) => textOrNull(row, 'submission_id') ?? []),
    };
  }),

  /** The paths of all pinned fields, by workspace id. */
  pinnedPaths: read((db): Record<string, string[]> => {
    const rows = all(
      db,
      `SELECT workspaces.id, pins.path FROM workspaces
       LEFT JOIN pins ON pins.workspace_id = workspaces.id AND pins.state <> 'removing'`,
    );
    const byWorkspace: Record<string, string[]> = {};
    for (const row of rows) {
      const [id, path] = [text(row, 'id'), textOrNull(row, 'path')];
      byWorkspace[id] = [...(byWorkspace[id] ?? []), ...(path === null ? [] : [path])];
    }
    return byWorkspace;
  }),

  /** Call when the practice service has erased its own data. */
  markErasedElsewhere: write((db, id: string): void => moveTo(db, id, 'team')),

  /** The workspaces with a team that has yet to be told of an erasure. */
  untold: read((db, id: string): string[] =>
    all(
      db,
      'SELECT workspace_id FROM erasure_teams JOIN teams USING (workspace_id) WHERE erasure = ? AND told_at IS NULL',
      id,
    ).map((row) => text(row, 'workspace_id')),
  ),
  /** Whether any erasure that is done here has yet to be told to the team of this workspace, or to none any more. */
  isAnyUntold: read((db, workspaceId: string): boolean => {
    const sql = `SELECT 1 FROM erasures LEFT JOIN erasure_teams ON erasure = id AND told_at IS NULL
      WHERE stage = 'team' AND coalesce(erasure_teams.workspace_id, ?1) = ?1`;
    return one(db, sql, workspaceId) !== undefined;
  }),
  erasedForTeam: read(erasedForTeam),
  /** The words about whom it erases in each of these texts. */
  mentionedIn: read((db, id: string, texts: readonly string[]): string[][] => {
    const row = one(db, 'SELECT subject FROM erasures WHERE id = ?', id);
    const pattern = row && subjectPattern(storedSubjectOf(textOrNull(row, 'subject')));
    return texts.map((each) => (pattern ? mentionedIn(pattern, each) : []));
  }),
  /** The same of whom the team erased, before that is recorded. */
  mentionedForTeam: read(
    (
      db,
      { submissionIds, phones }: Pick<TeamChoice, 'submissionIds' | 'phones'>,
      texts: readonly string[],
    ): string[][] => {
      const pattern = subjectPattern(subjectOf(db, rowsOf(db, submissionIds), NOBODY, phones));
      return texts.map((each) => (pattern ? mentionedIn(pattern, each) : []));
    },
  ),
  /** The team of a workspace erased it, too; `held`: a hold keeps it there. `now`: UTC ms. */
  told: write((db, id: string, workspaceId: string, now: number, held: boolean): void => {
    const sql = 'UPDATE erasure_teams SET told_at = ?, held = ? WHERE erasure = ? AND workspace_id = ?';
    change(db, sql, now, Number(held), id, workspaceId);
  }),
  /** Call when every team was told. */
  markToldTeams: write((db, id: string): void => moveTo(db, id, 'overwrite')),

  /**
   * Rewrites the whole file, because SQLite leaves copies of moved data in unused parts of pages. Blocks everything else
   * for about a second per hundred megabytes. False if another program keeps old data in the journal; try again later.
   * `id`: the erasure that then knows no more whom it erased; null while one waits for its team.
   */
  overwrite: exclusive((db, id: string | null): boolean => {
    if (id !== null) {
      db.exec('BEGIN IMMEDIATE');
      change(db, 'UPDATE erasures SET subject = NULL WHERE id = ?', id);
      change(db, 'DELETE FROM erasure_items WHERE erasure = ?', id);
      change(db, 'DELETE FROM erasure_import_rows WHERE erasure = ?', id);
      db.exec('COMMIT');
    }
    // Don't wait for a lock here, because everything else would wait, too.
    db.exec('PRAGMA busy_timeout = 0');
    try {
      if (!vacuum(db)) return false;
      const journal = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
      return journal?.['busy'] === 0;
    } finally {
      db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }),

  finish: write((db, id: string, now: number): void => {
    change(db, `UPDATE erasures SET stage = 'done', finished_at = ? WHERE id = ?`, now, id);
    const receipt = receiptOf(db, id);
    if (!receipt) return;
    const { kind: why, requests, submissions, notes, importRows, mentions } = receipt;
    const facts = { receipt: id, step: 'finished', why, requests, submissions, notes, importRows, mentions };
    appendEvidence(db, { kind: 'erased', at: now, facts });
  }),

  unfinished: read((db): Pick<ErasureReceipt, 'id' | 'kind'>[] =>
    all(db, 'SELECT id, kind FROM erasures WHERE finished_at IS NULL ORDER BY begun_at, id').map((row) => ({
      id: text(row, 'id'),
      kind: kindOf(row),
    })),
  ),

  countInFlight: read((db): number =>
    scalar(
      db,
      `SELECT count(*) AS n FROM submissions WHERE ${IS_OPEN} AND state IN ('connecting', 'sending')`,
    ),
  ),

  receipts: read(latestReceipts),
  receipt: read(receiptOf),
};

/**
 * What is in the way of an erasure, and what of that the choice confirms: all `holds`, and the `floor` if something is
 * younger.
 */
function keptBack(
  db: DatabaseSync,
  choice: ErasureChoice,
  rows: readonly number[],
  floorDays: number,
  now: number,
): Begun & { readonly holds: readonly string[]; readonly floor: number | null } {
  const { holds, young } = keptOf(keptFromErasure(db, choice, floorDays, now));
  const confirmed = choice.confirmedHolds ?? [];
  return {
    inFlight: inFlightOf(db, rows).map((row) => text(row, 'id')),
    heldBy: holds.filter((hold) => !confirmed.includes(hold)),
    underFloor: young && (choice.confirmedFloorDays ?? 0) < floorDays,
    holds,
    floor: young ? floorDays : null,
  };
}

function inFlightOf(db: DatabaseSync, rows: readonly number[]): Row[] {
  const sql = `SELECT row, id FROM submissions
    WHERE row IN (SELECT value FROM json_each(?)) AND state IN ('connecting', 'sending')`;
  return all(db, sql, JSON.stringify(rows));
}

/** False while another process or a backup uses the database: SQLITE_BUSY (5), SQLITE_LOCKED (6). */
function vacuum(db: DatabaseSync): boolean {
  try {
    db.exec('VACUUM');
    return true;
  } catch (error) {
    if ([5, 6].includes(sqliteCode(error) ?? 0)) return false;
    throw error;
  }
}

/**
 * Lists what an erasure erases, and prevents sending: a change by the queue, or undoing a discard, fails, because it is based on an
 * older revision. Adds no history entry, because the history is about to be erased.
 */
function chooseRows(
  db: DatabaseSync,
  id: string,
  rows: readonly number[],
  importRows: TeamChoice['importRows'],
  now: number,
): void {
  const withdraw = `UPDATE submissions SET state = 'discarded', revision = revision + 1, updated_at = ?
    WHERE row = ? AND state IN ('draft', 'queued', 'held', 'rejected', 'unconfirmed', 'discarded')`;
  for (const row of rows) {
    change(db, withdraw, now, row);
    insert(db, 'erasure_items', { erasure: id, row });
  }
  for (const { importId, rowNumber } of importRows) {
    change(db, 'INSERT OR IGNORE INTO erasure_import_rows VALUES (?, ?, ?)', id, importId, rowNumber);
  }
}

function rowsOf(db: DatabaseSync, submissionIds: readonly string[]): number[] {
  const sql = 'SELECT row FROM submissions WHERE id IN (SELECT value FROM json_each(?)) ORDER BY row';
  return all(db, sql, JSON.stringify(submissionIds)).map((row) => integer(row, 'row'));
}

/** Which holds keep each of these, and which of them changed within `floorDays` before `now` (UTC ms). */
function keptFromErasure(
  db: DatabaseSync,
  { search, submissionIds, importRows, holdIds = [] }: KeptQuestion,
  floorDays: number,
  now: number,
): KeptAnswer {
  const finder = holdFinder(db);
  const since = now - floorDays * DAY_MS;
  const rows = submissionIds.map((id) => submissionRow(db, id));
  const answer = {
    submissions: rows.map((row) => (row === undefined ? [] : finder.ofRow(row))),
    importRows: importRows.map(({ importId, rowNumber }) =>
      finder.any ? finder.ofTexts(cellsOf(db, importId, rowNumber)) : [],
    ),
    person: finder.ofTexts([search.name, search.phone]),
    chosenHolds: holdsById(db, holdIds).map(({ id }) => id),
    youngSubmissions: rows.map((row) => floorDays > 0 && row !== undefined && lastChangeOf(db, row) > since),
    youngImportRows: importRows.map(({ importId }) => floorDays > 0 && importedAt(db, importId) > since),
  };
  return { ...answer, holds: holdsById(db, keptOf(answer).holds) };
}

/** All holds of an answer together, and whether anything is younger than the floor. */
function keptOf({ submissions, importRows, person, chosenHolds, ...young }: Omit<KeptAnswer, 'holds'>): {
  readonly holds: readonly string[];
  readonly young: boolean;
} {
  return {
    holds: [...new Set([...submissions.flat(), ...importRows.flat(), ...person, ...chosenHolds])],
    young: [...young.youngSubmissions, ...young.youngImportRows].includes(true),
  };
}

/** The cells of an imported row that was never queued; none if it is gone. */
function cellsOf(db: DatabaseSync, importId: string, rowNumber: number): readonly string[] {
  const sql = `SELECT cells FROM import_rows
    WHERE import_id = ? AND row_number = ? AND submission_id IS NULL AND erased = 0`;
  const row = one(db, sql, importId, rowNumber);
  return row ? textList(row, 'cells') : [];
}

function importedAt(db: DatabaseSync, importId: string): number {
  const found = one(db, 'SELECT created_at FROM imports WHERE id = ?', importId);
  return found ? integer(found, 'created_at') : 0;
}
