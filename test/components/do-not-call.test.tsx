import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Router } from 'wouter';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { DoNotCallPart, LiftEntry } from '../../renderer/features/do-not-call/do-not-call-part.tsx';
import { NotToCall } from '../../renderer/features/do-not-call/not-to-call.tsx';
import { PhoneField } from '../../renderer/features/new-request/request-fields.tsx';
import { hashHref, useHashLocation, useHashSearch } from '../../renderer/routes/hash-location.ts';
import type { DoNotCallEntry, SentBefore } from '../../shared/do-not-call.ts';
import { defaultRules } from '../../shared/workspace-rules.ts';
import { appState } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const MAY_3 = Date.UTC(2026, 4, 3, 12);

function entry(changes: Partial<DoNotCallEntry> = {}): DoNotCallEntry {
  return {
    id: 'e1',
    phoneNumber: '+4930901820',
    source: 'person',
    reason: 'Asked by e-mail',
    addedAt: MAY_3,
    addedBy: 'ada',
    lifted: null,
    ...changes,
  };
}

const SENT: SentBefore = {
  submissionId: 's_1',
  workspaceId: 'workspace-1',
  workspace: 'Acme',
  candidateName: 'Grace Hopper',
  phoneNumber: '+12025550143',
  requestId: null,
  submittedAt: MAY_3,
};

/** What the parts asked main to do, in order. */
let asked: [channel: string, input: unknown][] = [];

const answered = (channel: string, answer: unknown) => (input: unknown) => {
  asked.push([channel, input]);
  return answer;
};

function show(part: ReactNode, teamAwaySince: number | null = null) {
  return renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={appState({ teamAwaySince })}>
        <Router hook={useHashLocation} searchHook={useHashSearch} hrefs={hashHref}>
          {part}
        </Router>
      </AppStateProvider>
    </QueryClientProvider>,
  );
}

beforeEach(async () => {
  asked = [];
  history.replaceState(null, '', '#/settings/do-not-call');
  await page.viewport(900, 700);
});

const items = () => page.getByRole('list', { name: 'Do-not-call list' }).getByRole('listitem');

test('while the team database is away, the list says that colleagues don’t know yet what is added', async () => {
  stubBridge({ 'doNotCall.page': () => ({ entries: [entry()], count: 1, inForce: 1 }) });
  const later = page.getByText(/colleagues’ computers learn of numbers added now/);
  const { unmount } = await show(<DoNotCallPart />);
  await expect.element(items()).toBeVisible();
  expect(later.query()).toBeNull();
  await unmount();
  await show(<DoNotCallPart />, MAY_3);
  await expect.element(later).toBeVisible();
});

test('the list says of each number why, since when and by whom, and what may be lifted', async () => {
  const lifted = { at: MAY_3, by: 'bob', reason: 'Wrong number' };
  const entries = [
    entry(),
    entry({ id: 'e2', phoneNumber: '+12025550143', source: 'policy', addedBy: '', reason: '' }),
    entry({ id: 'e3', phoneNumber: null }),
    entry({ id: 'e4', phoneNumber: '+12025550144', lifted }),
  ];
  stubBridge({ 'doNotCall.page': () => ({ entries, count: 4, inForce: 3 }) });
  await show(<DoNotCallPart />);
  await expect.element(page.getByText('3 in force')).toBeVisible();
  await expect
    .poll(() => items().nth(0).element().textContent)
    .toMatch(/901820Asked by e-mailSince .* added by ada/);
  await expect.poll(() => items().nth(1).element().textContent).toMatch('Set by your organisation');
  await expect.poll(() => items().nth(2).element().textContent).toMatch('Erased person');
  await expect.poll(() => items().nth(3).element().textContent).toMatch(/Lifted on .* by bob: Wrong number/);
  const lifts = page.getByRole('button', { name: /^Lift/ });
  await expect
    .poll(() => lifts.elements().map((button) => button.getAttribute('aria-label')))
    .toEqual(['Lift +49 30 901820', 'Lift the entry of an erased person']);
});

test('the list is searched by main and continued page by page', async () => {
  const first = Array.from({ length: 3 }, (_, at) => entry({ id: `e${at}`, reason: `Reason ${at}` }));
  stubBridge({
    'doNotCall.page': (input) => {
      asked.push(['page', input]);
      const { search, offset } = Object(input);
      if (search !== '') return { entries: [], count: 0, inForce: 4 };
      return {
        entries: offset === 0 ? first : [entry({ id: 'last', reason: 'The last' })],
        count: 4,
        inForce: 4,
      };
    },
  });
  await show(<DoNotCallPart />);
  await page.getByRole('button', { name: 'Show more (1)' }).click();
  await expect.element(page.getByText('The last')).toBeVisible();
  expect(items().elements()).toHaveLength(4);
  await page.getByLabelText('Search the do-not-call list').fill('0143');
  await expect.element(page.getByText('No entry matches')).toBeVisible();
  await expect.element(page.getByText('0 entries match · 4 in force')).toBeVisible();
  expect(asked.at(-1)).toEqual(['page', { search: '0143', offset: 0 }]);
});

