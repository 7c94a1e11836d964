import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { CUSTOM_SCHEME_REDIRECT } from '../../../shared/custom-scheme.ts';
import type { Connection } from '../../../shared/workspace.ts';
import { headlessLaunchOptions } from '../../e2e/driver/chromium.ts';
import { type PreviewHost, startPreviewHost } from '../launch/preview-host.ts';
import { fillWithWaiting } from '../launch/waiting-requests.ts';
import type { Bench, Part } from '../part.ts';
import { startBenchService } from '../service/bench-service.ts';

const TRACKED = 2000;
const GOAL_MINUTES = 10;
/** The budget that a new user has: status reads a minute, and ten seconds' worth that may be saved up. */
const READS_A_MINUTE = 60;
const SAVED_UP = READS_A_MINUTE / 6;
/** After the window is gone, ms: what it had begun is over then. */
const SETTLING_MS = 5000;

export const idle: Part = {
  name: 'idle',
  about:
    '2,000 requests tracked, window hidden, ten minutes: CPU time of the main process, requests sent (B16)',
  async run(bench) {
    const minutes = Number(process.env['CALLBOARD_BENCH_IDLE_MINUTES'] ?? GOAL_MINUTES);
    if (!existsSync('/proc/self/stat')) {
      const why = 'The CPU time of a process with its threads is read from /proc, which this system lacks.';
      return { figures: [], notRun: [{ goal: 'B16', what: 'idle', why }] };
    }
    const { cpuSeconds, reads } = await idleFor(minutes, bench);
    const ran = minutes === GOAL_MINUTES ? '' : ` (ran ${minutes} minutes; bounds scaled)`;
    const share = minutes / GOAL_MINUTES;
    return {
      figures: [
        {
          goal: 'B16',
          what: `CPU time of the main process, ${TRACKED} tracked, hidden, 10 minutes${ran}`,
          value: cpuSeconds,
          unit: 's',
          bound: { atMost: share },
          rounds: [cpuSeconds],
          behind: { 'in a minute ms': (cpuSeconds * 1000) / minutes },
        },
        {
          goal: 'B16',
          what: `requests sent meanwhile; budget ${READS_A_MINUTE} a minute and ${SAVED_UP} saved up${ran}`,
          value: reads,
          unit: 'requests',
          bound: { atMost: READS_A_MINUTE * minutes + SAVED_UP },
          rounds: [reads],
        },
      ],
    };
  },
};

async function idleFor(minutes: number, bench: Bench): Promise<{ cpuSeconds: number; reads: number }> {
  const service = await startBenchService();
  const userData = bench.temporaryFolder();
  const connection = connectionTo(service.origin);
  await fillWithWaiting(userData, TRACKED, connection);
  const settings = { closeToTray: true, trayIcon: true, refreshesPerMinute: READS_A_MINUTE };
  writeFileSync(join(userData, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
  const keyring = join(bench.temporaryFolder(), 'keyring');
  const host = startPreviewHost({ userData, keyring });
  const browser = await chromium.launch(headlessLaunchOptions());
  try {
    const page = await browser.newPage();
    await page.goto(await host.page);
    await signIn(page, connection, host);
    await host.closeWindow();
    await page.evaluate(seemHidden);
    await pause(SETTLING_MS);
    await service.reset();
    const before = cpuSecondsOf(host.process.pid);
    bench.say(`idle for ${minutes} minutes`);
    await pause(minutes * 60_000);
    const cpuSeconds = cpuSecondsOf(host.process.pid) - before;
    const { reads } = await service.counts();
    if (reads === 0) throw new Error('Nothing was tracked: this measured nothing.');
    return { cpuSeconds, reads };
  } finally {
    await browser.close();
    await host.quit();
    await service.close();
  }
}

function connectionTo(origin: string): Connection {
  return {
    name: 'Bench',
    baseUrl: origin,
    authUrl: origin,
    clientId: 'bench',
    clientSecret: 'bench',
    redirectUri: CUSTOM_SCHEME_REDIRECT,
  };
}

/** Signs in through the page's own calls; what the browser would bring back is handed over as a second start does. */
async function signIn(page: Page, connection: Connection, host: PreviewHost): Promise<void> {
  const opened = host.nextOpened();
  await page.evaluate((input) => window.callboard.call('workspaces.connect', input), connection);
  const { searchParams } = new URL(await opened);
  const back = new URL(CUSTOM_SCHEME_REDIRECT);
  back.searchParams.set('code', 'bench');
  back.searchParams.set('state', searchParams.get('state') ?? '');
  await host.openLink(back.href);
  await page.getByText('Online', { exact: true }).waitFor();
}

/** Runs in the page. A hidden window's page knows that it is hidden; a browser's page has to be told here. */
function seemHidden(): void {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
  Object.defineProperty(document, 'hidden', { value: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** User and system time of a process with all its threads, s (proc_pid_stat(5), fields 14 and 15). */
function cpuSecondsOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

/** What Linux counts these times in, on every system it runs on today. */
const TICKS_A_SECOND = 100;
