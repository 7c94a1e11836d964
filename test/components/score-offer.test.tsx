import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { ScoreOfferLine } from '../../renderer/features/library/score-offer.tsx';
import { Overlays } from '../../renderer/shell/overlays.tsx';
import type { FieldExamples } from '../../shared/field-examples.ts';
import { appState } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const OFFER = {
  questionnaireId: 'q',
  path: '/overall',
  label: 'Overall score',
  least: 55,
  most: 99,
  of: 100,
};

const example = (path: string, label: string): FieldExamples => ({
  path,
  pin: { path, label, kind: 'number' },
  answers: 5,
  examples: [{ kind: 'value', value: 4 }],
});

async function show() {
  const calls: [string, unknown][] = [];
  const called = (name: string) => (input: unknown) => {
    calls.push([name, input]);
    return name === 'describe' ? { kind: 'questionnaire', serviceId: 'q', before: null } : null;
  };
  let isDeclined: unknown = false;
  stubBridge({
    'library.scoreOffer': () => (isDeclined ? null : OFFER),
    'library.describe': called('describe'),
    'library.declineScore': (input) => {
      isDeclined = (input as { isDeclined: unknown }).isDeclined;
      return called('decline')(input);
    },
    'library.list': () => [],
    'pins.list': () => [],
    'library.examples': () => ({
      answers: 5,
      leftOutCovered: false,
      hasMore: false,
      fields: [example('/overall', 'Overall score'), example('/fit', 'Role fit')],
    }),
  });
  const client = createQueryClient();
  await renderInTheme(
    <QueryClientProvider client={client}>
      <AppStateProvider state={appState()}>
        <ScoreOfferLine questionnaireId={null} />
        <Overlays />
      </AppStateProvider>
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('Show Overall score (55 to 99 so far) as the score?')).toBeVisible();
  return { calls, client };
}

test('one click describes the offered field as the headline, and calls neither end better', async () => {
  const { calls } = await show();
  await userEvent.click(page.getByRole('button', { name: 'Yes, out of 100' }));
  const field = { path: '/overall', label: 'Overall score', smallest: 0, largest: 100 };
  await expect
    .poll(() => calls)
    .toEqual([
      [
        'describe',
        expect.objectContaining({
          questionnaireId: 'q',
          path: '/overall',
          field: { ...field, better: null, headline: true, cover: 'covered' },
        }),
      ],
    ]);
  await expect.element(page.getByText('Overall score is shown as the score')).toBeVisible();
});

test('another field is chosen in the dialog that describes it, as the headline', async () => {
  const { calls } = await show();
  await userEvent.click(page.getByRole('button', { name: 'Another field' }));
  await userEvent.selectOptions(page.getByLabelText('Field'), 'Role fit');
  await userEvent.click(page.getByText('Label and uses'));
  await expect.element(page.getByLabelText('Label')).toHaveValue('Role fit');
  await userEvent.click(page.getByRole('button', { name: 'Save description' }));
  await expect
    .poll(() => calls)
    .toEqual([
      [
        'describe',
        expect.objectContaining({ field: expect.objectContaining({ path: '/fit', headline: true }) }),
      ],
    ]);
});

test('No is stored, for the questionnaire that was asked about, until it is undone', async () => {
  const { calls, client } = await show();
  await userEvent.click(page.getByRole('button', { name: 'No', exact: true }));
  await expect.poll(() => calls).toEqual([['decline', expect.objectContaining({ questionnaireId: 'q' })]]);
  await client.invalidateQueries();
  await expect.element(page.getByRole('button', { name: 'Another field' })).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Undo' }));
  await expect.poll(() => calls.at(-1)).toEqual(['decline', expect.objectContaining({ isDeclined: false })]);
  await client.invalidateQueries();
  await expect.element(page.getByRole('button', { name: 'Another field' })).toBeVisible();
});
