import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from '../../shared/ipc/contract.ts';

interface JsonSchema {
  readonly [field: string]: unknown;
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

/** Paths in a schema where a text or a list has no length limit. Formats such as a UUID have a fixed length. */
function unlimited(schema: unknown, path: string): string[] {
  if (!isSchema(schema)) return [];
  const own =
    (schema['type'] === 'string' &&
      schema['maxLength'] === undefined &&
      schema['enum'] === undefined &&
      schema['const'] === undefined &&
      schema['format'] === undefined &&
      !hasOneLength(schema['pattern'])) ||
    (schema['type'] === 'array' && schema['maxItems'] === undefined && schema['prefixItems'] === undefined)
      ? [`${path}: a ${schema['type']} without a limit`]
      : [];
  const below = Object.entries(schema).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.flatMap((each, index) => unlimited(each, `${path}.${name}[${index}]`))
      : unlimited(value, `${path}.${name}`),
  );
  return [...own, ...below];
}

/** Whether a pattern is anchored and has no unbounded repetition. */
function hasOneLength(pattern: unknown): boolean {
  return typeof pattern === 'string' && /^\^.*\$$/.test(pattern) && !/(?<!\\)[*+]|\{\d+,\}/.test(pattern);
}

const schemaOf = (input: z.ZodType): unknown =>
  z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });

const calls = Object.entries(contract).flatMap(([group, named]) =>
  Object.entries(named).map(([name, { input }]): [string, z.ZodType] => [`${group}.${name}`, input]),
);

describe('every text and list from a page has a limit', () => {
  test.each(calls)('%s', (_name, input) => {
    expect(unlimited(schemaOf(input), '')).toEqual([]);
  });

  test('a schema without a limit is found', () => {
    const loose = z.object({
      name: z.string(),
      tags: z.array(z.string().max(5)),
      by: z.record(z.string(), z.int()),
    });
    expect(unlimited(schemaOf(loose), '')).toHaveLength(3);
    const tight = z.object({
      name: z.string().max(5),
      id: z.uuid(),
      kind: z.enum(['a']),
      of: z.array(z.int()).max(2),
    });
    expect(unlimited(schemaOf(tight), '')).toEqual([]);
  });
});
