/** Ids and keys that Callboard gives are UUIDs: their sixteen bytes are stored, in the table and in what is unique of it. */

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A text as it is stored: a UUID in its usual form as bytes, anything else as it is. */
export function packedUuid(text: string): Uint8Array | string {
  return UUID.test(text) ? Buffer.from(text.replaceAll('-', ''), 'hex') : text;
}

/** The text that was stored. */
export function unpackedUuid(stored: unknown): string {
  if (typeof stored === 'string') return stored;
  if (!(stored instanceof Uint8Array)) throw new TypeError('A stored id is malformed.');
  const hex = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** SQL for `packedUuid` of an expression. */
export function packedUuidSql(text: string): string {
  const form = '????????-????-????-????-????????????'.replaceAll('?', '[0-9a-f]');
  return `iif(${text} GLOB '${form}', unhex(${text}, '-'), ${text})`;
}

/** SQL for `unpackedUuid` of an expression. */
export function unpackedUuidSql(stored: string): string {
  const hex = (from: number, length: number): string => `substr(hex(${stored}), ${from}, ${length})`;
  const parts = [hex(1, 8), hex(9, 4), hex(13, 4), hex(17, 4), hex(21, 12)].join(` || '-' || `);
  return `iif(typeof(${stored}) = 'blob', lower(${parts}), ${stored})`;
}
