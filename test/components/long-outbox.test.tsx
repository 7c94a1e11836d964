import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { OutboxSection, useOutboxRows } from '../../renderer/features/outbox/outbox-section.tsx';
import { OUTBOX_PAGE, type Outbox } from '../../shared/outbox.ts';
import { appStateWith } from './app-state.ts';
import { outboxRow } from './outbox-row.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const COUNT = 10_000;

const rowAt = (index: number) =>
  outboxRow({ id: `s_${index}`, candidateName: `Candidate ${index + 1}`, sendAfter: index });

const rowsFrom = (offset: number) =>
  Array.from({ length: OUTBOX_PAGE }, (_, index) => rowAt(offset + index)).slice(0, COUNT - offset);

const outbox: Outbox = {
  waiting: rowsFrom(0),
  needsDecision: [],
  drafts: [],
  refused: [],
  question: null,
  counts: { waiting: COUNT, drafts: 0, refused: 0 },
  history: { refused: 0, discarded: 0, sent: 0 },
};

function Waiting() {
  return <OutboxSection name="Waiting" part="waiting" rows={useOutboxRows('waiting', outbox)} />;
}

test('of ten thousand waiting submissions only the pages on screen are loaded, and the last row can be reached', async () => {
  const asked: number[] = [];
  stubBridge({
    'submissions.outboxPage': (input) => {
      const offset = Number(Reflect.get(Object(input), 'offset'));
      asked.push(offset);
      return rowsFrom(offset);
    },
  });
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={appStateWith({ waiting: COUNT })}>
        <Waiting />
      </AppStateProvider>
    </QueryClientProvider>,
  );
  const grid = page.getByRole('grid', { name: 'Waiting' });
  await expect.element(grid).toHaveAttribute('aria-rowcount', String(COUNT + 1));
  await expect.element(grid.getByText('Candidate 1', { exact: true })).toBeVisible();
  expect(asked).toEqual([]);
  await userEvent.click(grid.getByText('Candidate 1', { exact: true }));
  await userEvent.keyboard('{End}');
  await expect.element(grid.getByText('Candidate 10000', { exact: true })).toBeVisible();
  expect(new Set(asked)).toEqual(new Set([COUNT - OUTBOX_PAGE]));
});
