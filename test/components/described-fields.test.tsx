import { ModalsProvider } from '@mantine/modals';
import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppStateProvider, InWorkspace } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { DescribeFieldForm } from '../../renderer/features/library/describe-field-form.tsx';
import { DescribedFields } from '../../renderer/features/library/described-fields.tsx';
import { DescribeButton } from '../../renderer/features/library/library-columns.tsx';
import { editLibraryEntry } from '../../renderer/features/library/open-library-entry.tsx';
import { markDialogHostReady } from '../../renderer/parts/dialog.tsx';
import type { DescribedField } from '../../shared/described-field.ts';
import type { AnswerExamples, FieldExamples } from '../../shared/field-examples.ts';
import type { LibraryEntry } from '../../shared/library.ts';
import { NO_POLICY, type PolicyState } from '../../shared/policy.ts';
import { ACME, appState } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const OVERALL: DescribedField = {
  ...{ path: '/overall', label: 'Overall', smallest: 0, largest: 5 },
  ...{ better: 'higher', headline: true, cover: 'covered' },
};

function seen(path: string, label: string, values: readonly (string | number | boolean)[], answers = 3) {
  return {
    ...{ path, answers, pin: { path, label, kind: 'text' } },
    examples: values.map((value) => ({ kind: 'value', value })),
  } satisfies FieldExamples;
}

function answers(changes: Partial<AnswerExamples>): AnswerExamples {
  return { answers: 20, leftOutCovered: false, fields: [], hasMore: false, ...changes };
}

let entry: LibraryEntry;
let asked: [channel: string, input: unknown][];
beforeEach(() => {
  asked = [];
  entry = {
    ...{ kind: 'questionnaire', serviceId: 'q', name: 'General', note: '', defaultQuestionnaireId: null },
    ...{ archived: false, lastUsedAt: null, fields: [OVERALL] },
  };
});

async function show(
  found: () => unknown,
  part = <DescribedFields entry={entry} />,
  policy: Partial<PolicyState> = {},
) {
  const state = appState({ policy: { ...NO_POLICY, ...policy } });
  stubBridge({
    'app.state': () => state,
    'library.list': () => [entry],
    'library.examples': found,
    'library.describe': (input) => {
      asked.push(['library.describe', input]);
      const before = entry;
      const { field } = input as { field: { path: string; label: string } };
      const bare = { ...OVERALL, smallest: null, largest: null, better: null, headline: false } as const;
      entry = { ...entry, fields: [...entry.fields, { ...bare, ...field }] };
      return { kind: 'questionnaire', serviceId: 'q', before };
    },
    'pins.list': () => [],
    'pins.pin': (input) => {
      asked.push(['pins.pin', input]);
      return [];
    },
  });
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <InWorkspace workspace={ACME}>{part}</InWorkspace>
    </QueryClientProvider>,
  );
}

test('each described field shows what answers had in it and how many, and where that comes from', async () => {
  await show(() => answers({ fields: [seen('/overall', 'Overall', [4.5, '3/5', false], 18)] }));
  const list = page.getByRole('list', { name: 'Examples of Overall' });
  await expect.element(list).toHaveTextContent('4.53/5No');
  await expect.element(page.getByText('in 18 of 20 answers')).toBeVisible();
  await expect.element(page.getByText('Examples are from the last 20 answers.')).toBeVisible();
  expect(page.getByText('Other fields in answers').elements()).toEqual([]);
});

test('a described field that no answer has says so', async () => {
  await show(() => answers({ answers: 1, leftOutCovered: true, fields: [] }));
  await expect.element(page.getByText('Not in the last answer')).toBeVisible();
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('Examples are from the last answer. Requests without a verdict are left out.');
});

test('one press adds a field by its name without a scale, and the focus goes to its Edit button', async () => {
  const nested = seen('/skills/english/score', 'English', [4]);
  await show(() => answers({ fields: [nested, seen('/note', 'Note', ['Fine'])] }));
  await userEvent.click(page.getByRole('button', { name: 'Add English' }));
  await expect.element(page.getByRole('button', { name: 'Edit English' })).toHaveFocus();
  expect(page.getByRole('button', { name: 'Add English' }).elements()).toEqual([]);
  await expect.element(page.getByRole('button', { name: 'Add Note' })).toBeVisible();
  const { path, label } = nested.pin;
  expect(asked).toEqual([
    ['library.describe', { workspaceId: 'workspace-1', questionnaireId: 'q', path, field: { path, label } }],
    ['pins.pin', { workspaceId: 'workspace-1', path, label, kind: 'text' }],
  ]);
});

