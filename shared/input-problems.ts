// The first screen has words for these problems, and need not wait for the schemas of their values.
import type { Coded, Given } from './coded.ts';
import type { InputValues } from './input-values.ts';
import { coded } from './make-coded.ts';

export type InputCode = keyof InputValues;
export type InputProblem = Coded<InputValues>;

export function problem<Code extends InputCode>(
  code: Code,
  ...values: Given<InputValues, Code>
): InputProblem {
  return coded<InputValues, Code>(code, ...values);
}

/** A problem as the message of a schema: zod takes a text alone. {@link problemOf} reads it. */
export function says<Code extends InputCode>(code: Code, ...values: Given<InputValues, Code>): string {
  return asMessage(problem(code, ...values));
}

export function asMessage(wrong: InputProblem): string {
  return JSON.stringify(wrong);
}

const OURS = '{"code":';

/** What is wrong, of an issue of a schema; where the schema has no {@link says}, in the library's own words. */
export function problemOf({ message }: { readonly message: string }): InputProblem {
  if (!message.startsWith(OURS)) return problem('does_not_fit', { reason: message });
  return JSON.parse(message);
}
