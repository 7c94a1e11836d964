import type { DatabaseSync } from 'node:sqlite';
import {
  canonicalJson,
  EVIDENCE_KINDS,
  type EvidenceEntry,
  type EvidenceFacts,
  type EvidenceHead,
  type EvidenceState,
  NO_PREVIOUS,
} from '../../../shared/evidence.ts';
import {
  appendEvidence,
  bytes,
  type Evidence,
  entryHash,
  hexOf,
  lastStoredHash,
} from '../evidence/append-evidence.ts';
import { all, integer, one, oneOf, type Row, read, text, write } from '../operation.ts';

/** Entries of one answer, and those before them since the last stored hash. */
const PAGE = 1024;

export const evidenceStore = {
  /** Records an event that changes nothing else in the database, such as an export. */
  append: write((db, event: Omit<Evidence, 'about'>): void => appendEvidence(db, event)),

  /** Records the policy in force, unless it is the one recorded last. Null facts: there is none. */
  recordPolicy: write((db, facts: EvidenceFacts | null, at: number): void => {
    const last = one(
      db,
      `SELECT said.facts FROM evidence_chains
       CROSS JOIN evidence INDEXED BY evidence_about_nobody USING (chain)
       CROSS JOIN evidence_facts AS said ON said.id = evidence.facts
       WHERE own = 1 AND subject IS NULL AND said.kind = 'policy_changed' ORDER BY evidence.seq DESC LIMIT 1`,
    );
    const known = last ? text(last, 'facts') : canonicalJson(NO_POLICY);
    const found = facts ?? NO_POLICY;
    if (canonicalJson(found) !== known) appendEvidence(db, { kind: 'policy_changed', at, facts: found });
  }),

  /** What there is, in numbers. */
  state: read((db): EvidenceState => {
    const [first] = all(
      db,
      'SELECT evidence.at FROM evidence JOIN evidence_chains USING (chain) WHERE own = 1 AND evidence.seq = 1',
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
  entries: read((db, chain: string, after: number): EvidenceEntry[] => {
    // Hashes follow from the last one that is stored. Where one is stored, it counts, so that a change before it is found.
    const from = lastStoredHash(after);
    const found = all(
      db,
      `SELECT evidence.seq, evidence.at, said.kind, said.facts, subjects.hash AS subject, content,
         coalesce(evidence.hash, iif(evidence.seq = chains.seq, chains.hash, NULL)) AS stored
       FROM evidence_chains AS chains
       JOIN evidence ON evidence.chain = chains.chain
       JOIN evidence_facts AS said ON said.id = evidence.facts
       LEFT JOIN evidence_subjects AS subjects ON subjects.id = evidence.subject
       WHERE chains.id = ? AND evidence.seq >= ? ORDER BY evidence.seq LIMIT ${PAGE}`,
      chain,
      from,
    );
    let previous = NO_PREVIOUS;
    return found.flatMap((row) => {
      const entry = rowToEntry(row, chain, previous);
      previous = entry.hash;
      return entry.seq > after ? [entry] : [];
    });
  }),

  /** The last entry of every chain, this installation's first. */
  heads: read(headsOf),
};

/** The facts where no organisation's policy is in force. */
const NO_POLICY: EvidenceFacts = { policy: null, problems: 0, questionnaires: null };

function headsOf(db: DatabaseSync): EvidenceHead[] {
  return all(db, 'SELECT id, own, seq, at, hash FROM evidence_chains ORDER BY own DESC, at').map((row) => ({
    chain: text(row, 'id'),
    own: row['own'] === 1,
    seq: integer(row, 'seq'),
    hash: hexOf(bytes(row, 'hash')),
    at: integer(row, 'at'),
  }));
}

function rowToEntry(row: Row, chain: string, previous: string): EvidenceEntry {
  const hexOrNull = (column: string) => (row[column] === null ? null : hexOf(bytes(row, column)));
  const entry = {
    chain,
    seq: integer(row, 'seq'),
    at: integer(row, 'at'),
    kind: oneOf(row, 'kind', EVIDENCE_KINDS),
    subject: hexOrNull('subject'),
    facts: JSON.parse(text(row, 'facts')),
    content: hexOrNull('content'),
  };
  return { ...entry, hash: hexOrNull('stored') ?? hexOf(entryHash(entry, previous)) };
}
