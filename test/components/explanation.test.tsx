import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { ExplainDecision } from '../../renderer/features/request/explain-decision.tsx';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

function show(answers: Readonly<Record<string, () => unknown>>, onClose = () => undefined as undefined) {
  stubBridge(answers);
  return renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <ExplainDecision submissionId="s1" onClose={onClose} />
    </QueryClientProvider>,
  );
}

test('before a verdict that comes first there is no draft, and the dialog says what to do', async () => {
  await show({ 'explanations.draft': () => ({ kind: 'covered' }) });
  await expect.element(page.getByText('A verdict comes first')).toBeVisible();
  expect(page.getByRole('textbox').elements()).toEqual([]);
});

test('an edited draft is asked about before it is lost, and not once it was saved', async () => {
  let closed = 0;
  const answers = {
    'explanations.draft': () => ({ kind: 'draft', text: 'No verdict was recorded.', name: 'Ada' }),
    'explanations.save': () => ({ path: '/tmp/a.txt', count: 1 }),
  };
  await show(answers, () => {
    closed += 1;
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
