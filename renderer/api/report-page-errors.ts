import type { PageError } from '../../shared/diagnostics.ts';
import { api } from './api.ts';

/** Limits log entries per page load, in case a page fails in a loop. */
const MAX_REPORTS = 50;

let reported = 0;

/** Logs uncaught errors from now on: their name and stack positions, never their message, which may hold personal data. */
export function reportPageErrors(): void {
  window.addEventListener('error', ({ error }) => reportPageError(error));
  window.addEventListener('unhandledrejection', ({ reason }) => reportPageError(reason));
}

export function reportPageError(error: unknown): void {
  if (reported >= MAX_REPORTS) return;
  reported += 1;
  // If logging fails, there is nowhere left to report that.
  api.diagnostics.pageError(pageErrorOf(error)).catch(() => undefined);
}

/** An error's name, code and positions in the page's own files. */
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
