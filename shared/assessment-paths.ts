import type { Json } from './request.ts';

/**
 * Paths into assessment results: RFC 6901 JSON pointers such as `/skills/english`. A step into a list may select an
 * entry by a key instead of its index, `/answers/question=Why us?/score`, because the order differs between candidates.
 */

/** The pointer extended by one step. */
export function stepInto(path: string, step: string): string {
  return `${path}/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The step that selects the list entry whose `key` equals `value`. */
export function namedStep(key: string, value: string): string {
  return `${key}=${value}`;
}

/** The steps of a pointer; undefined if it is malformed. */
export function stepsOf(path: string): readonly string[] | undefined {
  if (path === '') return [];
  if (!path.startsWith('/')) return undefined;
  return path
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a pointer; undefined if there is none. */
export function valueAt(results: Json | undefined, path: string): Json | undefined {
  const steps = stepsOf(path);
  if (steps === undefined) return undefined;
  let value = results;
  for (const step of steps) value = value === undefined ? undefined : inside(value, step);
  return value;
}

function inside(value: Json, step: string): Json | undefined {
  if (isList(value)) return entryOf(value, step);
  if (isObject(value)) return Object.hasOwn(value, step) ? value[step] : undefined;
  return undefined;
}

function entryOf(list: readonly Json[], step: string): Json | undefined {
  return entryAt(list, step)?.entry;
}

/** An entry of a list, with its place, and the key by which a step selects it; null for a step that is its place. */
interface ListEntry {
  readonly entry: Json;
  readonly index: number;
  readonly key: { readonly name: string; readonly value: string } | null;
}

/** The entry that a step into a list selects; undefined if there is none. */
export function entryAt(list: readonly Json[], step: string): ListEntry | undefined {
  if (/^(?:0|[1-9]\d{0,8})$/.test(step)) {
    const [index, entry] = [Number(step), list[Number(step)]];
    return entry === undefined ? undefined : { entry, index, key: null };
  }
  // A key may contain `=`, so try every split, shortest key first.
  for (let at = step.indexOf('='); at > 0; at = step.indexOf('=', at + 1)) {
    const key = step.slice(0, at);
    const wanted = step.slice(at + 1);
    const index = list.findIndex(
      (entry) => isObject(entry) && Object.hasOwn(entry, key) && entry[key] === wanted,
    );
    const entry = list[index];
    if (entry !== undefined) return { entry, index, key: { name: key, value: wanted } };
  }
  return undefined;
}

export type JsonObject = { readonly [key: string]: Json };

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}

const keyCache = new WeakMap<JsonObject, readonly string[]>();

/** The keys of an object in order; cached, because an object may have a million of them. */
export function keysOf(group: JsonObject): readonly string[] {
  const known = keyCache.get(group);
  if (known) return known;
  const keys = Object.keys(group);
  keyCache.set(group, keys);
  return keys;
}

/** True for anything but an object or an array. */
export function isPrimitive(value: Json | undefined): value is string | number | boolean | null | undefined {
  return value === undefined || value === null || typeof value !== 'object';
}
