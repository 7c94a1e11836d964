import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import {
  canonicalJson,
  type EvidenceEntry,
  type EvidenceFacts,
  type EvidenceKind,
  NO_PREVIOUS,
} from '../../../shared/evidence.ts';
import { insert, integer, one, type Row, text } from '../operation.ts';

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

/** Appends an event to this installation's chain, in the caller's transaction. */
export function appendEvidence(db: DatabaseSync, { kind, at, facts = {}, about }: Evidence): void {
  const { chain, id } = ownChain(db);
  const last = one(db, 'SELECT seq, hash FROM evidence WHERE chain = ? ORDER BY seq DESC LIMIT 1', chain);
  const salt = about && saltOf(db, about.row);
  const subject = about && salt ? salted(salt, about.submissionId) : null;
  const content = about?.personal && salt ? salted(salt, canonicalJson(about.personal)) : null;
  const seq = last ? integer(last, 'seq') + 1 : 1;
  const hash = entryHash(
    { chain: id, seq, at, kind, subject: hexOrNull(subject), facts, content: hexOrNull(content) },
    last ? hexOf(bytes(last, 'hash')) : NO_PREVIOUS,
  );
  insert(db, 'evidence', { chain, seq, at, kind, subject, facts: canonicalJson(facts), content, hash });
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

/** This installation's chain, begun with its first entry. */
function ownChain(db: DatabaseSync): { readonly chain: number; readonly id: string } {
  const known = one(db, 'SELECT chain, id FROM evidence_chains WHERE own = 1');
  if (known) return { chain: integer(known, 'chain'), id: text(known, 'id') };
  const id = randomUUID();
  return { chain: insert(db, 'evidence_chains', { id, own: 1 }), id };
}

function saltOf(db: DatabaseSync, row: number): Uint8Array {
  const known = one(db, 'SELECT salt FROM evidence_salts WHERE row = ?', row);
  if (known) return bytes(known, 'salt');
  const salt = randomBytes(SALT_BYTES);
  insert(db, 'evidence_salts', { row, salt });
  return salt;
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

function hexOrNull(value: Uint8Array | null): string | null {
  return value && hexOf(value);
}
