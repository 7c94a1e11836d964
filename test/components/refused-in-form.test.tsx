import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { NewRequestPage } from '../../renderer/features/new-request/new-request-page.tsx';
import { ownTimeZone } from '../../renderer/parts/send-later.ts';
import { toZonedInput } from '../../shared/send-later.ts';
import { serviceWords } from '../../shared/service-words/service-words.ts';
import { settings } from '../../shared/settings.ts';
import type { Submission } from '../../shared/submission.ts';
import { defaultRules, type WorkspaceRules } from '../../shared/workspace-rules.ts';
import { outboxRow } from './outbox-row.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const ANSWER = JSON.stringify({
  message: 'We are closed today.',
  errors: { phone_number: ['is not allowed'], 'candidate.name': ['is too short'] },
});
const REFUSED = outboxRow({
  state: 'rejected',
  attempts: 1,
  problem: { code: 'refused_as_it_is', httpStatus: 422, answer: ANSWER, said: serviceWords(ANSWER) },
});

/** Opens the form for a submission; gives the calls that were made. */
async function openForm(submission: Submission, rules: Partial<WorkspaceRules> = {}) {
  const calls: string[] = [];
  const answer = (channel: string, value: unknown) => () => {
    calls.push(channel);
    return value;
  };
  stubBridge({
    'settings.get': () => settings.parse({}),
    'rules.get': () => ({ ...defaultRules('Europe/Berlin'), ...rules }),
    'library.list': () => [],
    'submissions.duplicates': () => [],
    'submissions.get': () => submission,
    'submissions.submit': answer('submit', { ...submission, id: 's_2', state: 'queued', problem: null }),
    'submissions.beginEdit': answer('beginEdit', submission),
    'submissions.endEdit': answer('endEdit', null),
  });
  const client = createQueryClient();
  const screen = await renderInTheme(
    <QueryClientProvider client={client}>
      <NewRequestPage replaces={submission.id} returnTo="/outbox" />
    </QueryClientProvider>,
  );
  await expect.element(page.getByLabelText('Phone number')).toBeVisible();
  return { screen, calls, client };
}

test("the service's words are beside their field until it is edited, the others above", async () => {
  await openForm(REFUSED);
  const phone = page.getByText('The service says: “is not allowed”');
  await expect.element(phone).toBeVisible();
  await expect.element(page.getByText('“We are closed today.”')).toBeVisible();
  expect(page.getByText('HTTP 422').elements()).toEqual([]);
  await expect.element(page.getByRole('button', { name: 'Whole answer' })).toBeVisible();
  const field = page.getByLabelText('Phone number');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  // Leaving a field is not editing it.
  await userEvent.click(field);
  await userEvent.click(page.getByLabelText('Resume link'));
  await expect.element(phone).toBeVisible();
  await userEvent.fill(field, '+44 20 7946 0959');
  await expect.element(phone).not.toBeInTheDocument();
  await expect.element(page.getByText('The service says: “is too short”')).toBeVisible();
});

test('a submission refused by field can be submitted again as it is', async () => {
  const { calls } = await openForm(REFUSED);
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect.poll(() => calls).toContain('submit');
});

