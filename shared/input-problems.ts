// Imports only types of input-values.ts, so that the first screen doesn't load its schemas.
import type { CodeArguments, Coded } from './coded.ts';
import type { InputValues } from './input-values.ts';
import { coded } from './make-coded.ts';

type InputCode = keyof InputValues;
export type InputProblem = Coded<InputValues>;

export function problem<Code extends InputCode>(
  code: Code,
  ...values: CodeArguments<InputValues, Code>
): InputProblem {
  return coded<InputValues, Code>(code, ...values);
}

/** A problem encoded as a zod issue message, which can only be text; {@link decodeProblem} reads it. */
export function issueMessage<Code extends InputCode>(
  code: Code,
  ...values: CodeArguments<InputValues, Code>
): string {
  return encodeProblem(problem(code, ...values));
}

export function encodeProblem(wrong: InputProblem): string {
  return JSON.stringify(wrong);
}

const ENCODED_PREFIX = '{"code":';

/**
 * The problem of a schema issue; `does_not_fit` with zod's own message if the schema doesn't use {@link issueMessage}.
 */
export function decodeProblem({ message }: { readonly message: string }): InputProblem {
  if (!message.startsWith(ENCODED_PREFIX)) return problem('does_not_fit', { reason: message });
  return JSON.parse(message);
}
