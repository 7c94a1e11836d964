import type { PageError } from '../../shared/diagnostics.ts';
import { api } from './api.ts';

/** Errors of the page told to the log in one run of it: a page that fails in a loop says no more after these. */
const MOST_TOLD = 50;

let told = 0;

/** From now on, errors that nobody takes go to Callboard's log: their kind and place, no text of theirs. */
export function reportPageErrors(): void {
  window.addEventListener('error', ({ error }) => reportPageError(error));
  window.addEventListener('unhandledrejection', ({ reason }) => reportPageError(reason));
}

/** Tells one error to the log. */
export function reportPageError(error: unknown): void {
  if (told >= MOST_TOLD) return;
  told += 1;
  // Where even the log cannot be told, there is nobody left to tell.
  api.diagnostics.pageError(pageErrorOf(error)).catch(() => undefined);
}

/** The kind of an error, and where in the page's own files it was. */
export function pageErrorOf(error: unknown): PageError {
  if (!(error instanceof Error)) return { name: `thrown_${typeof error}`, code: null, places: [] };
  const code = 'code' in error && typeof error.code === 'string' ? error.code.slice(0, 60) : null;
  return { name: error.name.slice(0, 60), code, places: placesIn(error.stack ?? '') };
}

function placesIn(stack: string): PageError['places'] {
  return [...stack.matchAll(/\/([\w.-]{1,80}\.js)(?:\?[^:\s]*)?:(\d{1,6}):(\d{1,7})\)?$/gm)]
    .slice(0, 8)
    .map(([, file = '', line, column]) => ({ file, line: Number(line), column: Number(column) }));
}