test('a long text is clipped and can be read in full; a list or group says how large it is', async () => {
  const text = `${'A long remark about the harbour. '.repeat(30)}The end.`;
  const [long, shapes] = [seen('/note', 'Note', [text]), seen('/overall', 'Overall', [])];
  const sizes = [
    { kind: 'list', size: 2 },
    { kind: 'group', size: 1 },
  ] as const;
  await show(() => answers({ fields: [{ ...shapes, examples: sizes, pin: null }, long] }));
  await expect.element(page.getByText('a list of 2 entries')).toBeVisible();
  await expect.element(page.getByText('a group of 1 field')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Show all' }));
  await expect.element(page.getByText(/The end\.$/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Show less' })).toBeVisible();
});

test.each([
  [
    'no answers',
    answers({ answers: 0 }),
    'No examples yet: none of the newest requests with this questionnaire has results.',
  ],
  [
    'covered ones only',
    answers({ answers: 0, leftOutCovered: true }),
    'Examples appear once a verdict is given: until then, the results of these requests are covered.',
  ],
])('with %s it says why there is no example, and offers nothing', async (_, found, words) => {
  await show(() => found);
  await expect.element(page.getByRole('status')).toHaveTextContent(words);
  expect(page.getByRole('button', { name: /^Add / }).elements()).toEqual([]);
  expect(page.getByText(/^Not in/).elements()).toEqual([]);
});

test('it says that answers are being read, and after a failure it can be tried again', async () => {
  const waiting = Promise.withResolvers<AnswerExamples>();
  let tries = 0;
  await show(() => {
    tries += 1;
    return tries === 1 ? waiting.promise : answers({ fields: [seen('/overall', 'Overall', [4])] });
  });
  await expect.element(page.getByText('Reading the last answers…')).toBeVisible();
  waiting.reject(new Error('The disk failed.'));
  await expect.element(page.getByText("Couldn't read examples from answers.")).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByRole('list', { name: 'Examples of Overall' })).toHaveTextContent('4');
});

test('only the first fields are listed at once, and more on demand', async () => {
  const fields = Array.from({ length: 12 }, (_, n) => seen(`/f${n}`, `Field ${n}`, [n]));
  await show(() => answers({ fields, hasMore: true }));
  await expect.element(page.getByRole('button', { name: 'Add Field 7' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Add Field 8' }).elements()).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Show 4 more' }));
  await expect.element(page.getByRole('button', { name: 'Add Field 11' })).toBeVisible();
  await expect.element(page.getByText('The answers have more fields than are listed here.')).toBeVisible();
});

test('the form shows the examples too, and none of its fields is filled in from them', async () => {
  const form = <DescribeFieldForm questionnaireId="q" path="/new" label="New" onClose={() => undefined} />;
  await show(() => answers({ fields: [seen('/new', 'New', ['88 of 100'])] }), form);
  await expect.element(page.getByRole('list', { name: 'Examples of New' })).toHaveTextContent('88 of 100');
  await expect.element(page.getByLabelText('Smallest value')).toHaveValue('');
  await expect.element(page.getByLabelText('Largest value')).toHaveValue('');
  await expect.element(page.getByRole('radio', { name: 'Neither' })).toBeChecked();
  await expect.element(page.getByLabelText('Label')).not.toBeVisible();
});

test.each([
  ['that the policy describes', { questionnaires: ['q'] }],
  ['while it can not be read which ones it describes', { descriptionsLocked: true }],
])('the descriptions of a questionnaire %s say who set them, and offer no change', async (_, policy) => {
  const fields = [seen('/overall', 'Overall', [4.5]), seen('/note', 'Note', ['Fine'])];
  await show(() => answers({ fields }), undefined, policy);
  const section = page.getByRole('region', { name: 'Described results' });
  await expect.element(section.getByText('Set by your organisation')).toBeVisible();
  await expect.element(section.getByText('Overall (0 to 5, higher is better), score')).toBeVisible();
  await expect.element(page.getByRole('list', { name: 'Examples of Overall' })).toHaveTextContent('4.5');
  expect(page.getByRole('button', { name: /^(Add|Edit|Remove|Describe) / }).elements()).toEqual([]);
  expect(page.getByText('Other fields in answers').elements()).toEqual([]);
  // A column is a person's own choice.
  await expect.element(page.getByRole('button', { name: 'Pin Overall' })).toBeVisible();
});

test('the form of a field whose description the policy sets only shows it, on the example at hand', async () => {
  const closed = vi.fn();
  const field = { questionnaireId: 'q', path: '/overall', label: 'Sum', results: { overall: 4 } };
  const form = <DescribeFieldForm {...field} onClose={closed} />;
  await show(() => answers({}), form, { questionnaires: ['q'] });
  await expect.element(page.getByText('Set by your organisation')).toBeVisible();
  await expect.element(page.getByText('Overall (0 to 5, higher is better), score')).toBeVisible();
  expect(page.getByRole('textbox').elements()).toEqual([]);
  await expect.element(page.getByRole('button', { name: 'Done' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(closed).toHaveBeenCalledOnce();
});

test('the form of a field that the policy leaves out says that it is not described', async () => {
  const form = <DescribeFieldForm questionnaireId="q" path="/note" label="Note" onClose={() => {}} />;
  await show(() => answers({}), form, { questionnaires: ['q'] });
  await expect.element(page.getByText(/Note isn’t described\./)).toBeVisible();
  expect(page.getByRole('button', { name: /Save/ }).elements()).toEqual([]);
});

test('a name typed into an entry is still there once one of its fields was described', async () => {
  markDialogHostReady();
  entry = { ...entry, name: '' };
  const host = (
    <AppStateProvider state={appState({ workspaces: [ACME] })}>
      <ModalsProvider>{null}</ModalsProvider>
    </AppStateProvider>
  );
  await show(() => answers({ fields: [] }), host);
  editLibraryEntry(ACME, entry);
  const name = page.getByLabelText('Name', { exact: true });
  await userEvent.fill(name, 'General screening');
  await userEvent.click(page.getByRole('button', { name: 'Edit Overall' }));
  await expect.element(page.getByRole('button', { name: 'Save description' })).toBeVisible();
  await expect.element(name).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  await expect.element(name).toHaveValue('General screening');
});

test('a questionnaire that nobody described is described from its row', async () => {
  entry = { ...entry, name: '', fields: [] };
  markDialogHostReady();
  const host = (
    <AppStateProvider state={appState({})}>
      <ModalsProvider>
        <DescribeButton entry={entry} />
      </ModalsProvider>
    </AppStateProvider>
  );
  await show(() => answers({ fields: [seen('/overall', 'Overall', [4])] }), host);
  await userEvent.click(page.getByRole('button', { name: 'Describe the results of q' }));
  const dialog = page.getByRole('dialog', { name: 'Name or describe this questionnaire' });
  await expect.element(dialog.getByRole('button', { name: 'Add Overall' })).toBeVisible();
});
