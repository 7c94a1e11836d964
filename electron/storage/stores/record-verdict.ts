import type { DatabaseSync } from 'node:sqlite';
import type { Verdict } from '../../../shared/request.ts';
import { appendEvidence } from '../evidence/append-evidence.ts';
import { change, integer, one, text } from '../operation.ts';
import type { Covering } from '../requests/covering.ts';
import { appendEventOf } from './history-store.ts';

/** How a verdict is given. */
export interface Giving {
  /** UTC ms. */
  readonly now: number;
  /** The account on the computer. */
  readonly by: string;
  readonly reason: string | undefined;
  /** Whether it is given back by an undo; its reason, if it had one, is in the history. */
  readonly isRestored: boolean;
  readonly covering: Covering | undefined;
}

/**
 * Whether a verdict may be stored: where it comes before the score, it needs a reason. None needs none, and neither does one
 * that an undo gives back once nothing is covered any more.
 */
export function mayGive(
  db: DatabaseSync,
  row: number,
  verdict: Verdict,
  { reason, covering, isRestored }: Giving,
): boolean {
  if (covering === undefined || verdict === 'none' || reason !== undefined) return true;
  return isRestored && !isFirstVerdict(db, row);
}

/** Whether the request has no verdict with a reason yet. */
export function isFirstVerdict(db: DatabaseSync, row: number): boolean {
  return one(db, 'SELECT 1 FROM first_verdicts WHERE row = ?', row) === undefined;
}

/**
 * Records a verdict in the history and the evidence, in the caller's transaction. The first with a reason uncovers the
 * request for good: what was seen once can't be covered again.
 */
export function recordVerdict(db: DatabaseSync, row: number, verdict: Verdict, giving: Giving): void {
  const { now, by, reason, covering } = giving;
  const request = one(
    db,
    `SELECT submissions.id, requests.has_results, requests.results_shown FROM requests JOIN submissions ON submissions.row = requests.row
     WHERE requests.row = ?`,
    row,
  );
  if (!request) throw new Error('Only tracked requests have verdicts.');
  const isFirst = isFirstVerdict(db, row);
  const isCovered = covering !== undefined && isFirst;
  const hasResults = integer(request, 'has_results') === 1;
  const wasShown = integer(request, 'results_shown') === 1;
  const seen = wasShown || (hasResults && !isCovered);
  // Seen, but not when the verdict was given.
  const covered = seen && isCovered;
  const why = reason === undefined ? {} : { reason };
  appendEventOf(db, row, now, {
    code: 'verdict_set',
    values: { verdict, seen, ...(covered && { covered }), ...why, ...(by !== '' && { by }) },
  });
  const about = { row, submissionId: text(request, 'id') };
  appendEvidence(db, {
    kind: 'verdict',
    at: now,
    facts: { verdict, seen, ...(covered && { covered }) },
    about: reason === undefined ? about : { ...about, personal: { reason } },
  });
  if (!isFirst || verdict === 'none' || reason === undefined) return;
  change(
    db,
    'INSERT INTO first_verdicts (row, verdict, at, given_by, seen, covered) VALUES (?, ?, ?, ?, ?, ?)',
    row,
    verdict,
    now,
    by,
    Number(seen),
    Number(isCovered),
  );
  if (isCovered) appendEvidence(db, { kind: 'revealed', at: now, facts: { verdict }, about });
}
