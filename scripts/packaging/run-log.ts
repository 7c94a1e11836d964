import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Events that a short, undisturbed run doesn't have. */
const ERRORS = /^(?:trouble|page_gone|process_gone|log_lines_lost|run_ended_without_stop)$/;

/** The app's log (`logs/callboard.log` in its data folder); empty until there is one. */
export function readLog(userData: string): string {
  const path = join(userData, 'logs', 'callboard.log');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** The lines of the app's log, oldest first. */
export function logLines(userData: string): readonly string[] {
  return readLog(userData).split('\n').filter(Boolean);
}

/** Whether a page got the answer to a call: window, page, main process and storage work together. */
export function pageWasAnswered(userData: string): boolean {
  return logLines(userData).some((line) => eventOf(line) === 'first_call_answered');
}

/** Problems in the log of a run that opened a page and was asked to quit. */
export function runProblems(userData: string): string[] {
  const lines = logLines(userData);
  const last = lines.at(-1) ?? 'no line';
  return [
    ...(pageWasAnswered(userData) ? [] : ['No call of the page was answered.']),
    ...(eventOf(last) === 'app_stopped' ? [] : [`The run did not stop in order: its log ends with ${last}`]),
    ...lines.filter(isError).map((line) => `The log has: ${line}`),
  ];
}

/** Without a graphics card, as on build machines, the GPU process ends once and Chromium draws by itself. */
function isError(line: string): boolean {
  return ERRORS.test(eventOf(line)) && !line.includes(' process_gone type=GPU ');
}

/** A line is a time, a level and an event with its fields. */
function eventOf(line: string): string {
  return line.split(/ +/)[2] ?? '';
}
