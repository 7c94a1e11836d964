import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { NewRequestForm } from '../../renderer/features/new-request/new-request-form.tsx';
import { EMPTY_DRAFT } from '../../renderer/features/new-request/request-draft.ts';
import { type Failure, fail } from '../../shared/result.ts';
import { settings } from '../../shared/settings.ts';
import { defaultRules } from '../../shared/workspace-rules.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const ADA = {
  ...EMPTY_DRAFT,
  candidateName: 'Ada Lovelace',
  phoneNumber: '+44 20 7946 0958',
  resumeUrl: 'https://example.com/resumes/1.pdf',
  jobDescriptionId: '123e4567-e89b-12d3-a456-426614174000',
  questionnaireTemplateId: 'general-screening',
};

/** Renders the form with Ada's details; returns the names submitted since. */
async function form(refuse: (input: unknown) => Promise<Failure | undefined> = async () => undefined) {
  const submitted: string[] = [];
  const answers: Record<string, (input: unknown) => unknown> = {
    'settings.get': () => settings.parse({}),
    'rules.get': () => defaultRules('Europe/Berlin'),
    'library.list': () => [
      {
        kind: 'questionnaire',
        serviceId: 'general-screening',
        name: 'General',
        notes: '',
        archived: false,
        fields: [],
        defaultQuestionnaireId: null,
        lastUsedAt: null,
        createdAt: 0,
        updatedAt: 0,
      },
    ],
    'submissions.duplicates': () => [],
    'submissions.submit': (input) => {
      submitted.push(String(Reflect.get(Object(input), 'candidateName')));
      return { ...ADA, id: 's_1', state: 'queued', sendAfter: 0 };
    },
  };
  stubBridge(answers);
  const { call } = window.callboard;
  Reflect.set(window.callboard, 'call', async (channel: string, input: unknown) => {
    const refusal = channel === 'submissions.submit' ? await refuse(input) : undefined;
    return refusal ?? call(channel, input);
  });
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <NewRequestForm initial={ADA} replaces={null} />
    </QueryClientProvider>,
  );
  return submitted;
}

/** Dispatches one key press to a field. */
async function press(label: string, init: KeyboardEventInit): Promise<KeyboardEvent> {
  const field = page.getByLabelText(label).element();
  const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init });
  field.dispatchEvent(event);
  return event;
}

test('Enter in a field submits once, however long the key is held', async () => {
  const submitted = await form();
  await press('Candidate name', {});
  await press('Candidate name', { repeat: true });
  await expect.poll(() => submitted).toEqual(['Ada Lovelace']);
  await expect.element(page.getByLabelText('Candidate name')).toHaveValue('');
  expect((await press('Candidate name', { repeat: true })).defaultPrevented).toBe(true);
  expect(submitted).toHaveLength(1);
  expect(page.getByText("Enter the candidate's name.").elements()).toEqual([]);
});

test('Enter during IME composition submits nothing', async () => {
  const submitted = await form();
  expect((await press('Candidate name', { isComposing: true })).defaultPrevented).toBe(false);
  expect(submitted).toEqual([]);
});

test('Enter picks the active suggestion, and Ctrl+Enter submits', async () => {
  const submitted = await form();
  const questionnaire = page.getByLabelText('Questionnaire');
  await userEvent.click(questionnaire);
  await userEvent.fill(questionnaire, 'gen');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(questionnaire).toHaveValue('General');
  expect(submitted).toEqual([]);
  await userEvent.click(questionnaire);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => submitted).toEqual(['Ada Lovelace']);
});

test('who may be called again was asked about this number, not about one that was typed instead', async () => {
  const refusals = [
    fail('duplicate', { first: null }),
    fail('notice_too_recent', {
      ...{ candidateName: 'Ada Lovelace', others: 0, until: null },
      ...{ noticeOn: '2026-11-27', days: 7, sendAt: Date.now() },
    }),
  ];
  const asked: unknown[] = [];
  await form(async (input) => {
    const { phoneNumber, despiteDuplicates, waitForNotice } = Object(input);
    asked.push({ phoneNumber, despiteDuplicates, waitForNotice });
    return refusals.shift();
  });
  await press('Candidate name', {});
  await page.getByRole('button', { name: 'Submit anyway' }).click();
  const wait = page.getByRole('button', { name: /^Send on/ });
  await expect.element(wait).toBeVisible();
  await page.getByLabelText('Phone number').fill('+44 20 7946 0959');
  await wait.click();
  await expect
    .poll(() => asked.at(-1))
    .toEqual({
      phoneNumber: '+442079460959',
      despiteDuplicates: false,
      waitForNotice: true,
    });
});
