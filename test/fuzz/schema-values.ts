import fc from 'fast-check';
import { z } from 'zod';
import { hostileText } from './hostile.ts';

/** Malicious values for any position; only values that a page can send: no functions, no cycles. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: hostileText, weight: 2 },
  {
    arbitrary: fc.anything({
      withNullPrototype: false,
      withDate: true,
      maxDepth: 3,
      values: [fc.boolean(), fc.double(), fc.integer(), hostileText, fc.constantFrom(null, undefined)],
      key: fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toJSON', 'then', 'id', 'ids')),
    }),
    weight: 2,
  },
  {
    arbitrary: fc.constantFrom<unknown>(
      JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
      { length: { valueOf: 1, toString: 1 } },
      { toString: 1, valueOf: 1 },
      Array.from({ length: 20_000 }, () => 0),
      new Uint8Array(1000),
      Number.NaN,
      Number.POSITIVE_INFINITY,
      -0,
      2 ** 53 + 2,
    ),
    weight: 1,
  },
);

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
}

/** Meaningful texts: ids, addresses, numbers, times. */
const MEANT = [
  'request-1',
  'workspace-1',
  '123e4567-e89b-12d3-a456-426614174000',
  'app.callboard:/oauth/callback?code=1&state=2',
  'app.callboard:/oauth/callback',
  'https://127.0.0.1:1/resume.pdf',
  '+12025550143',
  'Europe/Berlin',
  'updated',
  '09:00',
  'Ada',
];

/**
 * Valid or nearly valid inputs of a call, generated from its schema, so that new calls are covered. `workspaceIds`:
 * the
 * open workspaces, which most calls must name.
 */
export function nearlyValid(input: z.ZodType, workspaceIds: readonly string[]): fc.Arbitrary<unknown> {
  const json: JsonSchema = JSON.parse(
    JSON.stringify(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', reused: 'inline' })),
  );
  return fc.oneof(
    { arbitrary: named(valuesOf(json, false), workspaceIds), weight: 2 },
    { arbitrary: named(valuesOf(json, true), workspaceIds), weight: 2 },
    { arbitrary: anything, weight: 1 },
  );
}

/** The same values, mostly with an open workspace if they name one. */
function named(values: fc.Arbitrary<unknown>, workspaceIds: readonly string[]): fc.Arbitrary<unknown> {
  const ids = fc.option(fc.constantFrom(...workspaceIds), { freq: 8 });
  return fc.tuple(values, ids).map(([value, workspaceId]) => {
    const names = typeof value === 'object' && value !== null && Object.hasOwn(value, 'workspaceId');
    return names && workspaceId !== null ? { ...value, workspaceId } : value;
  });
}

/** `spoilt`: any part may be replaced by another value. */
function valuesOf(schema: JsonSchema, spoilt: boolean): fc.Arbitrary<unknown> {
  const proper = properValues(schema, spoilt);
  return spoilt ? fc.oneof({ arbitrary: proper, weight: 6 }, { arbitrary: anything, weight: 1 }) : proper;
}

function properValues(schema: JsonSchema, spoilt: boolean): fc.Arbitrary<unknown> {
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return fc.oneof(...several.map((each) => valuesOf(each, spoilt)));
  if (schema.allOf) {
    const parts = schema.allOf.map((each) => valuesOf(each, spoilt));
    return fc.tuple(...parts).map((values) => Object.assign({}, ...values.map(Object)));
  }
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return objectValues(schema, spoilt);
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, spoilt), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, 3),
      });
    case 'string':
      return schema.format === 'uuid'
        ? fc.uuid({ version: 4 })
        : fc.oneof(fc.constantFrom(...MEANT), hostileText);
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? 0, -1e9),
        max: Math.min(schema.maximum ?? 1e9, 1e9),
      });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.oneof(fc.constant(undefined), fc.constantFrom(...MEANT), anything);
  }
}

function objectValues(schema: JsonSchema, spoilt: boolean): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const entries = Object.entries(properties).map(([name, value]): [string, fc.Arbitrary<unknown>] => [
    name,
    valuesOf(value, spoilt),
  ]);
  const own = fc.record(Object.fromEntries(entries), { requiredKeys: spoilt ? [] : [...required] });
  if (typeof additionalProperties !== 'object') return own;
  const more = fc.dictionary(
    fc.constantFrom('name', '__proto__', 'status', 'pin:a'),
    valuesOf(additionalProperties, spoilt),
    {
      maxKeys: 3,
    },
  );
  return fc.tuple(own, more).map(([a, b]) => ({ ...a, ...b }));
}
