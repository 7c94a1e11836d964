import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Router } from 'wouter';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { readListFile } from '../../renderer/features/import/read-list-file.ts';
import { AddNumbersForm } from '../../renderer/features/settings/do-not-call/add-numbers.tsx';
import { RightsForm } from '../../renderer/features/settings/rights/rights-form.tsx';
import { dueWords, RightsPart } from '../../renderer/features/settings/rights/rights-part.tsx';
import { ListReaderProvider } from '../../renderer/parts/do-not-call/list-reader.ts';
import { ExplainDecision } from '../../renderer/parts/explain/explain-decision.tsx';
import { hashHref, useHashLocation, useHashSearch } from '../../renderer/routes/hash-location.ts';
import type { RightsRequest } from '../../shared/rights.ts';
import { defaultRules } from '../../shared/workspace-rules.ts';
import { appState } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

function entry(changes: Partial<RightsRequest> = {}): RightsRequest {
  return {
    id: 'r1',
    kind: 'access',
    way: 'email',
    state: 'open',
    receivedOn: '2026-11-03',
    dueOn: '2026-12-03',
    closedOn: null,
    name: 'Ada Lovelace',
    phone: '+49 30 901820',
    note: '',
    refusal: '',
    submissionId: null,
    erased: false,
    ...changes,
  };
}

let asked: [channel: string, input: unknown][] = [];
beforeEach(() => {
  asked = [];
});

function show(part: ReactNode, answers: Readonly<Record<string, unknown>> = {}) {
  const stubs = Object.entries({ 'rules.get': defaultRules('UTC'), ...answers }).map(
    ([channel, answer]) =>
      [
        channel,
        (input: unknown) => {
          asked.push([channel, input]);
          return answer;
        },
      ] as const,
  );
  stubBridge(Object.fromEntries(stubs));
  return renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={appState({})}>
        <Router hook={useHashLocation} searchHook={useHashSearch} hrefs={hashHref}>
          {part}
        </Router>
      </AppStateProvider>
    </QueryClientProvider>,
  );
}

function register(entries: readonly RightsRequest[]) {
  const open = entries.filter(({ state }) => state === 'open').length;
  return { 'rights.page': { entries, count: entries.length, open, all: entries.length } };
}

test('an open entry says in words when it is due, and a closed one how it ended', () => {
  const words = (dueOn: string) => dueWords(entry({ dueOn }), '2026-11-23');
  expect(words('2026-11-22')).toEqual({ words: 'Overdue by 1 day', tone: 'late' });
  expect(words('2026-11-23')).toEqual({ words: 'Due today', tone: 'soon' });
  expect(words('2026-11-30')).toEqual({ words: 'Due in 7 days', tone: 'soon' });
  expect(words('2026-12-01').tone).toBe('calm');
  const refused = dueWords(entry({ state: 'refused', closedOn: '2026-11-10' }), '2026-11-23');
  expect(refused).toMatchObject({ tone: 'calm', words: expect.stringMatching(/^Refused on /) });
});

test('an erased person’s entry names nobody and offers nothing that needs the person', async () => {
  await show(<RightsPart />, register([entry({ name: '', phone: '', erased: true, kind: 'erasure' })]));
  await expect.element(page.getByText('Erased person')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Mark as done for Erased person' })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'More actions for Erased person' }));
  await expect.element(page.getByRole('menuitem', { name: 'Edit…' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'Erase…' }).elements()).toEqual([]);
});

test('the due date follows the day of receipt until somebody chooses another', async () => {
  await show(<RightsForm edited={{ draft: {} }} onClose={() => undefined} />, { 'rights.save': entry() });
  const [received, due] = [page.getByLabelText('Received on'), page.getByLabelText('Due on')];
  await received.fill('2026-01-31');
  await expect.element(due).toHaveValue('2026-02-28');
  await due.fill('2026-03-15');
  await received.fill('2026-01-30');
  await expect.element(due).toHaveValue('2026-03-15');
  await due.fill('');
  await userEvent.click(page.getByRole('button', { name: 'Add the request' }));
  await expect.element(page.getByText('Enter a date.')).toBeVisible();
  expect(asked.filter(([channel]) => channel === 'rights.save')).toEqual([]);
});

test('a number that lacks its country is corrected where numbers are added, and then the entry can be closed', async () => {
  await show(<RightsPart />, register([entry({ kind: 'objection', phone: '(202) 555 0143' })]));
  await userEvent.click(page.getByRole('button', { name: /^Add to do-not-call list/ }));
  expect(location.hash).toBe('#/settings/do-not-call?add');
  const form = (
    <ListReaderProvider value={readListFile}>
      <AddNumbersForm onClose={() => undefined} />
      <Notifications />
    </ListReaderProvider>
  );
  await show(form, {
    'doNotCall.countNew': 1,
    'doNotCall.add': { added: 1, withdrawn: 0, sentBefore: [] },
  });
  const numbers = page.getByLabelText('Phone numbers');
  await expect.element(numbers).toHaveValue('(202) 555 0143');
  await numbers.fill('+1 (202) 555 0143');
  await userEvent.click(page.getByRole('button', { name: 'Add the number' }));
  await expect.element(page.getByText('Is this request done?')).toBeVisible();
});

test('an open entry needs something by which it can be answered', async () => {
  await show(<RightsForm edited={{ draft: {} }} onClose={() => undefined} />, { 'rights.save': entry() });
  const add = page.getByRole('button', { name: 'Add the request' });
  await userEvent.click(add);
  const name = page.getByLabelText('Candidate’s name');
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveAccessibleDescription('Enter a name, a number or a note.');
  const saved = () => asked.filter(([channel]) => channel === 'rights.save').length;
  expect(saved()).toBe(0);
  await page.getByLabelText('Note').fill('A letter without a name');
  await userEvent.click(add);
  await expect.poll(saved).toBe(1);
});

test('before a verdict that comes first there is no draft, and the dialog says what to do', async () => {
  const decision = { workspaceId: 'workspace-1', submissionId: 's1', person: { name: 'Ada', phone: '' } };
  await show(<ExplainDecision decision={decision} onClose={() => undefined} />, {
    'rights.explain': { kind: 'covered' },
  });
  await expect.element(page.getByText('A verdict comes first')).toBeVisible();
  expect(page.getByRole('textbox').elements()).toEqual([]);
});

test('an edited draft is asked about before it is lost, and not once it was saved', async () => {
  let closed = 0;
  const decision = { workspaceId: 'workspace-1', submissionId: 's1', person: { name: 'Ada', phone: '' } };
  await show(<ExplainDecision decision={decision} onClose={() => (closed += 1)} />, {
    'rights.explain': { kind: 'draft', text: 'No verdict was recorded.', name: 'Ada' },
    'rights.saveExplanation': { path: '/tmp/a.txt', count: 1 },
  });
  const text = page.getByRole('textbox', { name: 'Text' });
  await expect.element(text).toHaveFocus();
  await text.fill('x'.repeat(100_000));
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Close without your changes?')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Keep editing' }));
  expect(closed).toBe(0);
  await userEvent.click(page.getByRole('button', { name: 'Save as text…' }));
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(closed).toBe(1);
});
