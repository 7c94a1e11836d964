import { z } from 'zod';
import { isObject } from '../../shared/parse-json.ts';
import { type PolicyProblem, policyProblem } from '../../shared/policy.ts';
import { policySchema } from './policy-schema.ts';
import { type FoundPolicy, JsonProblem, memberPath, parseStrictJson, readPolicyText } from './policy-text.ts';

/** Name of the value that may hold the whole policy as JSON. */
const WHOLE = 'policy';

interface RegistryValue {
  /** Relative to the policy's key, in lower case: registry names are case-insensitive. */
  readonly path: readonly string[];
  readonly type: string;
  readonly data: string;
}

/**
 * Converts the output of `reg.exe query KEY /s` to a policy: names are values, groups are subkeys, connections are
 * numbered subkeys of `workspaces`, and booleans are the DWORDs 1 and 0. Alternatively, one value `Policy` holds all.
 */
export function readRegistryOutput(output: string): FoundPolicy {
  const values = parseOutput(output);
  if (values.length === 0) return { kind: 'absent' };
  const whole = values.find(({ path }) => path.length === 1 && path[0] === WHOLE);
  if (!whole) return documentOf(values);
  const found = readPolicyText(new TextEncoder().encode(textOf(whole)));
  if (found.kind !== 'document') return found;
  const problems = values
    .filter((value) => value !== whole)
    .map(({ path }) => policyProblem(path.join('.'), 'whole_policy_elsewhere'));
  return { ...found, problems };
}

const KEY = /^HKEY_[A-Z_]+\\.*$/;
const VALUE = /^ {4}(.+?) {4}(REG_[A-Z_]+)(?: {4}(.*))?$/;

function parseOutput(output: string): RegistryValue[] {
  const values: { path: string[]; type: string; data: string }[] = [];
  let root: string | undefined;
  let below: string[] = [];
  let open: { data: string } | undefined;
  for (const line of output.split(/\r?\n/)) {
    const found = VALUE.exec(line);
    if (KEY.test(line)) {
      root ??= line;
      below = line.slice(root.length).toLowerCase().split('\\').filter(Boolean);
      open = undefined;
    } else if (found) {
      const [, name = '', type = '', data = ''] = found;
      const value = { path: [...below, name.toLowerCase()], type, data };
      // A key's default value is printed in parentheses, with a localized name.
      if (!/^\(.*\)$/.test(name)) values.push(value);
      open = value;
    } else if (open) {
      // The next line of a multi-line value.
      open.data += `\n${line}`;
    }
  }
  return values;
}

function documentOf(values: readonly RegistryValue[]): FoundPolicy {
  const problems: PolicyProblem[] = [];
  const document: Record<string, unknown> = Object.create(null);
  for (const { path, ...value } of values) {
    try {
      const twice = setAtPath(document, path, dataOf({ path, ...value }));
      if (twice !== undefined) problems.push(policyProblem(twice, 'name_twice'));
    } catch (error) {
      if (!(error instanceof JsonProblem)) throw error;
      problems.push({ ...error.problem, where: path.reduce(memberPath, '') });
      setAtPath(document, path, null);
    }
  }
  const { workspaces } = document;
  if (typeof workspaces === 'object' && workspaces !== null && !Array.isArray(workspaces)) {
    document['workspaces'] = sortedByNumber(workspaces);
  }
  return { kind: 'document', document, problems };
}

/** Sets a value, or null where it can't be told; then gives where the JSON of another value has it, too. */
function setAtPath(
  into: Record<string, unknown>,
  [name = '', ...rest]: readonly string[],
  value: unknown,
  within = '',
): string | undefined {
  const known = into[name];
  const where = memberPath(within, name);
  if (known === null) return undefined;
  if (rest.length > 0 && (known === undefined || isObject(known))) {
    const below: Record<string, unknown> = Object.assign(Object.create(null), known);
    into[name] = below;
    return setAtPath(below, rest, value, where);
  }
  into[name] = known === undefined ? value : null;
  return known === undefined ? undefined : where;
}

/** The numbered keys in numeric order. Other names become null, so that they are reported as invalid. */
function sortedByNumber(workspaces: object): unknown[] {
  return Object.entries(workspaces)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([number, entry]) => (/^\d+$/.test(number) ? entry : null));
}

function dataOf(value: RegistryValue): unknown {
  const { path, type } = value;
  switch (type) {
    case 'REG_DWORD':
    case 'REG_QWORD':
      return numberOf(path, Number(value.data.trim()));
    case 'REG_SZ':
    case 'REG_EXPAND_SZ':
    case 'REG_MULTI_SZ':
      return mayBeJson(path) ? parseStrictJson(textOf(value)) : textOf(value);
    default:
      throw new JsonProblem(policyProblem('', 'registry_type', { type }));
  }
}

/** `reg.exe` prints line ends of a REG_MULTI_SZ as the two characters `\0`. */
function textOf({ type, data }: RegistryValue): string {
  return type === 'REG_MULTI_SZ' ? data.replaceAll('\\0', '\n') : data.trimEnd();
}

function numberOf(path: readonly string[], number: number): number | boolean {
  return BOOLEAN_PATHS.has(path.join('.')) && (number === 0 || number === 1) ? number === 1 : number;
}

/** Paths of booleans, which the registry can't tell from numbers. */
const BOOLEAN_PATHS: ReadonlySet<string> = new Set(pathsOfBooleans(policySchema, []));

function pathsOfBooleans(schema: unknown, path: readonly string[]): string[] {
  if (schema instanceof z.ZodOptional) return pathsOfBooleans(schema.unwrap(), path);
  if (schema instanceof z.ZodBoolean) return [path.join('.')];
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([name, member]) => pathsOfBooleans(member, [...path, name]));
}

/** Lists and groups may be JSON in one value instead of keys. */
function mayBeJson(path: readonly string[]): boolean {
  let schema: unknown = policySchema;
  for (const name of path) {
    if (!(schema instanceof z.ZodObject) || !Object.hasOwn(schema.shape, name)) return false;
    schema = withoutOptional(schema.shape[name]);
  }
  return schema instanceof z.ZodArray || schema instanceof z.ZodObject;
}

function withoutOptional(schema: unknown): unknown {
  return schema instanceof z.ZodOptional ? schema.unwrap() : schema;
}

/** Whether the output of `reg.exe query` lists a subkey of this name. */
export function listsKey(output: string, name: string): boolean {
  return output
    .split(/\r?\n/)
    .some((line) => KEY.test(line) && line.split('\\').at(-1)?.toLowerCase() === name.toLowerCase());
}
