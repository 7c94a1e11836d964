import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { openStorage } from '../../electron/storage/storage.ts';
import { assessmentMaker, type MarkedAssessment, SCALE } from '../electron/covering/marked-assessments.ts';
import { marksIn } from '../electron/covering/marks.ts';
import { acceptance, sampleSubmission, sampleWorkspace } from '../electron/sample-submission.ts';
import { answered } from '../electron/storage/answered.ts';
import { axeViolations } from './axe.ts';
import type { RunningApp } from './driver/app-driver.ts';
import { expect, test } from './fixtures.ts';
import { MarkWatcher } from './mark-watcher.ts';
import { openRequests } from './steps.ts';

const COUNT = 24;
const QUESTIONNAIRE = 'q-1';
const JOB = 'job-1';

interface Candidate extends MarkedAssessment {
  readonly requestId: string;
  readonly name: string;
  readonly phoneNumber: string;
}

/** Fills a database with assessments of which every value is a mark. The workspace's own rule covers nothing. */
async function fill(userData: string, seed: number): Promise<Candidate[]> {
  const storage = await openStorage(
    join(userData, 'callboard.db'),
    new URL('../../out/main/storage-worker.js', import.meta.url),
  );
  const { stores } = storage;
  const workspace = sampleWorkspace();
  await stores.workspaces.save(workspace, 1000);
  const make = assessmentMaker(seed);
  const all: Candidate[] = [];
  const acceptedAt = Date.now() - 5 * 24 * 60 * 60 * 1000;
  for (let at = 0; at < COUNT; at += 1) {
    const who = { name: `Zqname${at}qz Person`, phoneNumber: `+4915${100_000_000 + at}` };
    const submission = sampleSubmission({
      ...{ id: randomUUID(), questionnaireTemplateId: QUESTIONNAIRE, jobDescriptionId: JOB },
      ...{ candidateName: who.name, phoneNumber: who.phoneNumber, createdAt: acceptedAt + at },
      resumeUrl: `https://zqresume${at}qz.example/cv.pdf`,
    });
    const requestId = `ir-${randomUUID()}`;
    await stores.submissions.add([submission]);
    await stores.submissions.save(acceptance(submission, requestId, acceptedAt + at, 'PENDING'));
    const assessment = make();
    const body = { request_id: requestId, status: 'COMPLETED', assessment_results: assessment.results };
    await answered(storage, requestId, body, { now: acceptedAt + 1000 + at });
    all.push({ ...assessment, ...who, requestId });
  }
  for (const [path, label, headline] of [
    ['/overall', 'Overall', true],
    ['/language', 'Language', false],
  ] as const) {
    const scale = headline
      ? { ...SCALE, better: 'higher' as const }
      : { smallest: null, largest: null, better: null };
    const cover = headline ? ('covered' as const) : ('open' as const);
    await stores.library.describe(workspace.id, QUESTIONNAIRE, path, {
      path,
      label,
      headline,
      cover,
      ...scale,
    });
  }
  while (await stores.pins.readSome(workspace.id));
  await storage.close();
  return all;
}

/** Puts the mouse on everything in view that may have a tooltip. */
async function hoverAll(page: Page, within: Locator): Promise<void> {
  const places = await within.locator('[title], [aria-describedby], button, a, dt, th').evaluateAll((parts) =>
    parts
      .map((part) => part.getBoundingClientRect())
      .filter(({ width, height, top }) => width > 0 && height > 0 && top > 0 && top < innerHeight)
      .map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })),
  );
  expect(places.length).toBeGreaterThan(0);
  for (const { x, y } of places) await page.mouse.move(x, y, { steps: 2 });
  await page.mouse.move(0, 0);
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Tracked requests' });
const rows = (page: Page) => grid(page).locator('[data-index]');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search requests' });

async function crawlList(page: Page, typed: readonly string[]): Promise<void> {
  await openRequests(page);
  await expect(rows(page).first()).toBeVisible();
  await hoverAll(page, rows(page).first());
  for (const title of ['Score', 'Language', 'Candidate']) {
    const head = grid(page).locator('[data-head-button]').filter({ hasText: title });
    if ((await head.count()) === 0) continue;
    await head.first().click();
    await head.first().click();
    await expect(rows(page).first()).toBeVisible();
  }
  for (const mark of typed) {
    await search(page).fill(mark);
    await expect(rows(page)).toHaveCount(0);
  }
  await search(page).fill('');
  await expect(rows(page).first()).toBeVisible();
}

