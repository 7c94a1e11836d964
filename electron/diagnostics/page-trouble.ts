import type { PageError } from '../../shared/diagnostics.ts';

/** An error of the page, in the form of one: what of it may be written is then judged like any other's. */
export function pageTrouble({ name, code, places }: PageError): Error {
  const error = new Error('An error of the page.');
  const stack = [
    error.message,
    ...places.map(({ file, line, column }) => `    at ${file}:${line}:${column}`),
  ];
  return Object.defineProperties(error, {
    name: { value: name },
    code: { value: code ?? undefined },
    stack: { value: stack.join('\n') },
  });
}
