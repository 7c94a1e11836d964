import type { Json } from './request.ts';

/**
 * Where a field is: an RFC 6901 JSON pointer such as `/skills/english`. A step into a list may name the entry instead
 * of its place, `/answers/question=Why us?/score`: the same question stands elsewhere with the next candidate.
 */

/** A pointer with one step more. */
export function stepInto(path: string, step: string): string {
  return `${path}/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The step to the entry of a list whose `key` is `value`. */
export function namedStep(key: string, value: string): string {
  return `${key}=${value}`;
}

/** The steps of a pointer; undefined for what is none. */
export function stepsOf(path: string): readonly string[] | undefined {
  if (path === '') return [];
  if (!path.startsWith('/')) return undefined;
  return path
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value a pointer leads to; undefined where it leads nowhere. */
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
  if (/^(?:0|[1-9]\d{0,8})$/.test(step)) return list[Number(step)];
  // A key may hold `=` itself: try every split, the shortest key first.
  for (let at = step.indexOf('='); at > 0; at = step.indexOf('=', at + 1)) {
    const key = step.slice(0, at);
    const wanted = step.slice(at + 1);
    const found = list.find((entry) => isObject(entry) && Object.hasOwn(entry, key) && entry[key] === wanted);
    if (found !== undefined) return found;
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

const keysRead = new WeakMap<JsonObject, readonly string[]>();

/** The keys of a group in its order; read once, for a group may have a million. */
export function keysOf(group: JsonObject): readonly string[] {
  const known = keysRead.get(group);
  if (known) return known;
  const keys = Object.keys(group);
  keysRead.set(group, keys);
  return keys;
}

/** A value that holds no others. */
export function isPlain(value: Json | undefined): value is string | number | boolean | null | undefined {
  return value === undefined || value === null || typeof value !== 'object';
}
