import { ModalsProvider } from '@mantine/modals';
import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { askForRequestId } from '../../renderer/features/outbox/outbox-dialogs.tsx';
import { OutboxSection } from '../../renderer/features/outbox/outbox-section.tsx';
import { markDialogHostReady } from '../../renderer/parts/dialog.tsx';
import type { OutboxRow } from '../../shared/outbox.ts';
import type { SubmissionProblem } from '../../shared/problems.ts';
import { serviceWords } from '../../shared/service-words/service-words.ts';
import { REFUSALS } from '../shared/service-words/refusals.ts';
import { UNUSUAL_REFUSALS } from '../shared/service-words/unusual-refusals.ts';
import { appState } from './app-state.ts';
import { outboxRow } from './outbox-row.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const ANSWER = '{"errors":{"phone_number":["is not allowed"]}}';

function problemOf(body: string, httpStatus: number): SubmissionProblem {
  return { code: 'refused_as_it_is', httpStatus, answer: body, said: serviceWords(body) };
}

function Grid({ title, rows }: GridProps) {
  const all = { count: rows.length, first: rows, itemAt: (index: number) => rows[index] };
  return <OutboxSection name={title} part={title === 'Refused' ? 'refused' : 'decisions'} rows={all} />;
}

interface GridProps {
  readonly title: string;
  readonly rows: readonly OutboxRow[];
}

function show(grid: GridProps) {
  return renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={appState()}>
        <ModalsProvider>
          <main>
            <Grid {...grid} />
          </main>
        </ModalsProvider>
      </AppStateProvider>
    </QueryClientProvider>,
  );
}

const textOfGrid = () => page.getByRole('grid').element().textContent;

/** What only the whole answer says: the service's names of fields, and HTTP's of a status. */
const MACHINE_WORDS =
  /phone_number|candidate\.|resume_url|job_description_id|questionnaire_template_id|HTTP \d|Bad Request/;

beforeEach(async () => {
  stubBridge({});
  markDialogHostReady();
  await page.viewport(900, 600);
});

test('the words of each of forty refusals and more are in its row, without the names of fields and statuses', async () => {
  const refusals = [...REFUSALS, ...UNUSUAL_REFUSALS];
  const rows = refusals.map(({ body, status }, index) =>
    outboxRow({ id: String(index), state: 'rejected', problem: problemOf(body, status) }),
  );
  for (const [index, refusal] of refusals.entries()) {
    const row = rows[index];
    const screen = await show({ title: 'Refused', rows: row ? [row] : [] });
    for (const words of refusal.words.filter((said) => !MACHINE_WORDS.test(said) && !/^\d/.test(said))) {
      await expect.poll(textOfGrid).toContain(words);
    }
    if (!/^IIS/.test(refusal.words[0] ?? '')) expect(textOfGrid()).not.toMatch(MACHINE_WORDS);
    await screen.unmount();
  }
});

test('a refusal without a readable word says so, with the sentence of its status', async () => {
  const rows = [outboxRow({ state: 'rejected', problem: { code: 'refused_as_it_is', httpStatus: 413 } })];
  await show({ title: 'Refused', rows });
  await expect.poll(textOfGrid).toContain('The service says that the request is too large');
});

test('the whole answer opens by keyboard, as it came, and can be copied', async () => {
  const rows = [outboxRow({ state: 'rejected', problem: problemOf(ANSWER, 422) })];
  await show({ title: 'Refused', rows });
  const menu = page.getByRole('button', { name: 'More for Ada Lovelace' });
  await expect.element(menu).toHaveAttribute('tabindex', '0');
  (menu.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem').first()).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}{Enter}');
  const answer = page.getByRole('region', { name: 'Whole answer' });
  await expect.element(answer).toBeVisible();
  expect(answer.element().textContent).toBe(JSON.stringify(JSON.parse(ANSWER), null, 2));
  await expect.element(page.getByRole('button', { name: 'Copy whole answer' })).toBeVisible();
});

test('a row without an answer says what happened, with the message of the system in its details', async () => {
  const problem = { code: 'connection_lost', reason: 'read ECONNRESET' } as const;
  const rows = [outboxRow({ state: 'unconfirmed', problem })];
  await show({ title: 'Needs your decision', rows });
  await expect.poll(textOfGrid).toContain('The connection broke while sending');
  await page.getByRole('button', { name: 'More for Ada Lovelace' }).click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
  await expect.element(page.getByRole('region', { name: 'Details' })).toHaveTextContent('read ECONNRESET');
});

test('the ID in a 409 is filled in, and said to come from the service', async () => {
  const problem = { code: 'unclear_status', httpStatus: 409, suggestedId: 'ir_77' } as const;
  const row = outboxRow({ state: 'unconfirmed', problem });
  await show({ title: 'Needs your decision', rows: [row] });
  await page.getByRole('button', { name: 'Enter request ID' }).click();
  await expect.element(page.getByLabelText('Request ID')).toHaveValue('ir_77');
  await expect.element(page.getByText("This ID is in the service's answer.", { exact: false })).toBeVisible();
});

test('an ID that Callboard itself sent is not offered', async () => {
  const row = outboxRow({ state: 'unconfirmed' });
  const problem = {
    code: 'unclear_status',
    httpStatus: 409,
    suggestedId: row.jobDescriptionId,
  } as const;
  await show({ title: 'Needs your decision', rows: [] });
  askForRequestId({ ...row, problem });
  await expect.element(page.getByLabelText('Request ID')).toHaveValue('');
});
