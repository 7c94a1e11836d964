import { parseJson } from './parse-json.ts';
import { readSafely } from './read-safely.ts';
import { type InterviewRequestAnswer, interviewRequestAnswer } from './service-interface.ts';

/** The answer of a status read, as far as it can be read. */
export type ReadAnswer =
  | {
      readonly answer: InterviewRequestAnswer;
      /** What is left out of it because it is not of its kind; undefined where that is nothing. */
      readonly leftOut: string | undefined;
    }
  | { readonly answer?: undefined; readonly reason: string };

/** Reads the body of a status read: a field of a call that is not of its kind is left out, and the rest counts. */
export function readStatusAnswer(body: string): ReadAnswer {
  const value = parseJson(body);
  const whole = readSafely(interviewRequestAnswer, value);
  if (whole.success) return { answer: whole.data, leftOut: undefined };
  const issues = whole.error.issues;
  for (const { path } of issues) leaveOut(value, path);
  const rest = readSafely(interviewRequestAnswer, value);
  const reason = whatIsWrong(issues);
  return rest.success ? { answer: rest.data, leftOut: reason } : { reason };
}

/** Of the calls alone: without its status, an answer says nothing. A call that is none stays one, with no fields. */
function leaveOut(value: unknown, [first, index, field]: readonly PropertyKey[]): void {
  if (first !== 'screening_calls' || !isObject(value)) return;
  const calls = value[first];
  if (!Array.isArray(calls)) delete value[first];
  else if (typeof index === 'number') {
    if (typeof field === 'string' && isObject(calls[index])) delete calls[index][field];
    else calls[index] = {};
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Of what is wrong with an answer, as much as a sentence holds: ten thousand calls may be wrong in four fields each. */
const MOST_NAMED = 3;

function whatIsWrong(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]) {
  const named = issues
    .slice(0, MOST_NAMED)
    .map(({ path, message }) => `${path.join('.') || 'answer'}: ${message}`);
  if (issues.length > MOST_NAMED) named.push(`and ${issues.length - MOST_NAMED} more`);
  return named.join('; ');
}
