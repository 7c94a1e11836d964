import { ModalsProvider } from '@mantine/modals';
import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { askForRequestId } from '../../renderer/features/outbox/outbox-dialogs.tsx';
import { OutboxSection } from '../../renderer/features/outbox/outbox-section.tsx';
import { markDialogHostReady } from '../../renderer/parts/dialog.tsx';
import type { OutboxRow } from '../../shared/outbox.ts';
import type { SubmissionProblem } from '../../shared/problems.ts';
import { serviceWords } from '../../shared/service-words/service-words.ts';
import { REFUSALS } from '../shared/service-words/refusals.ts';
import { UNUSUAL_REFUSALS } from '../shared/service-words/unusual-refusals.ts';
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
      <ModalsProvider>
        <Grid {...grid} />
      </ModalsProvider>
    </QueryClientProvider>,
  );
}

const textOfGrid = () => page.getByRole('grid').element().textContent;

/** Of any refusal, whatever its status. */
const NEXT_STEP = /or discard it\.|Editing the submission won't help\./;

beforeEach(async () => {
  stubBridge({});
  markDialogHostReady();
  await page.viewport(900, 600);
});

test('the words of each of forty refusals and more are in its row, with the status and the next step', async () => {
  const refusals = [...REFUSALS, ...UNUSUAL_REFUSALS];
  const rows = refusals.map(({ body, status }, index) =>
    outboxRow({ id: String(index), state: 'rejected', problem: problemOf(body, status) }),
  );
  for (const [index, refusal] of refusals.entries()) {
    const row = rows[index];
    const screen = await show({ title: 'Refused', rows: row ? [row] : [] });
    for (const words of [...refusal.words, `HTTP ${refusal.status}`]) {
      await expect.poll(textOfGrid).toContain(words);
    }
    expect(textOfGrid()).toMatch(NEXT_STEP);
    await screen.unmount();
  }
});

test('a refusal without a readable word says so, with the sentence of its status', async () => {
  const rows = [outboxRow({ state: 'rejected', problem: { code: 'refused_as_it_is', httpStatus: 413 } })];
  await show({ title: 'Refused', rows });
  await expect
    .poll(textOfGrid)
    .toContain('The service says that the request is too large. It gave no reason.');
});

test('the whole answer opens by keyboard, as it came, and can be copied', async () => {
  const rows = [outboxRow({ state: 'rejected', problem: problemOf(ANSWER, 422) })];
  await show({ title: 'Refused', rows });
  await userEvent.click(page.getByText('Ada Lovelace'));
  const button = page.getByRole('button', { name: 'Whole answer' });
  await expect.element(button).toHaveAttribute('tabindex', '0');
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const answer = page.getByRole('region', { name: 'Whole answer' });
  await expect.element(answer).toBeVisible();
  expect(answer.element().textContent).toBe(JSON.stringify(JSON.parse(ANSWER), null, 2));
  await expect.element(page.getByRole('button', { name: 'Copy whole answer' })).toBeVisible();
});

test('a row without an answer says what happened, with the message of the system in its details', async () => {
  const problem = { code: 'connection_lost', reason: 'read ECONNRESET' } as const;
  const rows = [outboxRow({ state: 'unconfirmed', problem })];
  await show({ title: 'Needs your decision', rows });
  await expect.poll(textOfGrid).toContain('The connection broke while sending.');
  expect(textOfGrid()).toContain('Check with the service whether the request exists');
  await page.getByRole('button', { name: 'Details' }).click();
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
