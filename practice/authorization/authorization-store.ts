import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Adapter, AdapterPayload } from 'oidc-provider';

/**
 * oidc-provider's storage on SQLite.
 *
 * Its ids are the tokens and codes themselves, so records are stored under the SHA-256 of the id and without the id in
 * the
 * payload: the file reveals no token. The values have 258 random bits, so the hash needs no salt.
 */
export class AuthorizationStore implements Adapter {
  readonly #database: DatabaseSync;
  readonly #model: string;
  readonly #ids: 'hashed' | 'kept';

  /** @param ids `kept` stores ids in payloads; only for in-memory databases. */
  constructor(database: DatabaseSync, model: string, ids: 'hashed' | 'kept') {
    this.#database = database;
    this.#model = model;
    this.#ids = ids;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const stored = this.#ids === 'kept' ? payload : { ...payload, jti: undefined };
    const expiresAt = expiresIn === undefined ? null : epochSeconds() + expiresIn;
    this.#database.prepare('DELETE FROM authorization_record WHERE expires_at < ?').run(epochSeconds() - DAY);
    this.#database
      .prepare(
        `INSERT OR REPLACE INTO authorization_record (model, id_hash, payload, grant_hash, uid_hash, expires_at)
         VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(
        this.#model,
        hash(id),
        JSON.stringify(stored),
        hashOrNull(payload.grantId),
        hashOrNull(payload.uid),
        expiresAt,
      );
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const payload = this.#payload('id_hash', hash(id));
    return payload === undefined ? undefined : { ...payload, jti: id };
  }

  /** Used only for sessions, which keep their ids. */
  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#payload('uid_hash', hash(uid));
  }

  /** Used only by the device flow, which is off. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(id: string): Promise<void> {
    this.#database
      .prepare(
        `UPDATE authorization_record SET payload = json_set(payload, '$.consumed', ?) WHERE model = ? AND id_hash = ?`,
      )
      .run(epochSeconds(), this.#model, hash(id));
  }

  async destroy(id: string): Promise<void> {
    this.#database
      .prepare('DELETE FROM authorization_record WHERE model = ? AND id_hash = ?')
      .run(this.#model, hash(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    this.#database
      .prepare('DELETE FROM authorization_record WHERE model = ? AND grant_hash = ?')
      .run(this.#model, hash(grantId));
  }

  #payload(column: 'id_hash' | 'uid_hash', value: string): AdapterPayload | undefined {
    const row = this.#database
      .prepare(`SELECT payload FROM authorization_record WHERE ${column} = ? AND model = ?`)
      .get(value, this.#model);
    return row === undefined ? undefined : JSON.parse(String(row['payload']));
  }
}

/** In seconds. Expired records are kept this long, to tell an expired token from an unknown one. */
const DAY = 24 * 60 * 60;

/**
 * Expires all access tokens; refresh tokens stay valid.
 *
 * @returns the number of tokens.
 */
export function expireAccessTokens(database: DatabaseSync): number {
  const past = epochSeconds() - 1;
  const { changes } = database
    .prepare(
      `UPDATE authorization_record SET payload = json_set(payload, '$.exp', ?) WHERE model = 'AccessToken'`,
    )
    .run(past);
  return Number(changes);
}

/**
 * Revokes all grants with their codes and tokens, as an administrator of the real service could.
 *
 * @returns the number of codes and tokens.
 */
export function revokeTokens(database: DatabaseSync): number {
  const { changes } = database
    .prepare(
      `DELETE FROM authorization_record WHERE model IN ('AccessToken', 'RefreshToken', 'AuthorizationCode')`,
    )
    .run();
  database.prepare(`DELETE FROM authorization_record WHERE model = 'Grant'`).run();
  return Number(changes);
}

function epochSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

function hash(value: string): string {
  return createHash('sha256').update(value).digest('base64url');
}

function hashOrNull(value: string | undefined): string | null {
  return value === undefined ? null : hash(value);
}
