import type { CodeArguments, Coded } from './coded.ts';

/** Makes a {@link Coded}; the caller names the table. */
export function coded<Values, Code extends keyof Values>(
  code: Code,
  ...[values]: CodeArguments<Values, Code>
): Coded<Values> {
  // The parameter types guarantee that the values belong to the code.
  return { code, values: values ?? null } as Coded<Values>;
}
