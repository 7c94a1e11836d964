import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import {
  canonicalJson,
  EVIDENCE_KINDS,
  type EvidenceEntry,
  type EvidenceFacts,
  type EvidenceHead,
  type EvidenceKind,
  type EvidenceState,
  NO_PREVIOUS,
} from '../../../shared/evidence.ts';
import type { Submission } from '../../../shared/submission.ts';
import type { SubmissionChange } from '../../submissions/transition.ts';
import {
  all,
  bytes,
  change,
  insert,
  integer,
  one,
  oneOf,
  type Row,
  read,
  text,
  write,
} from '../operation.ts';

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
    const sql = `SELECT evidence.seq, evidence.at, said.kind, said.facts, subjects.hash AS subject, content,
        coalesce(evidence.hash, iif(evidence.seq = chains.seq, chains.hash, NULL)) AS stored
      FROM evidence_chains AS chains
      JOIN evidence ON evidence.chain = chains.chain
      JOIN evidence_facts AS said ON said.id = evidence.facts
      LEFT JOIN evidence_subjects AS subjects ON subjects.id = evidence.subject
      WHERE chains.id = ? AND evidence.seq >= ? ORDER BY evidence.seq LIMIT ${PAGE}`;
    const found = all(db, sql, chain, from);
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

export interface Evidence {
  readonly kind: EvidenceKind;
  /** UTC ms. */
  readonly at: number;
  readonly facts?: EvidenceFacts;
  /** The submission it is about, with the personal data of the event, of which only a salted hash is recorded. */
  readonly about?: {
    readonly row: number;
    readonly submissionId: string;
    readonly personal?: EvidenceFacts;
  };
}

const SALT_BYTES = 16;
/** One hash of so many is stored: those between follow from it. The schema checks it. */
const STORED_HASHES = 64;

/** The number of the last entry up to this one whose hash is stored; 0: none. */
function lastStoredHash(seq: number): number {
  return seq - (seq % STORED_HASHES);
}

/** Appends events to this installation's chain, in the caller's transaction. */
export function appendEvidence(db: DatabaseSync, ...events: readonly Evidence[]): void {
  const [first] = events;
  if (!first) return;
  const { chain, id, ...last } = ownChain(db);
  let { seq, hash, at } = { ...last, at: first.at };
  for (const { kind, facts = {}, about, ...event } of events) {
    const subject = about && subjectOf(db, about.row, about.submissionId);
    const content = about?.personal && subject ? salted(subject.salt, canonicalJson(about.personal)) : null;
    at = event.at;
    seq += 1;
    hash = entryHash(
      { chain: id, seq, at, kind, subject: subject?.hash ?? null, facts, content: content && hexOf(content) },
      hexOf(hash),
    );
    insert(db, 'evidence', {
      ...{ chain, seq, at, content },
      facts: factsId(db, kind, canonicalJson(facts)),
      subject: subject?.id ?? null,
      hash: seq === lastStoredHash(seq) ? hash : null,
    });
  }
  // Once for all of them: a statement with a trigger costs more than an entry.
  change(db, 'UPDATE evidence_chains SET seq = ?, at = ?, hash = ? WHERE chain = ?', seq, at, hash, chain);
}

/** The hash of an entry that follows the one with the hash `previous` (hexadecimal). */
function entryHash(entry: Omit<EvidenceEntry, 'hash'>, previous: string): Buffer {
  return createHash('sha256')
    .update(canonicalJson({ ...entry, previous }))
    .digest();
}

/** The hash by which the evidence knows a submission, or the personal data of an event of it. */
export function salted(salt: Uint8Array, value: string): Buffer {
  return createHash('sha256').update(salt).update(value).digest();
}

/** This installation's chain, with number and hash of its last entry. */
function ownChain(db: DatabaseSync): { chain: number; id: string; seq: number; hash: Uint8Array } {
  const known = one(db, 'SELECT chain, id, seq, hash FROM evidence_chains WHERE own = 1');
  if (!known) {
    const id = randomUUID();
    const begun = { id, seq: 0, hash: Buffer.from(NO_PREVIOUS, 'hex') };
    return { ...begun, chain: insert(db, 'evidence_chains', { ...begun, own: 1, at: 0 }) };
  }
  return {
    chain: integer(known, 'chain'),
    id: text(known, 'id'),
    seq: integer(known, 'seq'),
    hash: bytes(known, 'hash'),
  };
}

function factsId(db: DatabaseSync, kind: EvidenceKind, facts: string): number {
  const known = one(db, 'SELECT id FROM evidence_facts WHERE kind = ? AND facts = ?', kind, facts);
  return known ? integer(known, 'id') : insert(db, 'evidence_facts', { kind, facts });
}

/** The salt of a submission, and the hash that the evidence knows it by. */
function subjectOf(db: DatabaseSync, row: number, submissionId: string) {
  const known = one(db, 'SELECT subject, salt FROM evidence_salts WHERE row = ?', row);
  const salt = known ? bytes(known, 'salt') : randomBytes(SALT_BYTES);
  const hash = salted(salt, submissionId);
  const id = known ? integer(known, 'subject') : insert(db, 'evidence_subjects', { hash });
  if (!known) insert(db, 'evidence_salts', { row, subject: id, salt });
  return { id, salt, hash: hexOf(hash) };
}

export function hexOf(value: Uint8Array): string {
  return Buffer.from(value).toString('hex');
}

/** That somebody was submitted, with which consent, and when they were told of the call. `row`: the submission's. */
export function evidenceOfSubmitted(row: number, submission: Submission): Evidence {
  const { id: submissionId, createdAt: at, consent, previousSubmissionId } = submission;
  const { candidateName, phoneNumber, resumeUrl, jobDescriptionId, questionnaireTemplateId } = submission;
  return {
    kind: 'submitted',
    at,
    facts: {
      consent: consent !== null,
      notice: submission.noticeOn !== undefined,
      again: previousSubmissionId !== null,
    },
    about: {
      row,
      submissionId,
      personal: {
        candidateName,
        phoneNumber,
        resumeUrl,
        jobDescriptionId,
        questionnaireTemplateId,
        consentAt: consent?.at ?? null,
        consentWording: consent?.wording ?? null,
        noticeOn: submission.noticeOn ?? null,
      },
    },
  };
}

/** What a change of a submission means to others than us, if anything: it is sent, how that ended, it is withdrawn. */
export function evidenceOfChange(row: number, change: SubmissionChange): readonly Evidence[] {
  const { submission, history } = change;
  const kind = history && KINDS[history.code];
  if (!kind) return [];
  const { id: submissionId, updatedAt: at } = submission;
  return [{ kind, at, facts: factsOf(change, history), about: { row, submissionId } }];
}

const KINDS: Readonly<Partial<Record<NonNullable<SubmissionChange['history']>['code'], EvidenceKind>>> = {
  sending: 'sent',
  nothing_sent: 'outcome',
  token_refused: 'outcome',
  retry: 'outcome',
  held: 'outcome',
  rejected: 'outcome',
  unconfirmed: 'outcome',
  accepted: 'outcome',
  request_id_entered: 'outcome',
  discarded: 'withdrawn',
};

function factsOf(
  { submission: { attempts, problem }, gates = [] }: SubmissionChange,
  history: NonNullable<SubmissionChange['history']>,
): EvidenceFacts {
  switch (history.code) {
    case 'sending':
      return { attempt: attempts, gates };
    case 'discarded':
      return { by: history.values.by };
    default:
      return {
        code: history.code,
        ...(problem && { problem: problem.code, httpStatus: problem.httpStatus ?? null }),
      };
  }
}
