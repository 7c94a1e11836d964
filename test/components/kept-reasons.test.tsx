import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { ReasonForm } from '../../renderer/parts/verdict/reason-form.tsx';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const LONG = 'Has worked in three warehouses of ours. '.repeat(20).trim();

/** The kept reasons by workspace. */
let kept: Map<string, readonly string[]>;
let given: string[];

beforeEach(async () => {
  await page.viewport(900, 600);
  kept = new Map();
  given = [];
});

/** Shows the form in a workspace with bridges that keep what they are given. */
async function show(workspaceId: string, { broken = false, covered = true } = {}) {
  const change = (input: unknown, next: (text: string, before: readonly string[]) => readonly string[]) => {
    const { text, workspaceId: id } = Object(input);
    if (broken) throw new Error('The disk is full.');
    kept.set(id, next(text, kept.get(id) ?? []));
    return kept.get(id);
  };
  stubBridge({
    'reasons.list': (input) => kept.get(Object(input).workspaceId) ?? [],
    'reasons.keep': (input) => change(input, (text, before) => [...before, text]),
    'reasons.remove': (input) => change(input, (text, before) => before.filter((each) => each !== text)),
  });
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <ReasonForm
        workspaceId={workspaceId}
        verdict="yes"
        who="Ada Lovelace"
        covered={covered}
        run={async (reason) => given.push(reason)}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
}

const field = page.getByLabelText('Why this verdict?');
const menu = page.getByRole('button', { name: 'Use a kept reason' });
const keep = page.getByRole('button', { name: 'Keep this reason' });
const drop = page.getByRole('button', { name: 'Don’t keep this reason' });

test('a reason is kept, and no longer, without being given', async () => {
  await show('one');
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(keep).not.toBeInTheDocument();
  await userEvent.fill(field, '  Knows the trade ');
  await keep.click();
  expect(kept.get('one')).toEqual(['Knows the trade']);
  await expect.element(menu).toBeVisible();
  await drop.click();
  expect(kept.get('one')).toEqual([]);
  await expect.element(keep).toBeVisible();
  await expect.element(menu).not.toBeInTheDocument();
  expect(given).toEqual([]);
});

test('a kept reason fills in an empty field, and follows what is typed', async () => {
  kept.set('one', ['Knows the trade', LONG]);
  kept.set('two', ['Of another workspace']);
  await show('one');
  await menu.click();
  await expect.element(page.getByRole('menuitem')).toHaveLength(2);
  await page.getByRole('menuitem', { name: 'Knows the trade' }).click();
  await expect.element(field).toHaveValue('Knows the trade');
  await menu.click();
  await page.getByRole('menuitem', { name: LONG }).click();
  await expect.element(field).toHaveValue(`Knows the trade\n${LONG}`);
  await expect.element(field).toHaveFocus();
  await page.getByRole('button', { name: 'Give verdict' }).click();
  expect(given).toEqual([`Knows the trade\n${LONG}`]);
});

test('a reason that could not be kept stays typed, with an error', async () => {
  await show('one', { broken: true });
  await userEvent.fill(field, 'Knows the trade');
  await keep.click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(field).toHaveValue('Knows the trade');
  await expect.element(keep).toBeVisible();
});

test('only a verdict on covered results says that they show once it is given', async () => {
  await show('one');
  await expect.element(page.getByText(/The results show once/)).toBeVisible();
  await show('two', { covered: false });
  await expect.element(page.getByText('About Ada Lovelace.').last()).toBeVisible();
  expect(page.getByText(/The results show once/).elements()).toHaveLength(1);
});
