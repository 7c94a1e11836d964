/**
 * Serialises values between page and main as JSON, with the results of structured clone as Electron's IPC uses it
 * (shell/common/v8_util.cc).
 *
 * Supported: JSON, `undefined`, `NaN`, infinities, `-0`, `BigInt`, `Date`, `RegExp`, `Map`, `Set`, `Error`,
 * `ArrayBuffer`, its views (a `Buffer` arrives as `Uint8Array`), cycles, and class instances as plain objects. All else
 * throws, even the boxed primitives that Electron would carry. An object that occurs twice arrives as two.
 *
 * Every export is also sent to the browser as text (see page-script.ts), so they may use only each other.
 */

/** Electron's error for a value that can't be sent. Its cause says which part, such as `value.list[0] is a function`. */
export function cloneError(where: string, what: string): Error {
  return new Error('An object could not be cloned.', { cause: `${where} is ${what}` });
}

/** Encodes `value` as JSON data; throws {@link cloneError} with the path of an unsupported part. */
export function encodeValue(value: unknown, where = 'value', parents: object[] = []): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (value === undefined) return { $: 'undefined' };
  if (typeof value === 'number') return encodeNumber(value);
  if (typeof value === 'bigint') return { $: 'bigint', is: String(value) };
  if (typeof value !== 'object') throw cloneError(where, `a ${typeof value}`);
  const parent = parents.indexOf(value);
  if (parent !== -1) return { $: 'parent', is: parent };
  parents.push(value);
  const encoded = encodeObject(value, where, parents);
  parents.pop();
  return encoded;
}

/** `parents` are the objects that contain this one, and itself. */
export function encodeObject(value: object, where: string, parents: object[]): unknown {
  if (Array.isArray(value)) {
    return Array.from(value, (item, index) => encodeValue(item, `${where}[${index}]`, parents));
  }
  if (value instanceof Date) return { $: 'date', is: value.getTime() };
  if (value instanceof RegExp) return { $: 'regexp', is: [value.source, value.flags] };
  if (value instanceof Map) return { $: 'map', is: encodeValue([...value], where, parents) };
  if (value instanceof Set) return { $: 'set', is: encodeValue([...value], where, parents) };
  if (value instanceof ArrayBuffer) return { $: 'buffer', is: encodeBytes(new Uint8Array(value)) };
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteOffset, byteLength } = value;
    return { $: 'view', is: encodeBytes(new Uint8Array(buffer, byteOffset, byteLength)), kind };
  }
  if (value instanceof Error) {
    return { $: 'error', is: { name: value.name, message: value.message, stack: value.stack ?? '' } };
  }
  if (kind !== 'Object') throw cloneError(where, `a ${kind}`);
  const fields = Object.entries(value).map(([key, item]) => [
    key,
    encodeValue(item, `${where}.${key}`, parents),
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
  // As many arguments as a function takes anywhere.
  const most = 8192;
  let text = '';
  for (let at = 0; at < bytes.length; at += most) {
    text += String.fromCharCode(...bytes.subarray(at, at + most));
  }
  return btoa(text);
}

export function decodeBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** The inverse of {@link encodeValue}. Decodes lists and fields in place: nobody else uses this JSON.parse result. */
export function decodeValue(wire: unknown, parents: object[] = []): unknown {
  if (typeof wire !== 'object' || wire === null) return wire;
  const { $: tag, is } = wire as { $?: unknown; is?: unknown };
  // `__proto__` is already an own field of a JSON.parse result.
  if (tag === undefined) return fillWith(wire, wire, parents);
  if (tag === 'object') return fillWith(is as object, is as object, parents);
  if (tag === 'map' || tag === 'set') return decodeCollection(tag, is as unknown[], parents);
  switch (tag) {
    case 'parent':
      return parents[Number(is)];
    case 'undefined':
      return undefined;
    case 'number':
      return Number(is);
    case 'bigint':
      return BigInt(String(is));
    case 'date':
      return new Date((is as number | null) ?? Number.NaN);
    case 'regexp':
      return new RegExp(...(is as [string, string]));
    case 'buffer':
      return decodeBytes(String(is)).buffer;
    case 'view':
      return decodeView(String(is), (wire as { kind?: unknown }).kind);
    case 'error':
      return decodeError(is as { name: string; message: string; stack: string });
    default:
      throw cloneError('message', `of the unknown form ${String(tag)}`);
  }
}

/** Decodes the items of `wire` into `target`, which may be `wire` itself. */
export function fillWith(target: object, wire: object, parents: object[]): object {
  parents.push(target);
  for (const [key, item] of Object.entries(wire)) {
    if (typeof item === 'object' && item !== null) Reflect.set(target, key, decodeValue(item, parents));
  }
  parents.pop();
  return target;
}

/** {@link encodeValue} has counted the collection and the list of its items as parents. */
export function decodeCollection(kind: 'map' | 'set', wire: unknown[], parents: object[]): object {
  const collection = kind === 'map' ? new Map<unknown, unknown>() : new Set<unknown>();
  parents.push(collection);
  for (const item of fillWith(wire, wire, parents) as unknown[]) {
    if (collection instanceof Map) collection.set(...(item as [unknown, unknown]));
    else collection.add(item);
  }
  parents.pop();
  return collection;
}

export function decodeView(text: string, kind: unknown): unknown {
  const bytes = decodeBytes(text);
  if (kind === 'Uint8Array') return bytes;
  const View: unknown = Reflect.get(globalThis, String(kind));
  if (typeof View !== 'function') throw cloneError('message', `of the unknown kind ${String(kind)}`);
  return Reflect.construct(View, [bytes.buffer]);
}

/** Structured clone keeps the name of the language's own errors only, and no further properties. */
export function decodeError({
  name,
  message,
  stack,
}: {
  name: string;
  message: string;
  stack: string;
}): Error {
  const known = ['EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'];
  const Kind: typeof Error = known.includes(name) ? Reflect.get(globalThis, name) : Error;
  return Object.defineProperty(new Kind(message), 'stack', { value: stack, configurable: true });
}
