import type { DatabaseSync } from 'node:sqlite';
import { callKey } from '../../../shared/call-key.ts';
import { HOLD_KINDS, type HoldKind } from '../../../shared/holds.ts';
import { parsePhoneNumber } from '../../../shared/phone-number.ts';
import { matchPerson, type Person, personOf } from '../erasure/person.ts';
import { ERASED } from '../erasure/subject-in-text.ts';
import { all, one, oneOf, type Row, text, textOrNull } from '../operation.ts';
import { wordsIn } from '../requests/folded.ts';

/** What a hold keeps, ready to be compared. */
export interface KeptBy {
  readonly id: string;
  readonly kind: HoldKind;
  /** Null: all workspaces. */
  readonly workspaceId: string | null;
  readonly value: string;
  readonly person: Person;
  /** The call key of the person's number; null without a valid one. */
  readonly key: string | null;
}

/** Tells which holds keep something. */
export interface HoldFinder {
  /** Whether there is any hold at all. */
  readonly any: boolean;
  /** The ids of the holds that keep a submission with its request. */
  ofRow(row: number): string[];
  /** The ids of the holds that keep a row of an imported file that was never queued. */
  ofImportRow(workspaceId: string, cells: readonly string[]): string[];
  /** The ids of the holds of a person with this name or number, in any workspace. */
  ofPerson(texts: readonly string[]): string[];
}

/** The holds in force, as they are now: make a new finder in each transaction that erases. */
export function holdFinder(db: DatabaseSync): HoldFinder {
  return finderOf(db, all(db, 'SELECT * FROM holds WHERE ended_at IS NULL').map(rowToKept));
}

/** The same for all holds, also those that were released. */
export function anyHoldFinder(db: DatabaseSync): HoldFinder {
  return finderOf(db, all(db, 'SELECT * FROM holds').map(rowToKept));
}

/** The same for one hold, whether in force or not. */
export function finderOfHold(db: DatabaseSync, id: string): HoldFinder {
  return finderOf(db, all(db, 'SELECT * FROM holds WHERE id = ?', id).map(rowToKept));
}

function finderOf(db: DatabaseSync, holds: readonly KeptBy[]): HoldFinder {
  const of = (kind: HoldKind): KeptBy[] => holds.filter((hold) => hold.kind === kind);
  const [persons, jobs, tags] = [of('person'), of('job'), of('tag')];
  const labels = jobs.length > 0 ? jobLabels(db, jobs) : [];
  const withKey = persons.some(({ key }) => key !== null);
  const personsIn = (texts: readonly string[]): KeptBy[] => {
    // Two numbers may ring the same telephone.
    const keys = withKey ? texts.flatMap((each) => keyOf(each) ?? []) : [];
    return persons.filter((hold) => keepsPerson(hold, texts, keys));
  };
  return {
    any: holds.length > 0,
    ofRow: (row) => {
      if (holds.length === 0) return [];
      const found = one(db, ROW, row);
      if (!found) return [];
      const workspaceId = text(found, 'workspace_id');
      const ids = [text(found, 'job_description_id'), textOrNull(found, 'tracked_job')];
      const its = tags.length > 0 ? tagsOf(db, row) : new Set<string>();
      const kept = [
        ...personsIn([text(found, 'candidate_name'), text(found, 'phone_number')]),
        ...jobs.filter(({ value }) => ids.includes(value)),
        ...tags.filter(({ value }) => its.has(value) || [...its].some(couldBe(value))),
      ];
      return within(kept, workspaceId);
    },
    ofImportRow: (workspaceId, cells) =>
      within(
        [...personsIn(cells), ...jobs.filter(({ value }) => namesJob(cells, value, labels, workspaceId))],
        workspaceId,
      ),
    ofPerson: (texts) => personsIn(texts).map(({ id }) => id),
  };
}

const ROW = `SELECT submissions.workspace_id, candidate_name, phone_number, submissions.job_description_id,
    requests.job_description_id AS tracked_job
  FROM submissions LEFT JOIN requests ON requests.row = submissions.row WHERE submissions.row = ?`;

function within(holds: readonly KeptBy[], workspaceId: string): string[] {
  return holds
    .filter((hold) => hold.workspaceId === null || hold.workspaceId === workspaceId)
    .map(({ id }) => id);
}

/** Whether these texts have the name or the number: rather too much is kept than too little. */
function keepsPerson({ person, key }: KeptBy, texts: readonly string[], keys: readonly string[]): boolean {
  return (key !== null && keys.includes(key)) || matchPerson(person, texts) !== undefined;
}

/** The call key of a text that is a number. */
function keyOf(phone: string): string | null {
  const parsed = parsePhoneNumber(phone);
  return parsed.ok ? callKey(parsed.value.e164) : null;
}

function tagsOf(db: DatabaseSync, row: number): Set<string> {
  return new Set(all(db, 'SELECT tag FROM request_tags WHERE row = ?', row).map((each) => text(each, 'tag')));
}

/** The Library's name of a job description. */
interface JobLabel {
  readonly workspaceId: string;
  readonly value: string;
  readonly words: string;
  readonly couldBe: (words: string) => boolean;
}

function jobLabels(db: DatabaseSync, jobs: readonly KeptBy[]): JobLabel[] {
  return all(
    db,
    `SELECT workspace_id, service_id, name FROM library
     WHERE kind = 'job_description' AND name <> '' AND service_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(jobs.map(({ value }) => value)),
  ).map((row) => ({
    workspaceId: text(row, 'workspace_id'),
    value: text(row, 'service_id'),
    words: plain(text(row, 'name')),
    couldBe: couldBe(text(row, 'name')),
  }));
}

/** Whether a cell is the job description's ID or its name in the Library, which imports read too. */
function namesJob(
  cells: readonly string[],
  value: string,
  labels: readonly JobLabel[],
  workspaceId: string,
): boolean {
  const names = labels.filter((label) => label.workspaceId === workspaceId && label.value === value);
  return cells.some(
    (cell) =>
      cell.trim() === value ||
      names.some((name) => (name.words !== '' && plain(cell) === name.words) || name.couldBe(cell)),
  );
}

/**
 * Tells whether a text could be this one before an erasure took a name out of it: rows that still have the old text, or that
 * a backup brought back with it, stay held.
 */
function couldBe(left: string): (whole: string) => boolean {
  if (!left.includes(ERASED)) return () => false;
  const parts = left.split(ERASED).map(plain);
  return (whole) => {
    const words = plain(whole);
    const ends = words.startsWith(parts.at(0) ?? '') && words.endsWith(parts.at(-1) ?? '');
    return ends && words.length > parts.join('').length;
  };
}

function plain(words: string): string {
  return wordsIn(words).join(' ');
}

function rowToKept(row: Row): KeptBy {
  const [name, phone] = [text(row, 'name'), text(row, 'phone')];
  return {
    id: text(row, 'id'),
    kind: oneOf(row, 'kind', HOLD_KINDS),
    workspaceId: textOrNull(row, 'workspace_id'),
    value: text(row, 'value'),
    person: personOf({ name, phone }),
    key: keyOf(phone),
  };
}
