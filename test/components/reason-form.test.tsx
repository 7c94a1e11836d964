import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { ReasonForm } from '../../renderer/features/requests/reason-form.tsx';
import { renderInTheme } from './render-in-theme.tsx';

let given: string[];

beforeEach(() => {
  given = [];
});

async function show({ covered = true } = {}) {
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <ReasonForm
        verdict="yes"
        who="Ada Lovelace"
        covered={covered}
        run={async (reason) => given.push(reason)}
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
  await expect.poll(() => given).toEqual(['Knows the trade']);
});

test('only a verdict on covered results says that they show once it is given', async () => {
  await show();
  await expect.element(page.getByText(/The results show once/)).toBeVisible();
  await show({ covered: false });
  await expect.element(page.getByText('About Ada Lovelace.').last()).toBeVisible();
  expect(page.getByText(/The results show once/).elements()).toHaveLength(1);
});
