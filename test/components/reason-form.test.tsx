import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { ReasonForm } from '../../renderer/features/requests/reason-form.tsx';
import type { Verdict } from '../../shared/request.ts';
import { renderInTheme } from './render-in-theme.tsx';

let given: (readonly [reason: string, verdict: Verdict])[];

beforeEach(() => {
  given = [];
});

async function show({ covered = true, verdict = 'yes' as Verdict | null } = {}) {
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <ReasonForm
        verdict={verdict}
        who="Ada Lovelace"
        covered={covered}
        run={async (...answer) => given.push(answer)}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
}

test('a verdict is given with its reason, and not without', async () => {
  await show();
  const give = page.getByRole('button', { name: 'Give verdict' });
  await give.click();
  await expect.element(page.getByText('Write why.')).toBeVisible();
  expect(given).toEqual([]);
  await userEvent.fill(page.getByLabelText('Why this verdict?'), '  Knows the trade ');
  await give.click();
  await expect.poll(() => given).toEqual([['Knows the trade', 'yes']]);
});

test('only a verdict on covered results says that they show once it is given', async () => {
  await show();
  await expect.element(page.getByText(/The results show once/)).toBeVisible();
  await show({ covered: false });
  await expect.element(page.getByText('About Ada Lovelace.').last()).toBeVisible();
  expect(page.getByText(/The results show once/).elements()).toHaveLength(1);
});

test('where the results ask for the verdict, it is chosen beside its reason, by keyboard', async () => {
  await show({ verdict: null });
  // The dialog around it gives it the focus.
  const first = page.getByRole('radio', { name: 'No' });
  await expect.element(first).toHaveAttribute('data-autofocus');
  first.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Choose a verdict.')).toBeVisible();
  await expect.element(page.getByText('Write why.')).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('radio', { name: 'Maybe' })).toBeChecked();
  await userEvent.fill(page.getByLabelText('Why this verdict?'), 'The start date is open.');
  await page.getByRole('button', { name: 'Give verdict' }).click();
  await expect.poll(() => given).toEqual([['The start date is open.', 'maybe']]);
});
