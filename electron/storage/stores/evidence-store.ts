import { EVIDENCE_KINDS, type EvidenceEntry, type EvidenceHead } from '../../../shared/evidence.ts';
import { appendEvidence, bytes, type Evidence, hexOf } from '../evidence/append-evidence.ts';
import { all, integer, oneOf, type Row, read, text, write } from '../operation.ts';

/** Entries of one answer. */
const PAGE = 1000;

export const evidenceStore = {
  /** Records an event that changes nothing else in the database, such as an export. */
  append: write((db, event: Omit<Evidence, 'about'>): void => appendEvidence(db, event)),

  /** The entries of a chain (by its id) that follow number `after`, in order; a page at most. */
  entries: read((db, chain: string, after: number): EvidenceEntry[] =>
    all(
      db,
      `SELECT evidence.*, evidence_chains.id FROM evidence_chains
       JOIN evidence ON evidence.chain = evidence_chains.chain
       WHERE evidence_chains.id = ? AND seq > ? ORDER BY seq LIMIT ${PAGE}`,
      chain,
      after,
    ).map(rowToEntry),
  ),

  /** The last entry of every chain, this installation's first. */
  heads: read((db): EvidenceHead[] =>
    all(
      db,
      `SELECT evidence_chains.id, own, evidence.seq, hash, at FROM evidence_chains
       JOIN evidence ON evidence.chain = evidence_chains.chain AND evidence.seq =
         (SELECT max(seq) FROM evidence AS each WHERE each.chain = evidence_chains.chain)
       ORDER BY own DESC, at`,
    ).map((row) => ({
      chain: text(row, 'id'),
      own: row['own'] === 1,
      seq: integer(row, 'seq'),
      hash: hexOf(bytes(row, 'hash')),
      at: integer(row, 'at'),
    })),
  ),
};

function rowToEntry(row: Row): EvidenceEntry {
  return {
    chain: text(row, 'id'),
    seq: integer(row, 'seq'),
    at: integer(row, 'at'),
    kind: oneOf(row, 'kind', EVIDENCE_KINDS),
    subject: row['subject'] === null ? null : hexOf(bytes(row, 'subject')),
    facts: JSON.parse(text(row, 'facts')),
    content: row['content'] === null ? null : hexOf(bytes(row, 'content')),
    hash: hexOf(bytes(row, 'hash')),
  };
}
