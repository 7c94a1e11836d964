import type { Coded, Given } from './coded.ts';

/** A code with its values, of a table that the caller names. */
export function coded<Values, Code extends keyof Values>(
  code: Code,
  ...[values]: Given<Values, Code>
): Coded<Values> {
  // A code and its values fit each other by the types of the parameters.
  return { code, values: values ?? null } as Coded<Values>;
}
