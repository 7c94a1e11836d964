import type { PageError } from '../../shared/diagnostics.ts';

/** Rebuilds the page's error, so that it is filtered for the log like any other. */
export function rebuildPageError({ name, code, places }: PageError): Error {
  const error = new Error('An error in the page.');
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