test('without entries, it says what the list is for', async () => {
  stubBridge({ 'doNotCall.page': () => ({ entries: [], count: 0, inForce: 0 }) });
  await show(<DoNotCallPart />);
  await expect.element(page.getByText('No number is on the list')).toBeVisible();
});

test('lifting needs a reason', async () => {
  stubBridge({ 'doNotCall.lift': answered('lift', null) });
  await show(<LiftEntry entry={entry()} onClose={() => asked.push(['closed', null])} />);
  await page.getByRole('button', { name: 'Lift the entry' }).click();
  await expect.element(page.getByText('Say why this number may be called again.')).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByLabelText('Why may it be called again?').fill(' Wrong number ');
  await page.getByRole('button', { name: 'Lift the entry' }).click();
  await expect
    .poll(() => asked)
    .toEqual([
      ['lift', { id: 'e1', reason: 'Wrong number' }],
      ['closed', null],
    ]);
});

test('a wrong list is lifted at once, on request', async () => {
  stubBridge({
    'doNotCall.addedTogether': () => 5000,
    'doNotCall.liftTogether': answered('lift together', { changed: 5000 }),
  });
  await show(<LiftEntry entry={entry()} onClose={() => asked.push(['closed', null])} />);
  await page.getByRole('checkbox', { name: /^Also lift 4,999 other entries/ }).click();
  await page.getByLabelText('Why may it be called again?').fill('The wrong list');
  await page.getByRole('button', { name: 'Lift 5,000 entries' }).click();
  await expect
    .poll(() => asked)
    .toEqual([
      ['lift together', { id: 'e1', reason: 'The wrong list' }],
      ['closed', null],
    ]);
});

function addingBridge(defaultCountry: string | null) {
  stubBridge({
    'doNotCall.page': () => ({ entries: [], count: 0, inForce: 0 }),
    'rules.get': () => ({ ...defaultRules('Europe/Berlin'), defaultCountry }),
    'doNotCall.countNew': () => 1,
    'doNotCall.add': answered('add', { added: 1, withdrawn: 2, sentBefore: [SENT] }),
  });
}

