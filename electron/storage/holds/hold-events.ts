import type { DatabaseSync } from 'node:sqlite';
import type { HoldEvent, HoldKind } from '../../../shared/holds.ts';
import { appendEvidence } from '../evidence/append-evidence.ts';
import { change } from '../operation.ts';

/** Adds to what happened to a hold. */
export function appendHoldEvent(db: DatabaseSync, hold: string, { kind, at, by, reason }: HoldEvent): void {
  change(
    db,
    `INSERT INTO hold_events (hold, ordinal, at, kind, by_account, reason)
     VALUES (?1, (SELECT count(*) FROM hold_events WHERE hold = ?1), ?2, ?3, ?4, ?5)`,
    hold,
    at,
    kind,
    by,
    reason,
  );
}

/** Records in the evidence that a hold came into force or ended; never whom it is about. `at`: UTC ms. */
export function recordHold(
  db: DatabaseSync,
  kind: 'hold_placed' | 'hold_lifted',
  facts: { readonly hold: string; readonly of: HoldKind; readonly why: 'person' | 'restored' | 'erased' },
  at: number,
): void {
  appendEvidence(db, { kind, at, facts });
}
