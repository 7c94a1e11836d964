import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import {
  canonicalJson,
  type EvidenceEntry,
  type EvidenceFacts,
  type EvidenceKind,
  NO_PREVIOUS,
} from '../../../shared/evidence.ts';
import { change, insert, integer, one, type Row, text } from '../operation.ts';

/** An event to record. */
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
export function lastStoredHash(seq: number): number {
  return seq - (seq % STORED_HASHES);
}

/** Appends an event to this installation's chain, in the caller's transaction. */
export function appendEvidence(db: DatabaseSync, { kind, at, facts = {}, about }: Evidence): void {
  const { chain, id, seq: last, previous } = ownChain(db);
  const subject = about && subjectOf(db, about.row, about.submissionId);
  const content = about?.personal && subject ? salted(subject.salt, canonicalJson(about.personal)) : null;
  const seq = last + 1;
  const hash = entryHash(
    { chain: id, seq, at, kind, subject: subject?.hash ?? null, facts, content: content && hexOf(content) },
    previous,
  );
  insert(db, 'evidence', {
    ...{ chain, seq, at, content },
    facts: factsId(db, kind, canonicalJson(facts)),
    subject: subject?.id ?? null,
    hash: seq === lastStoredHash(seq) ? hash : null,
  });
  change(db, 'UPDATE evidence_chains SET seq = ?, at = ?, hash = ? WHERE chain = ?', seq, at, hash, chain);
}

/** The hash of an entry that follows the one with the hash `previous` (hexadecimal). */
export function entryHash(entry: Omit<EvidenceEntry, 'hash'>, previous: string): Buffer {
  return createHash('sha256')
    .update(canonicalJson({ ...entry, previous }))
    .digest();
}

/** The hash by which the evidence knows a submission, or the personal data of an event of it. */
export function salted(salt: Uint8Array, value: string): Buffer {
  return createHash('sha256').update(salt).update(value).digest();
}

/** This installation's chain, with number and hash of its last entry. */
function ownChain(db: DatabaseSync) {
  const known = one(db, 'SELECT chain, id, seq, hash FROM evidence_chains WHERE own = 1');
  if (!known) {
    const id = randomUUID();
    const begun = { id, own: 1, seq: 0, at: 0, hash: Buffer.from(NO_PREVIOUS, 'hex') };
    return { chain: insert(db, 'evidence_chains', begun), id, seq: 0, previous: NO_PREVIOUS };
  }
  return {
    chain: integer(known, 'chain'),
    id: text(known, 'id'),
    seq: integer(known, 'seq'),
    previous: hexOf(bytes(known, 'hash')),
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

/** A column of bytes. */
export function bytes(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw new TypeError(`Column ${column} holds no bytes.`);
  return value;
}

export function hexOf(value: Uint8Array): string {
  return Buffer.from(value).toString('hex');
}
