import fc from 'fast-check';

/** A list of these texts. */
export const listOf = (each: fc.Arbitrary<string>, maxLength = 9) =>
  fc.array(each, { maxLength }).map((texts) => `[${texts.join(',')}]`);

/** One of these values, hardly spoilt, so that many documents are right in some parts and wrong in others. */
export const plainly = (members: Readonly<Record<string, fc.Arbitrary<string>>>) =>
  fc.record(members, { requiredKeys: [] }).map(
    (chosen) =>
      `{${Object.entries(chosen)
        .map(([key, text]) => `"${key}":${text}`)
        .join(',')}}`,
  );

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
