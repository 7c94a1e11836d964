import { setTimeout as pause } from 'node:timers/promises';
import { openBrowser, openSignedIn } from '../app-window.ts';
import { fillWithWaiting } from '../launch/waiting-requests.ts';
import type { Bench, Part } from '../part.ts';
import { cpuSecondsOf, NO_PROC } from '../process-usage.ts';
import { startBenchService } from '../service/bench-service.ts';

const TRACKED = 2000;
const BUDGET_MINUTES = 10;
/** The budget that a new user has: status reads a minute, and ten seconds' worth that may be saved up. */
const READS_A_MINUTE = 60;
const SAVED_UP = READS_A_MINUTE / 6;
/** After the window is gone, ms: what it had begun is over then. */
const SETTLING_MS = 5000;

export const idle: Part = {
  name: 'idle',
  budgets: ['F13'],
  about: '2,000 requests tracked, window hidden, ten minutes: CPU time of the main process',
  async run(bench) {
    const minutes = Number(process.env['CALLBOARD_BENCH_IDLE_MINUTES'] ?? BUDGET_MINUTES);
    const ran = minutes === BUDGET_MINUTES ? '' : ` (ran ${minutes} minutes; budget scaled)`;
    const what = `main process hidden for ${BUDGET_MINUTES} minutes with 2,000 tracked: CPU time${ran}`;
    if (NO_PROC) return { figures: [], notRun: [{ budget: 'F13', what, why: NO_PROC }] };
    const { cpuSeconds, reads } = await idleFor(minutes, bench);
    const bound = { atMost: minutes / BUDGET_MINUTES };
    const behind = {
      'status reads meanwhile': reads,
      'CPU time in a minute ms': (cpuSeconds * 1000) / minutes,
    };
    return {
      figures: [{ budget: 'F13', what, value: cpuSeconds, unit: 's', bound, rounds: [cpuSeconds], behind }],
    };
  },
};

async function idleFor(minutes: number, bench: Bench): Promise<{ cpuSeconds: number; reads: number }> {
  const service = await startBenchService();
  const browser = await openBrowser();
  const userData = bench.temporaryFolder();
  await fillWithWaiting(userData, TRACKED, service.origin);
  const settings = { closeToTray: true, trayIcon: true };
  const app = await openSignedIn({ browser, userData, origin: service.origin, settings });
  try {
    await app.closeWindow();
    await app.page.evaluate(seemHidden);
    await pause(SETTLING_MS);
    await service.reset();
    const before = cpuSecondsOf(app.pid);
    bench.say(`idle for ${minutes} minutes`);
    await pause(minutes * 60_000);
    const cpuSeconds = cpuSecondsOf(app.pid) - before;
    const { reads } = await service.counts();
    const budget = READS_A_MINUTE * minutes + SAVED_UP;
    if (reads === 0 || reads > budget)
      throw new Error(`${reads} statuses were read: up to ${budget} may be.`);
    return { cpuSeconds, reads };
  } finally {
    await app.quit();
    await browser.close();
    await service.close();
  }
}

/** Runs in the page. A hidden window's page knows that it is hidden; a browser's page has to be told here. */
function seemHidden(): void {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
  Object.defineProperty(document, 'hidden', { value: true });
  document.dispatchEvent(new Event('visibilitychange'));
}
