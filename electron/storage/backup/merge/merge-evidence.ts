import type { DatabaseSync } from 'node:sqlite';
import { copyRows } from './copy-rows.ts';

/**
 * Adds the chains of other installations, and what is new of those that are here. Of this installation's own chain nothing
 * is added: it continues here.
 */
export function mergeEvidence(db: DatabaseSync): void {
  copyRows(db, {
    table: 'evidence_chains',
    from: 'backup.evidence_chains AS b WHERE b.id NOT IN (SELECT id FROM main.evidence_chains)',
    columns: { chain: 'NULL', own: '0' },
  });
  copyRows(db, {
    table: 'evidence',
    from: `backup.evidence AS b
      JOIN backup.evidence_chains AS theirs ON theirs.chain = b.chain
      JOIN main.evidence_chains AS ours ON ours.id = theirs.id AND ours.own = 0
      WHERE b.seq > (SELECT coalesce(max(seq), 0) FROM main.evidence AS m WHERE m.chain = ours.chain)`,
    columns: { chain: 'ours.chain' },
  });
  copyRows(db, {
    table: 'evidence_salts',
    from: `backup.evidence_salts AS b
      JOIN temp.submission_map AS map ON map.old_row = b.row AND map.known = 0`,
    columns: { row: 'map.new_row' },
    keepOurs: true,
  });
}
