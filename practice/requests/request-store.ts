import { createHash, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import {
  type CreateInterviewRequestBody,
  createInterviewRequestBody,
} from '../../shared/service-interface.ts';
import type { RequestOrigin } from './timeline.ts';

/** An accepted request. */
export interface StoredRequest extends RequestOrigin {
  readonly body: CreateInterviewRequestBody;
}

/** Result of a create call: a new request, the request of an earlier call with the same key, or a misused key. */
export type Creation =
  | { readonly kind: 'created' | 'repeated'; readonly request: StoredRequest }
  | { readonly kind: 'key-reused' };

/** Clock and speed of new requests. */
export interface RequestClock {
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  readonly timeScale: number;
}

/** Stores the accepted requests. */
export class RequestStore {
  readonly #database: DatabaseSync;
  readonly #clock: RequestClock;

  constructor(database: DatabaseSync, clock: RequestClock) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * Accepts a request, once per idempotency key (draft-ietf-httpapi-idempotency-key-header-07 §2).
   *
   * Lookup and insert run synchronously, so that two calls with the same key can never create two requests.
   */
  create(body: CreateInterviewRequestBody, idempotencyKey: string | undefined): Creation {
    const keyHash = idempotencyKey === undefined ? null : sha256(idempotencyKey);
    const bodyText = JSON.stringify(body);
    const bodyHash = sha256(bodyText);
    const earlier = keyHash === null ? undefined : this.#byKey(keyHash);
    if (earlier !== undefined) {
      if (earlier['body_hash'] !== bodyHash) return { kind: 'key-reused' };
      return { kind: 'repeated', request: rowToRequest(earlier) };
    }
    const requestId = `ir_${randomBytes(12).toString('hex')}`;
    this.#database
      .prepare(
        `INSERT INTO request (request_id, created_at, time_scale, body, body_hash, idempotency_key_hash)
         VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(requestId, this.#clock.now(), this.#clock.timeScale, bodyText, bodyHash, keyHash);
    const request = this.find(requestId);
    if (request === undefined) throw new Error('The new request is missing from the database.');
    return { kind: 'created', request };
  }

  /** The request with this id, or undefined. */
  find(requestId: string): StoredRequest | undefined {
    const row = this.#database.prepare('SELECT * FROM request WHERE request_id = ?').get(requestId);
    return row === undefined ? undefined : rowToRequest(row);
  }

  /** All requests, oldest first. */
  list(): StoredRequest[] {
    return this.#database.prepare('SELECT * FROM request ORDER BY rowid').all().map(rowToRequest);
  }

  #byKey(keyHash: string) {
    return this.#database.prepare('SELECT * FROM request WHERE idempotency_key_hash = ?').get(keyHash);
  }
}

function rowToRequest(row: Record<string, unknown>): StoredRequest {
  const body = createInterviewRequestBody.parse(JSON.parse(String(row['body'])));
  return {
    requestId: String(row['request_id']),
    candidate: { name: body.candidate.name, phoneNumber: body.candidate.phone_number },
    createdAt: Number(row['created_at']),
    timeScale: Number(row['time_scale']),
    body,
  };
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