test('typed numbers are added with their reasons; lines that can’t be read are shown and given back', async () => {
  addingBridge('DE');
  await show(<DoNotCallPart />);
  await page.getByRole('button', { name: 'Add numbers' }).click();
  await page.getByLabelText('Phone numbers').fill('030 901820, asked by e-mail\nnobody\n+1 202-555-0143');
  await page.getByLabelText('Reason for numbers without their own').fill('At the fair');
  await expect.element(page.getByText('2 numbers, 1 not on the list yet.')).toBeVisible();
  await expect.element(page.getByText(/Line 2: “nobody”|^“nobody”$/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Add 2 numbers' }).click();
  await expect.element(page.getByText(/1 number is now on the do-not-call list. 2 waiting/)).toBeVisible();
  const sent = page.getByRole('list', { name: 'Sent to the service before' });
  await expect.poll(() => sent.element().textContent).toMatch('Grace Hopper');
  await expect.element(page.getByText(/Callboard can’t tell the service to stop/)).toBeVisible();
  expect(asked).toEqual([
    [
      'add',
      {
        numbers: [
          { phoneNumber: '+4930901820', reason: 'asked by e-mail' },
          { phoneNumber: '+12025550143', reason: 'At the fair' },
        ],
      },
    ],
  ]);
  await page.getByRole('button', { name: 'Correct 1 line that couldn’t be read' }).click();
  await expect.element(page.getByLabelText('Phone numbers')).toHaveValue('nobody');
});

test('a long typed list survives Escape', async () => {
  addingBridge(null);
  await show(<DoNotCallPart />);
  await page.getByRole('button', { name: 'Add numbers' }).click();
  await page.getByLabelText('Phone numbers').fill('+1 202-555-0143');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByLabelText('Phone numbers')).toHaveValue('+1 202-555-0143');
});

test('without anything typed, and once the numbers are added, Escape closes the dialog', async () => {
  addingBridge(null);
  await show(<DoNotCallPart />);
  const dialog = page.getByRole('dialog', { name: 'Add numbers to the do-not-call list' });
  await page.getByRole('button', { name: 'Add numbers' }).click();
  await expect.element(page.getByLabelText('Phone numbers')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Add numbers' }).click();
  await page.getByLabelText('Phone numbers').fill('+1 202-555-0143');
  await page.getByRole('button', { name: 'Add the number' }).click();
  await expect.element(page.getByRole('button', { name: 'Done' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('the numbers of a file are added from the column that a person chose', async () => {
  addingBridge(null);
  await show(<DoNotCallPart />);
  await page.getByRole('button', { name: 'Add numbers' }).click();
  const text = 'Mobile,Home phone,Reason\n+1 202-555-0143,+1 202-555-0144,Asked\n+1 202-555-0145,,\n';
  await page.getByLabelText('List from a file').upload(new File([text], 'opted-out.csv'));
  await expect.element(page.getByText('opted-out.csv')).toBeVisible();
  await expect.element(page.getByText('Choose the column with the phone numbers.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Column with phone numbers' }).click();
  await page.getByRole('option', { name: 'Mobile' }).click();
  await page.getByRole('button', { name: 'Add 2 numbers' }).click();
  await expect
    .poll(() => asked)
    .toEqual([
      [
        'add',
        {
          numbers: [
            { phoneNumber: '+12025550143', reason: 'Asked' },
            { phoneNumber: '+12025550145', reason: '' },
          ],
        },
      ],
    ]);
});

test('numbers that lost their + are read once a person says so', async () => {
  addingBridge(null);
  await show(<DoNotCallPart />);
  await page.getByRole('button', { name: 'Add numbers' }).click();
  const reading = page.getByLabelText('Numbers without a country code');
  await page.getByLabelText('Phone numbers').fill('+49 30 901820\nnobody');
  await expect.element(page.getByText(/^1 number/)).toBeVisible();
  await expect.element(reading).not.toBeInTheDocument();
  await page.getByLabelText('Phone numbers').fill('4930901820');
  await expect.element(page.getByText('No number could be read.')).toBeVisible();
  await reading.selectOptions('+');
  await page.getByRole('button', { name: 'Add the number' }).click();
  await expect
    .poll(() => asked)
    .toEqual([['add', { numbers: [{ phoneNumber: '+4930901820', reason: '' }] }]]);
});

test('a file that can’t be read says why, and the text stays', async () => {
  addingBridge(null);
  await show(<DoNotCallPart />);
  await page.getByRole('button', { name: 'Add numbers' }).click();
  await page.getByLabelText('Phone numbers').fill('+1 202-555-0143');
  await page.getByLabelText('List from a file').upload(new File(['%PDF-1.7 x'], 'list.pdf'));
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByLabelText('Phone numbers')).toHaveValue('+1 202-555-0143');
});

test('one number is put on the list with a reason, and what was sent of it is shown', async () => {
  stubBridge({
    'doNotCall.forbidding': () => [null],
    'doNotCall.add': answered('add', { added: 1, withdrawn: 0, sentBefore: [SENT] }),
  });
  const people = {
    workspaceId: 'workspace-1',
    candidateName: 'Grace Hopper',
    phoneNumbers: ['+12025550143'],
  };
  await show(<NotToCall people={people} onClose={() => asked.push(['closed', null])} />);
  await expect.element(page.getByText(/won’t be called from any workspace/)).toBeVisible();
  await page.getByLabelText('Reason').fill('Asked on the phone');
  await page.getByRole('button', { name: 'Do not call' }).click();
  await expect.element(page.getByRole('button', { name: 'Grace Hopper' })).toBeVisible();
  expect(asked).toEqual([
    ['add', { numbers: [{ phoneNumber: '+12025550143', reason: 'Asked on the phone' }] }],
  ]);
});

test('a number on the list is said to be beside its field, before it is submitted', async () => {
  stubBridge({
    'doNotCall.forbidding': (input) => [Object(input).phoneNumbers[0] === '+4930901820' ? entry() : null],
  });
  const screen = await show(<PhoneField value="030 901820" defaultCountry="DE" onChange={() => undefined} />);
  const line = /^Can’t be submitted: on the do-not-call list since .*2026: “Asked by e-mail”$/;
  await expect.element(page.getByText(line)).toBeVisible();
  await screen.unmount();
  await show(<PhoneField value="030 901821" defaultCountry="DE" onChange={() => undefined} />);
  await expect.element(page.getByText(/Will be dialled as/)).toBeVisible();
});
