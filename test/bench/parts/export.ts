import { statSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { openBrowser, openHistory } from '../app-window.ts';
import { noteFrames, takeFrames } from '../page-frames.ts';
import type { Bench, Part } from '../part.ts';
import { median } from '../statistics.ts';

const REQUESTS = 100_000;
const DONE = `${REQUESTS.toLocaleString('en')} requests exported`;

/** All requests written to a CSV, while the window is asked for pages of its list. */
export const exportPart: Part = {
  name: 'export',
  budgets: ['F12'],
  about: '100,000 requests to a CSV, and how long the window waits for its list meanwhile',
  async run(bench) {
    const browser = await openBrowser();
    try {
      const rounds: Round[] = [];
      while (rounds.length < bench.rounds) {
        rounds.push(await round(bench, browser));
        bench.say(`${rounds.length} of ${bench.rounds} rounds`);
      }
      const of = (which: keyof Round): number[] => rounds.map((each) => each[which]);
      const [took, waited] = [of('seconds'), of('longestAnswer')];
      return {
        figures: [
          {
            budget: 'F12',
            what: 'export of 100,000 requests to CSV',
            value: median(took),
            unit: 's',
            bound: { atMost: 10 },
            rounds: took,
            behind: { 'file MB': median(of('megabytes')) },
          },
          {
            budget: 'F12',
            what: 'longest that the window waits for a page of its list meanwhile',
            value: median(waited),
            unit: 'ms',
            bound: { atMost: 100 },
            rounds: waited,
            behind: { 'longest frame ms': median(of('longestFrame')) },
          },
        ],
      };
    } finally {
      await browser.close();
    }
  },
};

interface Round {
  readonly seconds: number;
  readonly megabytes: number;
  readonly longestAnswer: number;
  readonly longestFrame: number;
}

async function round(bench: Bench, browser: Browser): Promise<Round> {
  const app = await openHistory({ browser, userData: await bench.dataset(REQUESTS) });
  const { page } = app;
  try {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const path = app.nextSavePath();
    await noteFrames(page);
    const asked = askUntil(page, DONE);
    const started = performance.now();
    await page.getByRole('menuitem', { name: 'All requests: CSV, for spreadsheets' }).click();
    const answers = await asked;
    const seconds = (performance.now() - started) / 1000;
    const { frames } = await takeFrames(page);
    return {
      seconds,
      megabytes: statSync(await path).size / 1e6,
      longestAnswer: Math.max(...answers),
      longestFrame: Math.max(...frames),
    };
  } finally {
    await app.quit();
  }
}

/** Asks for a page of the list ten times a second, as the window does, until it says so; how long each took, ms. */
function askUntil(page: Page, words: string): Promise<number[]> {
  return page.evaluate(async (done) => {
    const state = (await window.callboard.call('app.state', undefined)) as {
      value: { currentWorkspace: { id: string } };
    };
    const workspaceId = state.value.currentWorkspace.id;
    const took: number[] = [];
    while (!document.body.textContent.includes(done)) {
      const asked = performance.now();
      await window.callboard.call('requests.list', { workspaceId, offset: took.length * 100 });
      took.push(performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return took;
  }, words);
}
