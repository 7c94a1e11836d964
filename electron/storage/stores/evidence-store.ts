import type { DatabaseSync } from 'node:sqlite';
import {
  canonicalJson,
  EVIDENCE_KINDS,
  type EvidenceEntry,
  type EvidenceFacts,
  type EvidenceHead,
  type EvidenceState,
} from '../../../shared/evidence.ts';
import { appendEvidence, bytes, type Evidence, hexOf } from '../evidence/append-evidence.ts';
import { all, integer, one, oneOf, type Row, read, text, write } from '../operation.ts';

/** Entries of one answer. */
const PAGE = 1000;

export const evidenceStore = {
  /** Records an event that changes nothing else in the database, such as an export. */
  append: write((db, event: Omit<Evidence, 'about'>): void => appendEvidence(db, event)),

  /** Records the policy in force, unless it is the one recorded last. Null facts: there is none. */
  recordPolicy: write((db, facts: EvidenceFacts | null, at: number): void => {
    const last = one(
      db,
      `SELECT facts FROM evidence JOIN evidence_chains USING (chain)
       WHERE own = 1 AND kind = 'policy_changed' ORDER BY seq DESC LIMIT 1`,
    );
    const known = last ? text(last, 'facts') : canonicalJson(NO_POLICY);
    const found = facts ?? NO_POLICY;
    if (canonicalJson(found) !== known) appendEvidence(db, { kind: 'policy_changed', at, facts: found });
  }),

  /** What there is, in numbers. */
  state: read((db): EvidenceState => {
    const [first] = all(
      db,
      'SELECT at FROM evidence JOIN evidence_chains USING (chain) WHERE own = 1 AND seq = 1',
    );
    const heads = headsOf(db);
    const head = heads.find(({ own }) => own) ?? null;
    return {
      entries: head?.seq ?? 0,
      since: first ? integer(first, 'at') : null,
      head,
      others: heads.length - (head ? 1 : 0),
    };
  }),

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
  heads: read(headsOf),
};

/** The facts where no organisation's policy is in force. */
const NO_POLICY: EvidenceFacts = { policy: null, problems: 0, questionnaires: null };

function headsOf(db: DatabaseSync): EvidenceHead[] {
  return all(
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
  }));
}

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
