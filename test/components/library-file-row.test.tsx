import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Compared } from '../../renderer/features/library/compare-library.ts';
import { FileRow } from '../../renderer/features/library/review-library-file.tsx';
import type { LibraryLabel } from '../../shared/library.ts';
import { renderInTheme } from './render-in-theme.tsx';

const THEIRS: LibraryLabel = {
  ...{ kind: 'questionnaire', serviceId: 'q', name: 'General', note: '', defaultQuestionnaireId: null },
  ...{ archived: false },
  fields: [
    {
      ...{ path: '/overall', label: 'Overall', smallest: 0, largest: 5 },
      ...{ better: 'higher', headline: true, cover: 'covered' },
    },
  ],
};

async function show(row: Partial<Compared>) {
  const whole = { kind: 'added', mine: undefined, theirs: THEIRS, keepsFields: false, ...row } as const;
  await renderInTheme(<FileRow row={whole} replaces={false} onChoose={() => undefined} />);
}

test('a new questionnaire of a file says what it would make of the results', async () => {
  await show({});
  await expect.element(page.getByText('Overall (0 to 5, higher is better), score')).toBeVisible();
});

test('a new questionnaire whose description the policy sets doesn’t show that of the file', async () => {
  await show({ theirs: { ...THEIRS, fields: [] }, keepsFields: true });
  await expect.element(page.getByText('Set by your organisation')).toBeVisible();
  expect(page.getByText(/headline/).elements()).toEqual([]);
});

test('an entry that is here shows what replacing it would change and empty, and is kept unless chosen', async () => {
  await show({ kind: 'different', mine: { ...THEIRS, name: 'Ours', note: 'By phone' } });
  await expect.element(page.getByText('By phone')).toBeVisible();
  await expect.element(page.getByText('none')).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Keep mine' })).toBeChecked();
});
