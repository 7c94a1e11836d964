import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Router } from 'wouter';
import { ApiError } from '../../renderer/api/api.ts';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { SubmissionMissing, SubmissionView } from '../../renderer/features/outbox/submission-page.tsx';
import { hashHref, useHashLocation, useHashSearch } from '../../renderer/routes/hash-location.ts';
import type { AppState } from '../../shared/app-state.ts';
import type { AppError } from '../../shared/failures.ts';
import type { SubmissionProblem } from '../../shared/problems.ts';
import { serviceWords } from '../../shared/service-words/service-words.ts';
import type { SubmissionDetail } from '../../shared/submission-detail.ts';
import { failureWords } from '../../shared/words/failure-words.ts';
import { REFUSALS } from '../shared/service-words/refusals.ts';
import { outboxRow } from './outbox-row.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const workspace = {
  id: 'workspace-1',
  name: 'Acme',
  kind: 'service',
  baseUrl: 'https://acme.example',
  authUrl: 'https://acme.example',
  issuer: '',
  clientId: 'callboard',
  redirectUri: 'app.callboard:/oauth/callback',
} as const;

/** What the page needs to know of the app. */
const app: Partial<AppState> = {
  currentWorkspace: workspace,
  session: null,
  reachable: true,
  outboxCounts: {},
  paused: false,
  doNotCallLocked: null,
  managedWorkspaces: { managed: [], held: [], secretByPerson: [], secretMissing: [] },
};

function detail(changes: Partial<SubmissionDetail>): SubmissionDetail {
  const nothing = { previous: null, following: [], history: [], request: null, importedFrom: null };
  return { ...outboxRow(), ...nothing, ...changes };
}

function show(submission: SubmissionDetail) {
  return renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={app as AppState}>
        <Router hook={useHashLocation} searchHook={useHashSearch} hrefs={hashHref}>
          <SubmissionView submission={submission} />
        </Router>
      </AppStateProvider>
    </QueryClientProvider>,
  );
}

const standing = () => page.getByRole('region', { name: 'State' });
const history = () => page.getByRole('region', { name: 'History' });
const buttons = () =>
  standing()
    .getByRole('button')
    .elements()
    .map((button) => button.textContent);

/** The button that every submission has. */
const ON_EVERY = 'Do not call this number';

const LINKED = { candidateName: 'Ada Lovelace', requestId: null, submittedAt: 0, by: null };

beforeEach(async () => {
  stubBridge({});
  location.hash = '';
  await page.viewport(900, 600);
});

test('the words of each of forty refusals are where it stands and in its history, with the status', async () => {
  for (const { body, status, words } of REFUSALS) {
    const problem: SubmissionProblem = {
      code: 'refused_as_it_is',
      httpStatus: status,
      answer: body,
      said: serviceWords(body),
    };
    const screen = await show(
      detail({ state: 'rejected', problem, history: [{ id: 2, at: 0, code: 'rejected', values: problem }] }),
    );
    for (const part of [standing(), history()]) {
      for (const expected of [...words, `HTTP ${status}`]) {
        await expect.poll(() => part.element().textContent).toContain(expected);
      }
    }
    expect(standing().element().textContent).toContain('Edit and submit again');
    await screen.unmount();
  }
});

test('a refused submission is corrected in the form, as it is', async () => {
  await show(detail({ id: 's_9', state: 'rejected', problem: { code: 'refused_as_it_is' } }));
  await standing().getByRole('button', { name: 'Edit and submit again' }).click();
  await expect.poll(() => location.hash).toBe('#/new?replaces=s_9&from=submission');
});

test('a discarded submission says whether this person may be called, and is submitted anew in the form', async () => {
  const screen = await show(detail({ id: 's_9', state: 'discarded' }));
  await expect.poll(() => standing().element().textContent).toContain('nobody was called');
  await standing().getByRole('button', { name: 'Submit anew' }).click();
  expect(location.hash).toBe('#/new?again=s_9');
  await screen.unmount();
  await show(detail({ state: 'discarded', mayHaveReached: { at: 0, times: 1 } }));
  await expect.poll(() => standing().element().textContent).toContain('this person may still be called');
});

test('a corrected submission leads to the one that took its place, and is not submitted anew', async () => {
  await show(
    detail({
      state: 'discarded',
      history: [{ id: 2, at: 0, code: 'discarded', values: { by: 'correction' } }],
      following: [{ ...LINKED, submissionId: 's_2', status: 'queued' }],
    }),
  );
  await expect.poll(() => standing().element().textContent).toContain('Submitted again');
  expect(buttons()).toEqual([ON_EVERY]);
  await page.getByRole('link', { name: /^Again on/ }).click();
  expect(location.hash).toBe('#/submissions/s_2');
});