test('a submission on hold says what was tried, and stays on hold until the form is left', async () => {
  const problem = { code: 'not_permitted', httpStatus: 403, said: serviceWords('No seat left') } as const;
  const { screen, calls } = await openForm(outboxRow({ state: 'held', attempts: 1, problem }));
  await expect
    .element(page.getByText("On hold after 1 attempt: it isn't sent while you edit it"))
    .toBeVisible();
  await expect.element(page.getByText('“No seat left”')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  expect(calls).toEqual(['beginEdit']);
  await screen.unmount();
  await expect.poll(() => calls).toEqual(['beginEdit', 'endEdit']);
});

test('a draft that was tried before says so', async () => {
  const problem = { code: 'not_reachable' } as const;
  await openForm(outboxRow({ state: 'draft', attempts: 2, problem }));
  await expect.element(page.getByText('Taken back after 2 attempts')).toBeVisible();
  await expect.element(page.getByText("Couldn't reach the service.")).toBeVisible();
});

test('one that waits for its notice says so, and shows no time as chosen', async () => {
  const day = Date.now() + 5 * 86_400_000;
  const waits = { notBefore: day, wantedAt: 1, sendAfter: day, noticeOn: '2026-11-20' } as const;
  await openForm(outboxRow({ state: 'draft', createdAt: 1, ...waits }));
  await expect
    .element(page.getByText(/^The notice is too recent for a call: it was to go out /))
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send later' })).toBeVisible();
  await expect.element(page.getByLabelText('Not before')).not.toBeInTheDocument();
});

test('one that waits for its notice keeps the time that a person chose as chosen', async () => {
  const day = Date.now() + 5 * 86_400_000;
  const waits = {
    notBefore: day,
    wantedAt: day - 86_400_000,
    sendAfter: day,
    noticeOn: '2026-11-20',
  } as const;
  await openForm(outboxRow({ state: 'draft', createdAt: 1, ...waits }));
  const field = page.getByLabelText('Not before');
  await expect.element(field).toHaveValue(toZonedInput(day - 86_400_000, ownTimeZone()));
});

test('one whose person was tried too often says so', async () => {
  const day = Date.now() + 5 * 86_400_000;
  await openForm(outboxRow({ state: 'draft', sendAfter: day, problem: { code: 'tries_used_up' } }));
  await expect.element(page.getByText('This person was tried as often as the rules allow.')).toBeVisible();
});

/** A required field has a star after its name. */
const NOTICE_FIELD = /^Notice given on/;
const NOTICE = { asked: true, required: true, days: 3 };
const CONSENT = { asked: true, required: true, wording: 'Agreed.' };

test.each<[string, Partial<Submission>, Partial<WorkspaceRules>, string | RegExp]>([
  ['missing notice', { problem: { code: 'notice_missing' } }, { notice: NOTICE }, NOTICE_FIELD],
  ['a notice that is no longer asked for', { problem: { code: 'notice_missing' } }, {}, 'Candidate name'],
  [
    'a notice that is too recent',
    { noticeOn: '2026-01-01', wantedAt: 0, notBefore: Date.now() + 86_400_000 },
    { notice: NOTICE },
    NOTICE_FIELD,
  ],
  [
    'a country that may not be called',
    { problem: { code: 'country_not_allowed' } },
    { allowedCountries: ['DE'] },
    'Phone number',
  ],
  [
    'tries used up',
    { problem: { code: 'tries_used_up' } },
    { tries: { most: 1, withinDays: 7 } },
    'Send later',
  ],
  ['a reworded consent', { consent: { at: 0, wording: 'Old.' } }, { consent: CONSENT }, /^Agreed/],
  [
    'a refused questionnaire',
    {
      state: 'rejected',
      problem: {
        code: 'refused_as_it_is',
        said: serviceWords('{"errors":{"questionnaire_template_id":"unknown"}}'),
      },
    },
    {},
    'Questionnaire',
  ],
  [
    'nothing of these',
    { problem: { code: 'not_permitted' } },
    { notice: { ...NOTICE, required: false } },
    'Candidate name',
  ],
])('the form begins at the field that the hold is about: %s', async (_what, changes, rules, field) => {
  const { screen } = await openForm(outboxRow({ state: 'held', ...changes }), rules);
  const begun =
    field === 'Send later' ? page.getByRole('button', { name: field }) : page.getByLabelText(field);
  await expect.element(begun).toHaveFocus();
  await screen.unmount();
});

test('a field that a rule asks for while the form is open does not take the focus', async () => {
  let rules = defaultRules('Europe/Berlin');
  const { client } = await openForm(outboxRow({ state: 'held', problem: { code: 'not_permitted' } }));
  const call = window.callboard.call;
  Reflect.set(window.callboard, 'call', async (channel: string, input: unknown) =>
    channel === 'rules.get' ? { ok: true, value: rules } : Reflect.apply(call, undefined, [channel, input]),
  );
  await userEvent.click(page.getByLabelText('Resume link'));
  rules = { ...rules, notice: NOTICE };
  await client.invalidateQueries();
  await expect.element(page.getByLabelText(NOTICE_FIELD)).toBeVisible();
  await expect.element(page.getByLabelText('Resume link')).toHaveFocus();
});
