import { isObject, parseJson } from './parse-json.ts';
import { readSafely } from './read-safely.ts';
import { type InterviewRequestAnswer, interviewRequestAnswer } from './service-interface.ts';

/** The readable part of a status answer. */
type ReadAnswer =
  | {
      readonly answer: InterviewRequestAnswer;
      /** The parts left out as invalid; undefined if none. */
      readonly leftOut: string | undefined;
    }
  | { readonly answer?: undefined; readonly reason: string };

/** Parses the body of a status answer. Invalid fields of a call are left out, and the rest is used. */
export function readStatusAnswer(body: string): ReadAnswer {
  const value = parseJson(body);
  const whole = readSafely(interviewRequestAnswer, value);
  if (whole.success) return { answer: whole.data, leftOut: undefined };
  const issues = whole.error.issues;
  for (const { path } of issues) removeCallPart(value, path);
  const rest = readSafely(interviewRequestAnswer, value);
  const reason = describeIssues(issues);
  return rest.success ? { answer: rest.data, leftOut: reason } : { reason };
}

/**
 * Removes an invalid part of the calls; other fields are essential. A malformed call becomes an empty one, so it still
 * counts.
 */
function removeCallPart(value: unknown, [first, index, field]: readonly PropertyKey[]): void {
  if (first !== 'screening_calls' || !isObject(value)) return;
  const calls = value[first];
  if (!Array.isArray(calls)) delete value[first];
  else if (typeof index === 'number') {
    if (typeof field === 'string' && isObject(calls[index])) delete calls[index][field];
    else calls[index] = {};
  }
}

/** Issues named in the message: ten thousand calls may have four each. */
const MAX_ISSUES = 3;

function describeIssues(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
) {
  const named = issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => `${path.join('.') || 'answer'}: ${message}`);
  if (issues.length > MAX_ISSUES) named.push(`and ${issues.length - MAX_ISSUES} more`);
  return named.join('; ');
}
