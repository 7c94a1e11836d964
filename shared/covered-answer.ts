import { entryAt, isList, isObject, isPrimitive, stepsOf } from './assessment-paths.ts';
import { readStatusAnswer } from './read-answer.ts';
import { resultsOf, screeningCallsOf } from './read-results.ts';
import type { Json } from './request.ts';

/**
 * The values at these paths of results, where they were, and nothing else; undefined if there are none. Entries of a list
 * that are chosen by a key keep that key, which the path names anyway.
 */
export function openPart(results: Json | undefined, paths: readonly string[]): Json | undefined {
  if (results === undefined) return undefined;
  return kept(
    results,
    paths.flatMap((path) => {
      const steps = stepsOf(path);
      return steps === undefined ? [] : [steps];
    }),
  );
}

function kept(value: Json, paths: readonly (readonly string[])[]): Json | undefined {
  if (paths.length === 0) return undefined;
  if (isPrimitive(value)) return paths.some((steps) => steps.length === 0) ? value : undefined;
  const firstSteps = [...new Set(paths.flatMap(([first]) => (first === undefined ? [] : [first])))];
  const within = (inner: Json, step: string) =>
    kept(
      inner,
      paths.filter(([first]) => first === step).map((steps) => steps.slice(1)),
    );
  return isList(value) ? keptOfList(value, firstSteps, within) : keptOfObject(value, firstSteps, within);
}

type Within = (inner: Json, step: string) => Json | undefined;

function keptOfObject(value: Json, steps: readonly string[], within: Within): Json | undefined {
  if (!isObject(value)) return undefined;
  const members = steps.flatMap((step) => {
    const inner = Object.hasOwn(value, step) ? value[step] : undefined;
    const part = inner === undefined ? undefined : within(inner, step);
    return part === undefined ? [] : [[step, part] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/**
 * In the order of the paths, without the entries that are left out: a place among them would tell how many there are. What is
 * open by its place is kept under its number, as `{"3": …}`: its path finds it there, and needs no entries before it.
 */
function keptOfList(list: readonly Json[], steps: readonly string[], within: Within): Json | undefined {
  const parts = steps.flatMap((step) => {
    const found = entryAt(list, step);
    const part = found && within(found.entry, step);
    if (!found || part === undefined) return [];
    const named = found.key === null ? {} : { [found.key.name]: found.key.value };
    return [{ step, isNumbered: found.key === null, part: isObject(part) ? { ...named, ...part } : part }];
  });
  if (parts.length === 0) return undefined;
  if (parts.some(({ isNumbered }) => isNumbered))
    return Object.fromEntries(parts.map(({ step, part }) => [step, part]));
  return parts.map(({ part }) => part);
}

/**
 * An answer of the service with the open part of its results and the documented fields of the rest: a field nobody knows
 * might repeat a result. Null if it can't be read.
 */
export function coveredAnswer(answer: string, paths: readonly string[]): string | null {
  const read = readStatusAnswer(answer).answer;
  if (!read) return null;
  const results = openPart(resultsOf(read), paths);
  return JSON.stringify({
    request_id: read.request_id,
    status: read.status,
    screening_calls: screeningCallsOf(read).map(({ id, timestamp, durationMinutes, status }) => ({
      id,
      timestamp,
      duration_minutes: durationMinutes,
      status,
    })),
    ...(results !== undefined && { assessment_results: results }),
  });
}
