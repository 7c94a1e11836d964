import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppStateProvider, InWorkspace } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { ImportPage } from '../../renderer/features/import/import-page.tsx';
import { DAY_MS } from '../../shared/durations.ts';
import { type ImportProblem, importProblem, ofRow } from '../../shared/import-problems.ts';
import type { JudgedRow, RowsAsked } from '../../shared/imports.ts';
import { dayAt } from '../../shared/notice.ts';
import { settings } from '../../shared/settings.ts';
import type { Workspace } from '../../shared/workspace.ts';
import { defaultRules } from '../../shared/workspace-rules.ts';
import { appState } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const JOB = '123e4567-e89b-12d3-a456-426614174000';
const LONG_AGO = dayAt(Date.now() - 60 * DAY_MS);
const YESTERDAY = dayAt(Date.now() - DAY_MS);
const NEXT_MONTH = dayAt(Date.now() + 30 * DAY_MS);

/** Each test has a workspace of its own, whose import outlives the page. */
const WORKSPACE: Omit<Workspace, 'id'> = {
  name: 'Acme',
  kind: 'service',
  baseUrl: 'https://acme.example',
  authUrl: 'https://acme.example',
  issuer: '',
  clientId: 'callboard',
  redirectUri: 'app.callboard:/oauth/callback',
};

/** What main says about these days, if its rules ask for them. */
function judged(
  { rows, noticeOn: forAll, hasNoticeColumn }: RowsAsked,
  asked: boolean,
): readonly (JudgedRow | null)[] {
  if (!asked) return rows.map(() => null);
  const at = Date.now() + 6 * DAY_MS;
  const wait = { until: at, timeZone: null, notice: true };
  const wrong = (problem: ImportProblem): JudgedRow => ({
    state: 'invalid',
    notes: [{ field: 'noticeOn', ...problem }],
  });
  return rows.map(({ noticeOn = forAll }) => {
    if (noticeOn === null) return hasNoticeColumn ? wrong(importProblem('day_missing')) : null;
    if (noticeOn === NEXT_MONTH) return wrong(importProblem('day_to_come'));
    if (noticeOn !== YESTERDAY) return null;
    return { state: 'held', notes: [ofRow(importProblem('waits_for_notice', { at }))], wait };
  });
}

/** What was queued, chunk by chunk. */
let queued: { readonly fields: { readonly candidateName: string; readonly noticeOn: string | null } }[] = [];

beforeEach(async () => {
  queued = [];
  await page.viewport(900, 700);
});

/** Opens the page in a workspace whose rules ask for a notice of 7 days, and pastes these people with their days. */
async function review(asked: boolean, days: readonly string[]) {
  stubBridge({
    'settings.get': () => settings.parse({}),
    'rules.get': () => ({
      ...defaultRules('Europe/Berlin'),
      notice: { asked, required: true, days: 7 },
    }),
    'imports.judgeRows': (input) => judged(Object(input), asked),
    'library.list': () => [],
    'imports.list': () => [],
    'imports.recall': () => ({ columns: null, country: null, before: null }),
    'imports.remember': () => null,
    'imports.begin': () => null,
    'imports.keepProblems': () => null,
    'imports.finish': () => null,
    'imports.queue': (input) => {
      const { rows } = Object(input);
      queued.push(...rows);
      return { queued: rows.map(({ number }: { number: number }) => number), firstAt: null, forbidden: [] };
    },
  });
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={appState({})}>
        <InWorkspace workspace={{ ...WORKSPACE, id: crypto.randomUUID() }}>
          <ImportPage />
        </InWorkspace>
      </AppStateProvider>
    </QueryClientProvider>,
  );
  const people = days.map((day, at) =>
    [`Ada ${at}`, `+4915112345${600 + at}`, 'https://cv.example/1', JOB, 'general', day].join('\t'),
  );
  const headers = ['Name', 'Phone', 'CV', 'Job', 'Questionnaire', 'Notice given on'].join('\t');
  await userEvent.fill(page.getByLabelText('Or paste from a spreadsheet'), [headers, ...people].join('\n'));
  await page.getByRole('button', { name: 'Review pasted rows' }).click();
}

const row = (name: string) => page.getByRole('row').filter({ hasText: name });
const says = (name: string, words: string | RegExp) =>
  expect.element(row(name).getByText(words, { exact: typeof words === 'string' })).toBeVisible();
const forOthers = page.getByLabelText('Notice given to those without a day on');

test('each row shows its day of notice, and is marked, held, asked about or queued by it', async () => {
  await review(true, [LONG_AGO, YESTERDAY, NEXT_MONTH, '03/04/2026', '', 'soon']);
  await says('Ada 0', 'Ready');
  await says('Ada 1', 'Held');
  await says('Ada 1', /Notice too recent\. Goes out/);
  await says('Ada 2', 'Invalid');
  await says('Ada 2', /This day is still to come\./);
  await says('Ada 4', 'Invalid');
  await says('Ada 4', /Enter the day on which the candidate was told/);
  await says('Ada 5', 'Invalid');
  await says('Ada 5', /can’t be read as a day\. Write it as 2026-11-24\./);
  await expect.element(page.getByRole('button', { name: 'Queue 2 submissions' })).toBeVisible();

  // Asked, never guessed: the day first, or the month.
  const choice = page.getByRole('group', { name: 'Day of notice of row 5' });
  await choice.getByRole('button', { name: /month first/ }).click();
  await says('Ada 3', 'Ready');

  // A day for those without one; the others keep theirs.
  await userEvent.fill(forOthers, LONG_AGO);
  await says('Ada 4', 'Ready');
  await page.getByRole('button', { name: 'Queue 4 submissions' }).click();
  await expect.element(page.getByText('4 submissions are in the queue.')).toBeVisible();
  const days = queued.map(({ fields }) => `${fields.candidateName} ${fields.noticeOn}`);
  expect(days.toSorted()).toEqual([
    `Ada 0 ${LONG_AGO}`,
    `Ada 1 ${YESTERDAY}`,
    'Ada 3 2026-03-04',
    `Ada 4 ${LONG_AGO}`,
  ]);
});

test('the day is offered as a column only where the workspace asks for it, and needs none', async () => {
  await review(true, [LONG_AGO]);
  await says('Ada 0', 'Ready');
  await expect.element(forOthers).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Columns' }).click();
  const column = page.getByRole('combobox', { name: 'Notice given on' });
  await expect.element(column).toHaveDisplayValue('Notice given on');
  await userEvent.selectOptions(column, 'No column: one day for all rows');
  await expect
    .element(page.getByLabelText('Notice given to all of these on', { exact: false }))
    .toBeVisible();
  await expect.element(page.getByText('Choose a column or a value.')).not.toBeInTheDocument();
});

test('without that rule the column is one that no field uses', async () => {
  await review(false, ['soon']);
  await says('Ada 0', 'Ready');
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect.element(page.getByRole('combobox', { name: 'Phone number' })).toBeVisible();
  await expect
    .element(page.getByRole('combobox', { name: 'Notice given on' }))
    .toHaveDisplayValue('Not used');
});
