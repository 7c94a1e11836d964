import type { RequestProblem } from '../problems.ts';

export const REQUEST_PROBLEM_WORDS: Readonly<
  Record<RequestProblem['code'], (problem: RequestProblem) => string>
> = {
  part_unreadable: ({ reason }) => `Couldn't read part of the service's answer (${reason}).`,
  unreadable: ({ reason }) => `Couldn't read the service's answer (${reason}).`,
  too_large: () => "Couldn't read the service's answer (it is larger than 8 MiB).",
  other_request: ({ named }) =>
    `The service answered with another request: ${named}. That answer was ignored.`,
  not_found: () => "The service doesn't know this request.",
  refused: ({ httpStatus }) => `The service didn't return the status: HTTP ${httpStatus}.`,
};

export function requestProblemWords(problem: RequestProblem): string {
  return REQUEST_PROBLEM_WORDS[problem.code](problem);
}
