import type { DatabaseSync } from 'node:sqlite';
import type { DoNotCallSource } from '../../../shared/do-not-call.ts';
import { appendEvidence } from '../evidence/append-evidence.ts';

/** Records in the evidence how many entries of the do-not-call list came or went; never which. `at`: UTC ms. */
export function recordEntries(
  db: DatabaseSync,
  kind: 'do_not_call_added' | 'do_not_call_lifted',
  source: DoNotCallSource,
  count: number,
  at: number,
): void {
  appendEvidence(db, { kind, at, facts: { source, count } });
}