async function crawlPalette(page: Page): Promise<void> {
  for (const [word, option] of [
    ['zqname1', /Zqname1\d*qz Person/],
    ['privacy', /Settings: Privacy/],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+k');
    const palette = page.getByRole('dialog', { name: 'Find an action or a request' });
    await palette.getByRole('combobox').fill(word);
    await expect(palette.getByRole('option', { name: option }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(palette).toHaveCount(0);
  }
}

async function crawlRequests(page: Page, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    await openRequests(page);
    await rows(page).nth(at).hover();
    await rows(page).nth(at).click();
    await expect(page.getByRole('region', { name: 'Assessment results' })).toContainText('Covered until');
    if (at === 0) {
      await expect(page.getByRole('main')).toContainText('Set by your organisation');
      await hoverAll(page, page.getByRole('main'));
      expect(await axeViolations(page)).toEqual([]);
    }
  }
}

async function crawlCompare(page: Page): Promise<void> {
  await openRequests(page);
  for (const at of [0, 1, 2]) await rows(page).nth(at).getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('rowheader', { name: 'Verdict' })).toBeVisible();
  await hoverAll(page, page.getByRole('table').first());
}

/** The dialogs that show examples from answers. */
async function crawlQuestionnaire(page: Page): Promise<void> {
  const named = page.getByRole('grid', { name: 'Questionnaires' }).getByRole('button', { name: 'Name it' });
  await named.first().click();
  await expect(page.getByText(/^Examples (?:appear once|are from)/)).toBeVisible();
  await page.getByRole('button', { name: 'Edit Overall' }).click();
  const form = page.getByRole('dialog', { name: 'What the values mean' });
  await expect(form.getByText(/^Examples (?:appear once|are from)/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function crawlPages(page: Page): Promise<void> {
  for (const name of ['New request', 'Import', 'Outbox', 'Library', 'Insights', 'Settings']) {
    await page.getByRole('link', { name, exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
    if (name === 'Library') await crawlQuestionnaire(page);
    if (name === 'Insights') await hoverAll(page, page.getByRole('main'));
  }
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await page.getByRole('grid', { name: 'Jobs' }).getByRole('row').nth(1).click();
  await page.getByText('Board', { exact: true }).click();
  await expect(page.getByRole('list', { name: 'To review' }).getByRole('listitem').first()).toBeVisible();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  const parts = page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('link');
  await page.getByText('Administration', { exact: true }).click();
  await expect.poll(() => parts.count()).toBeGreaterThan(5);
  for (let at = 0; at < (await parts.count()); at += 1) {
    await parts.nth(at).click();
    await expect(parts.nth(at)).toHaveAttribute('aria-current', 'page');
  }
}

async function exported(app: RunningApp, format: RegExp): Promise<string> {
  const { page } = app;
  await openRequests(page);
  await page.getByRole('button', { name: 'Export', exact: true }).first().click();
  await page.getByRole('menuitem', { name: format }).first().click();
  const path = await app.nextSavePath();
  // It is written under another name, and gets its own when it is whole.
  await expect.poll(() => existsSync(path)).toBe(true);
  const written = readFileSync(path, 'utf8');
  // The next export may have the same name.
  rmSync(path);
  return written;
}

test('no screen and no file shows a covered value, from the first paint on; verdicts show them', async ({
  launch,
  userData,
}, info) => {
  test.slow();
  const all = await fill(userData, 77);
  const path = join(userData, 'policy.json');
  writeFileSync(path, JSON.stringify({ rules: { verdict_first: true } }));
  const app = await launch({ CALLBOARD_POLICY_FILE: path });
  const { page } = app;
  await page.setViewportSize({ width: 1280, height: 800 });
  // What is typed in a search is on screen, so it can't be watched for.
  const typed = all.slice(0, 3).map(({ covered }) => covered.find((mark) => mark.startsWith('zqw')) ?? '');
  const results = all
    .flatMap(({ covered }) => covered)
    // Short decimals are in styles, too.
    .filter((mark) => !typed.includes(mark) && !mark.includes('.'));
  const watcher = new MarkWatcher(page, results);
  await watcher.start();
  await openRequests(page);
  await expect(rows(page).first()).toContainText('Covered');
  await info.attach('covered-list', { body: await page.screenshot() });

  await crawlList(page, typed);
  await crawlRequests(page, 4);
  await info.attach('covered-request', { body: await page.screenshot() });
  await crawlCompare(page);
  await info.attach('covered-compare', { body: await page.screenshot() });
  await crawlPages(page);
  await crawlPalette(page);
  expect(await watcher.found()).toEqual([]);
  for (const format of [/CSV/, /JSON/]) watcher.read(await exported(app, format));
  expect(await watcher.found()).toEqual([]);

  // By keyboard on a page, from a comparison, and for several at once.
  await openRequests(page);
  const [judged] = all;
  if (!judged) throw new Error('Nobody to judge.');
  await search(page).fill(judged.name);
  await expect(rows(page)).toHaveCount(1);
  await rows(page).first().hover();
  await rows(page).first().click();
  await expect(page.getByRole('heading', { name: judged.name })).toBeVisible();
  await page.keyboard.press('4');
  const reason = page.getByRole('dialog', { name: 'Verdict: Yes' });
  await expect(reason).toContainText(judged.name);
  await reason.getByLabel('Why this verdict?').fill('I know the work.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(reason).toBeHidden();
  await expect(page.getByRole('region', { name: 'Assessment results' })).toContainText(
    /You and the service (agree|differ)\./,
  );
  const shown = await watcher.found();
  expect(shown.length).toBeGreaterThan(0);
  const own = new Set(judged.covered.map((mark) => mark.toLowerCase()));
  expect(shown.filter((mark) => !own.has(mark))).toEqual([]);
  await info.attach('revealed', { body: await page.screenshot() });

  await openRequests(page);
  await search(page).fill('');
  await expect(rows(page).nth(5)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all' }).first().click();
  await page
    .getByRole('region', { name: 'Selected requests' })
    .getByRole('button', { name: 'Verdict' })
    .click();
  await page.getByRole('menuitem', { name: 'No', exact: true }).click();
  const several = page.getByRole('dialog', { name: 'Verdict: No' });
  await several.getByLabel('Why this verdict?').fill('The job is filled.');
  await several.getByRole('button', { name: 'Give verdict' }).click();
  await expect(several).toBeHidden();
  await expect(grid(page)).not.toContainText('Covered');
  await expect(rows(page).first()).toContainText(/Zqname\d+qz/);
  const json = await exported(app, /JSON/);
  for (const each of all) expect(marksIn(json, each.covered)).toEqual(each.covered);
  await page.getByRole('link', { name: 'Insights', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Agreement of verdict and score' })).toContainText('Agree');
  await info.attach('insights', { body: await page.screenshot({ fullPage: true }) });
});
