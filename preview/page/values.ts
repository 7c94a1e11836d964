/**
 * Serialises values between page and main as JSON, with the results of structured clone.
 *
 * Supported: JSON, `undefined`, `NaN`, infinities, `-0`, `Date`, `Uint8Array` (also for `Buffer`, as in Electron), and
 * class instances as plain objects. Structured clone's `Map`, `Set`, `Error`, `RegExp`, `BigInt`, other typed arrays
 * and cycles are unsupported and throw.
 *
 * Every export is also sent to the browser as text (see page-script.ts), so they may use only each other.
 */

/** A value that can't be sent between page and main. */
export class PreviewValueError extends Error {
  override readonly name = 'PreviewValueError';

  constructor(where: string, what: string) {
    super(`An object could not be cloned: the preview cannot carry ${what} (${where})`);
  }
}

/** Encodes `value` as JSON data; throws {@link PreviewValueError} with the path of an unsupported part. */
export function encodeValue(value: unknown, where = 'value', parents: readonly object[] = []): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (value === undefined) return { $: 'undefined' };
  if (typeof value === 'number') return encodeNumber(value);
  if (typeof value !== 'object') throw new PreviewValueError(where, `a ${typeof value}`);
  if (parents.includes(value)) throw new PreviewValueError(where, 'a cycle');
  if (value instanceof Date) return { $: 'date', is: value.getTime() };
  if (value instanceof Uint8Array) return { $: 'bytes', is: encodeBytes(value) };
  const inside = [...parents, value];
  if (Array.isArray(value)) {
    return Array.from(value, (item, index) => encodeValue(item, `${where}[${index}]`, inside));
  }
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind !== 'Object') throw new PreviewValueError(where, `a ${kind}`);
  const fields = Object.entries(value).map(([key, item]) => [
    key,
    encodeValue(item, `${where}.${key}`, inside),
  ]);
  const plain: unknown = Object.fromEntries(fields);
  return Object.hasOwn(value, '$') ? { $: 'object', is: plain } : plain;
}

/** JSON can't represent `-0`, `NaN` and the infinities. */
export function encodeNumber(value: number): unknown {
  if (Object.is(value, -0)) return { $: 'number', is: '-0' };
  return Number.isFinite(value) ? value : { $: 'number', is: String(value) };
}

/** Base64, with functions that both Node and browsers have. */
export function encodeBytes(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** The inverse of {@link encodeValue}. */
export function decodeValue(wire: unknown): unknown {
  if (typeof wire !== 'object' || wire === null) return wire;
  if (Array.isArray(wire)) return wire.map((item) => decodeValue(item));
  const { $: tag, is } = wire as { $?: unknown; is?: unknown };
  switch (tag) {
    case undefined:
      return decodeFields(wire);
    case 'object':
      return decodeFields(is as object);
    case 'undefined':
      return undefined;
    case 'number':
      return Number(is);
    case 'date':
      return new Date((is as number | null) ?? Number.NaN);
    case 'bytes':
      return Uint8Array.from(atob(String(is)), (character) => character.charCodeAt(0));
    default:
      throw new PreviewValueError('message', `the unknown form ${String(tag)}`);
  }
}

/** Decodes in place: nobody else uses this JSON.parse result, and `__proto__` is already an own field of it. */
export function decodeFields(fields: object): object {
  for (const [key, item] of Object.entries(fields)) {
    if (typeof item === 'object' && item !== null) Reflect.set(fields, key, decodeValue(item));
  }
  return fields;
}
