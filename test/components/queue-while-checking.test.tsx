import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppStateProvider, InWorkspace } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { staleAfter } from '../../renderer/api/stale.ts';
import { ImportPage } from '../../renderer/features/import/import-page.tsx';
import { importProblem, ofRow } from '../../shared/import-problems.ts';
import type { JudgedRow, RowsAsked } from '../../shared/imports.ts';
import { settings } from '../../shared/settings.ts';
import type { Workspace } from '../../shared/workspace.ts';
import { defaultRules } from '../../shared/workspace-rules.ts';
import { appState } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const JOB = '123e4567-e89b-12d3-a456-426614174000';

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

/** What was queued, by name. */
let queued: string[] = [];
/** Ends the check for duplicates that is under way. */
/** Numbers of the rows that main was asked about, by call. */
let asked: (readonly number[])[] = [];
let endCheck: (judged: readonly (JudgedRow | null)[]) => void;

beforeEach(async () => {
  queued = [];
  asked = [];
  await page.viewport(900, 700);
});

function Leavable() {
  const [isLeft, setLeft] = useState(false);
  return (
    <>
      {!isLeft && <ImportPage />}
      <button type="button" onClick={() => setLeft(true)}>
        Leave
      </button>
    </>
  );
}

/** Pastes these people, two at first; the check for duplicates stays under way. */
async function review(phones = PHONES) {
  const client = createQueryClient();
  stubBridge({
    'settings.get': () => settings.parse({}),
    'rules.get': () => defaultRules('Europe/Berlin'),
    'library.list': () => [],
    'imports.judgeRows': (input) => {
      const { rows }: RowsAsked = Object(input);
      asked.push(rows.map(({ number }) => number));
      return new Promise((resolve) => (endCheck = resolve));
    },
    'imports.list': () => [],
    'imports.recall': () => ({ columns: null, country: null, before: null }),
    'imports.remember': () => null,
    'imports.begin': () => null,
    'imports.keepProblems': () => null,
    'imports.finish': () => null,
    'imports.queue': (input) => {
      const rows: readonly { number: number; fields: { candidateName: string } }[] = Reflect.get(
        Object(input),
        'rows',
      );
      queued.push(...rows.map(({ fields }) => fields.candidateName));
      return { queued: rows.map(({ number }) => number), firstAt: null, forbidden: [] };
    },
  });
  await renderInTheme(
    <QueryClientProvider client={client}>
      <AppStateProvider state={appState({})}>
        <InWorkspace workspace={{ ...WORKSPACE, id: crypto.randomUUID() }}>
          <Leavable />
          <Notifications />
        </InWorkspace>
      </AppStateProvider>
    </QueryClientProvider>,
  );
  const people = phones.map((phone, at) =>
    [`Ada ${at}`, phone, 'https://cv.example/1', JOB, 'general'].join('\t'),
  );
  const headers = ['Name', 'Phone', 'CV', 'Job', 'Questionnaire'].join('\t');
  await userEvent.fill(page.getByLabelText('Or paste from a spreadsheet'), [headers, ...people].join('\n'));
  await page.getByRole('button', { name: 'Review pasted rows' }).click();
  return client;
}

const PHONES = ['+4915112345600', '+4915112345601'];
const DUPLICATE: JudgedRow = {
  state: 'duplicate',
  notes: [ofRow(importProblem('phone_twice', { first: 2, queued: false }))],
};
const button = (count: string) => page.getByRole('button', { name: `Queue ${count}` });

test('a click while rows are still checked is not lost: it queues them once they are', async () => {
  await review();
  await expect.element(button('2 submissions')).toHaveAttribute('aria-busy', 'true');
  await button('2 submissions').click();
  await expect.element(page.getByText('Queues them once they are checked.')).toBeVisible();
  expect(queued).toEqual([]);
  endCheck([null, null]);
  await expect.element(page.getByText('2 submissions are in the queue.')).toBeVisible();
  expect(queued).toEqual(['Ada 0', 'Ada 1']);
});

test('a click is not carried out if the check changes how many it would queue', async () => {
  await review();
  await button('2 submissions').click();
  await expect.element(page.getByText('Queues them once they are checked.')).toBeVisible();
  endCheck([null, DUPLICATE]);
  await expect.element(page.getByText(/The number has changed/)).toBeVisible();
  expect(queued).toEqual([]);
  await button('1 submission').click();
  await expect.element(page.getByText('1 submission is in the queue.')).toBeVisible();
  expect(queued).toEqual(['Ada 0']);
});

test('leaving the page before the check has ended says that nothing was queued', async () => {
  await review();
  await button('2 submissions').click();
  await expect.element(page.getByText('Queues them once they are checked.')).toBeVisible();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect.element(page.getByText('Nothing was queued')).toBeVisible();
  endCheck([null, null]);
  expect(queued).toEqual([]);
});

test('only rows with the telephone of a changed row are asked about again, all of them once main knows more', async () => {
  const [ada = '', bob = ''] = PHONES;
  const client = await review([ada, bob, ada]);
  // A telephone's rows are asked about together.
  await expect.poll(() => asked).toEqual([[2, 4, 3]]);
  endCheck([null, DUPLICATE, null]);
  const last = page.getByRole('row').filter({ hasText: 'Ada 2' });
  await expect.element(last.getByText('Duplicate', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Leave out row 2' }).click();
  await expect.poll(() => asked.slice(1)).toEqual([[4]]);
  endCheck([null]);
  await expect.element(last.getByText('Ready', { exact: true })).toBeVisible();

  void client.invalidateQueries(staleAfter({ topic: 'do_not_call' }));
  await expect.poll(() => asked.slice(2)).toEqual([[3, 4]]);
});
