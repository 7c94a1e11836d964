import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { runDelaySeconds } from '../../../shared/imports.ts';
import { openSignedIn } from '../app-window.ts';
import type { BenchService } from '../service/bench-service.ts';
import { readPeak, watchPeak } from './peak-memory.ts';

export interface ImportRun {
  readonly browser: Browser;
  readonly service: BenchService;
  /** A new empty folder. */
  readonly userData: string;
  readonly csv: string;
  readonly rows: number;
  /** How long the service takes over each answer, ms. */
  readonly delayMs: number;
  /**
   * A folder in which Node keeps what it made of source files, for the next run: so the preview need not load the
   * compiler of its own TypeScript, which Electron has none of. The first run fills it.
   */
  readonly compileCache: string;
}

export interface ImportedRun {
  /** From the moment the file was chosen until every row's outcome was stored, ms. */
  readonly ms: number;
  /** From the moment the file was chosen until its rows could be queued, ms. */
  readonly reviewedMs: number;
  /** Until the service had answered all of them, ms. */
  readonly answeredMs: number;
  /** The most memory that the main process had, from its start to its end, bytes. */
  readonly peakBytes: number;
}

/** Creates on their way at the same time, as many as curl has. */
const CONCURRENCY = 8;
const STORED_AT_LEAST_WITHIN_MS = 10_000;

/**
 * A whole import in the built app: chosen on the Import page, read and checked there, queued the moment the button can
 * be pressed, sent, and all outcomes stored. The times are without the seconds in which a person could undo it.
 */
export async function importInApp(run: ImportRun): Promise<ImportedRun> {
  const { browser, service, userData, csv, rows } = run;
  const peakFile = join(userData, 'peak-memory');
  const app = await openSignedIn({
    browser,
    userData,
    origin: service.origin,
    settings: { undoSeconds: 0, queueConcurrency: CONCURRENCY },
    env: { ...watchPeak(peakFile), NODE_COMPILE_CACHE: run.compileCache },
  });
  let times: Omit<ImportedRun, 'peakBytes'>;
  try {
    await app.page.getByRole('link', { name: 'Import', exact: true }).click();
    const input = app.page.locator('input[type=file]');
    await input.waitFor({ state: 'attached' });
    const queueing = queueWhenReady(app.page);
    await service.reset(run.delayMs);
    const answered = service.created(rows);
    await input.setInputFiles(csv);
    const { chosenAt, queuedAt } = await queueing;
    const { lastCreateAt, created } = await answered;
    const storedAt = await allStored(join(userData, 'callboard.db'), rows);
    if (created !== rows) throw new Error(`The service created ${created} of ${rows}.`);
    const undoMs = 1000 * runDelaySeconds(rows, 0);
    times = {
      ms: storedAt - undoMs - chosenAt,
      reviewedMs: queuedAt - chosenAt,
      answeredMs: lastCreateAt - undoMs - chosenAt,
    };
  } finally {
    await app.quit();
  }
  return { ...times, peakBytes: readPeak(peakFile) };
}

/** Presses the button that queues the rows as soon as it can be pressed; UTC ms of that and of the file's choice. */
function queueWhenReady(page: Page): Promise<{ chosenAt: number; queuedAt: number }> {
  return page.evaluate(
    () =>
      new Promise<{ chosenAt: number; queuedAt: number }>((resolve) => {
        const now = (): number => performance.timeOrigin + performance.now();
        let chosenAt = 0;
        addEventListener('change', () => (chosenAt = now()), { capture: true, once: true });
        const observer = new MutationObserver(() => {
          const buttons = [...document.querySelectorAll<HTMLButtonElement>('main button')];
          const queue = buttons.find((each) => /^Queue [\d,]+ submissions$/.test(each.innerText.trim()));
          if (!queue || queue.disabled || queue.dataset['loading'] === 'true') return;
          observer.disconnect();
          queue.click();
          resolve({ chosenAt, queuedAt: now() });
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
      }),
  );
}

/** Looks into the database as another process until every outcome is stored; UTC ms of that. */
async function allStored(file: string, rows: number): Promise<number> {
  const database = new DatabaseSync(file, { readOnly: true });
  const count = database.prepare("SELECT count(*) AS stored FROM submissions WHERE state = 'accepted'");
  const until = Date.now() + STORED_AT_LEAST_WITHIN_MS;
  try {
    for (;;) {
      const stored = count.get()?.['stored'];
      if (stored === rows) return performance.timeOrigin + performance.now();
      if (Date.now() > until) throw new Error(`The app stored ${stored} of ${rows} outcomes.`);
      await wait(2);
    }
  } finally {
    database.close();
  }
}