test('an accepted submission leads to its request and says what became of it', async () => {
  await show(
    detail({
      state: 'accepted',
      requestId: 'ir/1',
      request: { outcome: 'not_reached', tries: 2, status: 'NO_ANSWER' },
      previous: {
        ...LINKED,
        submissionId: 's_0',
        candidateName: 'Ada King',
        status: 'discarded',
        by: 'Mary',
      },
    }),
  );
  await expect.poll(() => standing().element().textContent).toContain('Not reached (2 tries)');
  await expect.element(page.getByText('as Ada King')).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Before on .* by Mary$/ })).toBeVisible();
  await standing().getByRole('button', { name: 'Open request' }).click();
  expect(location.hash).toBe('#/requests/ir%2F1');
});

test.each([
  ['draft', ['Edit', 'Discard']],
  ['queued', ['Try now', 'Edit', 'Pause', 'Discard']],
  ['held', ['Try now', 'Edit', 'Discard']],
  ['sending', []],
  ['unconfirmed', ['Enter request ID', 'Send again', 'Discard']],
] as const)('a submission that is %s offers its next steps', async (state, expected) => {
  await show(detail({ state }));
  await expect.element(standing()).toBeVisible();
  expect(buttons()).toEqual([...expected, ON_EVERY]);
});

test('one that a rule refuses now is not tried, here and in the palette, and says which rule', async () => {
  const refusedNow = { code: 'tries_used_up', until: Date.now() + 86_400_000 } as const;
  await show(detail({ state: 'held', problem: { code: 'certificate_not_trusted' }, refusedNow }));
  await expect
    .poll(() => standing().element().textContent)
    .toMatch(/Not sooner than .+: this person was tried/);
  expect(buttons()).toEqual(['Edit', 'Discard', ON_EVERY]);
});

test('one without the day of notice offers to add it', async () => {
  const code = { code: 'notice_missing' } as const;
  await show(detail({ state: 'held', problem: code, refusedNow: code }));
  await expect.element(standing()).toBeVisible();
  expect(buttons()).toEqual(['Add notice', 'Discard', ON_EVERY]);
});

test('one that the service accepted without an ID is not sent again', async () => {
  await show(detail({ state: 'unconfirmed', problem: { code: 'accepted_without_id', httpStatus: 201 } }));
  await expect.element(standing()).toBeVisible();
  expect(buttons()).toEqual(['Enter request ID', 'Discard', ON_EVERY]);
});

test('a submission of another workspace is not shown: its workspace is named, unless it is gone', async () => {
  const missing = (error: AppError) =>
    renderInTheme(
      <SubmissionMissing
        error={new ApiError(error, failureWords(error))}
        submissionId="s_1"
        onRetry={() => undefined}
      />,
    );
  const berlin = { id: 'workspace-2', name: 'Berlin', removed: false };
  const screen = await missing({ code: 'submission_elsewhere', values: { workspace: berlin } });
  await expect.element(page.getByText(/in the workspace “Berlin”/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Open it there' })).toBeVisible();
  await screen.unmount();
  await missing({ code: 'submission_elsewhere', values: { workspace: { ...berlin, removed: true } } });
  await expect.element(page.getByText(/which was removed/)).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});

test('a submission that does not exist says that it may have been erased', async () => {
  const error = { code: 'submission_not_found', values: null } as const;
  await renderInTheme(
    <SubmissionMissing
      error={new ApiError(error, failureWords(error))}
      submissionId="s_1"
      onRetry={() => undefined}
    />,
  );
  await expect.element(page.getByText(/It may have been erased/)).toBeVisible();
});

test('one that was withdrawn because of the do-not-call list says so, since when the number is on it and why, and leads to the entry', async () => {
  const entry = { id: 'e1', source: 'person', reason: 'Asked by e-mail', addedAt: Date.UTC(2026, 4, 3, 12) };
  stubBridge({ 'doNotCall.forbidding': () => [entry] });
  const withdrawn = { id: 2, at: 0, code: 'discarded', values: { by: 'do_not_call' } } as const;
  await show(detail({ state: 'discarded', history: [withdrawn] }));
  await expect
    .poll(() => standing().element().textContent)
    .toMatch('Withdrawn: the number is on the do-not-call list');
  await expect
    .element(page.getByRole('link', { name: /^On the do-not-call list since .*2026: “Asked by e-mail”$/ }))
    .toHaveAttribute('href', expect.stringMatching(/\/settings\/do-not-call\?search=/));
  expect(buttons()).toEqual(['Who listed it', ON_EVERY]);
});
