import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { MergeRow } from '../../renderer/features/library/file/review-merges.tsx';
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

async function show(keepsFields: boolean) {
  const labels = { mine: undefined, theirs: THEIRS, keepingMine: THEIRS, takingTheirs: THEIRS };
  const merge = { ...labels, kind: 'added', fills: true, keepsFields } as const;
  await renderInTheme(<MergeRow merge={merge} takesTheirs onChoose={() => undefined} />);
}

test('a new questionnaire of a file says what it would make of the results', async () => {
  await show(false);
  await expect.element(page.getByText('Overall (0 to 5, higher is better), headline')).toBeVisible();
});

test('a new questionnaire whose description the policy sets doesn’t show that of the file', async () => {
  await show(true);
  await expect.element(page.getByText('Set by your organisation')).toBeVisible();
  expect(page.getByText(/headline/).elements()).toEqual([]);
});
