import { setTimeout as pause } from 'node:timers/promises';
import { readLog } from '../packaging/run-log.ts';
import type { Checks } from './checks.ts';
import type { Host } from './host.ts';
import { StartedProgram } from './started-program.ts';

const AREA = 'Plain start';
const START_MS = 60_000;
const SECOND_MS = 30_000;
/** In the log once the main process and its storage thread work. */
const STARTED = / database_opened /;
const LINK = 'app.callboard:/oauth/callback?state=first-run&error=access_denied';

/**
 * Starts the built app without Playwright, as `npm start` does, hands it a link by a second start, and quits it as the system
 * does. Returns what it printed.
 */
export async function plainStart(
  host: Host,
  { folder, userData, flags }: { folder: string; userData: string; flags: readonly string[] },
  checks: Checks,
): Promise<string> {
  const app = new StartedProgram(host.command(folder, userData, flags));
  const started = await checks.run(
    AREA,
    `The app starts ${flags.join(' ')}`.trim(),
    async () => {
      await logHas(userData, app, STARTED);
      return firstLine(userData);
    },
    START_MS + 5000,
  );
  let second: StartedProgram | undefined;
  if (started) {
    await checks.run(AREA, 'A second start hands its link over and ends', async () => {
      second = new StartedProgram(host.command(folder, userData, [...flags, LINK]));
      const how = await second.end(SECOND_MS);
      if (how !== 'code 0') throw new Error(`It ended with ${how}.`);
      if (!app.running) throw new Error('The first start ended, too.');
      return how;
    });
    await checks.run(AREA, 'It quits in order when the system asks', async () => {
      const how = await app.quit();
      await logHas(userData, app, / app_stopped [^\n]*\n$/, 0);
      if (how !== 'code 0') throw new Error(`The log ends with app_stopped, but the process with ${how}.`);
      return `${how}; the log ends with app_stopped`;
    });
  }
  await app.end(0);
  return [app.output, second ? `--- the second start ---\n${second.output}` : ''].join('\n');
}

/** Waits until the log matches. */
async function logHas(
  userData: string,
  app: StartedProgram,
  wanted: RegExp,
  longestMs = START_MS,
): Promise<void> {
  const deadline = performance.now() + longestMs;
  for (;;) {
    const log = readLog(userData);
    if (wanted.test(log)) return;
    if (longestMs > 0 && !app.running) throw new Error(`It ended. ${lastLines(app.output)}`);
    if (performance.now() >= deadline) throw new Error(`The log ends with: ${lastLines(log)}`);
    await pause(100);
  }
}

function firstLine(userData: string): string {
  return readLog(userData).split('\n')[0] ?? '';
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-5).join('\n');
}
