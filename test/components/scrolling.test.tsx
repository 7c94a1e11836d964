import { Modal, TextInput, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DataGrid } from '../../renderer/parts/grid/data-grid.tsx';
import { HeaderSlot, Page } from '../../renderer/parts/page.tsx';
import { SkipLink, useScrollKeys } from '../../renderer/shell/shell.tsx';
import { renderInTheme } from './render-in-theme.tsx';

/** The frame of the window: the heading is outside of what scrolls. */
function Frame({ children }: { children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useScrollKeys();
  return (
    <div style={{ height: '100vh', display: 'flex', flexDirection: 'column' }}>
      <header ref={setSlot} />
      <main style={{ display: 'flex', flex: 1, minHeight: 0 }}>
        <HeaderSlot value={slot}>{children}</HeaderSlot>
      </main>
    </div>
  );
}

function LongPage({ children }: { children?: ReactNode }) {
  return (
    <Frame>
      <Page title="Long">
        {children}
        <div data-testid="background" style={{ height: 3000 }} />
      </Page>
    </Frame>
  );
}

const scrolled = () => Math.round(document.querySelector('main [data-scroller]')?.scrollTop ?? -1);
/** Where the page is once it has stopped: Chromium scrolls by frames. */
const settled = async () => {
  const seen: number[] = [];
  await expect
    .poll(
      () => {
        seen.push(scrolled());
        return seen.at(-1) === seen.at(-2);
      },
      { interval: 100 },
    )
    .toBe(true);
  return seen.at(-1);
};

test('keys that scroll work while the heading has the focus, as it has when a page opens', async () => {
  await renderInTheme(<LongPage />);
  await expect.element(page.getByRole('heading', { name: 'Long' })).toHaveFocus();
  const steps = [
    ['{PageDown}', 1],
    [' ', 1],
    ['{ArrowDown}', 1],
    ['{ArrowUp}', -1],
    ['{Shift>} {/Shift}', -1],
    ['{PageUp}', -1],
    ['{End}', 1],
    ['{Home}', -1],
  ] as const;
  for (const [keys, direction] of steps) {
    const before = scrolled();
    await userEvent.keyboard(keys);
    expect([keys, Math.sign(scrolled() - before)]).toEqual([keys, direction]);
  }
  expect(scrolled()).toBe(0);
});

test('keys that scroll work after a click on the background, which gets neither focus nor frame', async () => {
  await renderInTheme(<LongPage />);
  await userEvent.click(page.getByTestId('background'), { position: { x: 20, y: 300 } });
  await expect.poll(() => document.activeElement).toBe(document.body);
  await userEvent.keyboard('{PageDown}');
  await expect.poll(scrolled).toBeGreaterThan(100);
});

test('the page takes the focus only from “Skip to the page”, and loses it to a click on the background', async () => {
  await renderInTheme(
    <>
      <SkipLink />
      <main id="content">
        <p>Background</p>
      </main>
    </>,
  );
  const content = () => document.getElementById('content');
  await userEvent.click(page.getByText('Background'));
  expect(document.activeElement).toBe(document.body);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(content());
  await userEvent.tab();
  await userEvent.click(page.getByText('Background'));
  expect(document.activeElement).toBe(document.body);
});

test('Space presses a button and is typed in a field, and neither scrolls', async () => {
  let pressed = 0;
  await renderInTheme(
    <Frame>
      <Page title="Form">
        <div style={{ height: 3000 }} />
      </Page>
      <aside>
        <button type="button" onClick={() => (pressed += 1)}>
          Save
        </button>
        <input aria-label="Name" />
      </aside>
    </Frame>,
  );
  await userEvent.click(page.getByRole('button', { name: 'Save' }));
  await userEvent.keyboard(' ');
  expect(pressed).toBe(2);
  await userEvent.click(page.getByLabelText('Name'));
  await userEvent.keyboard('a b');
  await expect.element(page.getByLabelText('Name')).toHaveValue('a b');
  expect(await settled()).toBe(0);
});

test('keys that scroll do nothing to the page under a dialog', async () => {
  await renderInTheme(
    <Frame>
      <Page title="Below">
        <div style={{ height: 3000 }} />
      </Page>
      <Modal opened onClose={() => undefined} title="Question" />
    </Frame>,
  );
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{PageDown}');
  expect(await settled()).toBe(0);
});

interface Row {
  readonly id: string;
}

function ShortTable() {
  return (
    <DataGrid<Row>
      label="Short"
      columns={[{ id: 'name', header: 'Name', meta: { track: '1fr' }, cell: ({ id }) => ({ text: id }) }]}
      count={3}
      itemAt={(index) => ({ id: `Row ${index}` })}
      itemId={({ id }) => id}
      height="grow"
    />
  );
}

test('the wheel over a short table scrolls the page', async () => {
  await renderInTheme(
    <LongPage>
      <ShortTable />
    </LongPage>,
  );
  await userEvent.wheel(page.getByText('Row 1'), { delta: { y: 200 } });
  await expect.poll(scrolled).toBeGreaterThan(100);
});

test('arrows move between the rows of a table, and scroll the page beyond its last row', async () => {
  await renderInTheme(
    <LongPage>
      <ShortTable />
    </LongPage>,
  );
  const rows = page.getByRole('row');
  await userEvent.click(page.getByText('Row 0'));
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(rows.nth(3)).toHaveFocus();
  expect(await settled()).toBe(0);
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(scrolled).toBeGreaterThan(10);
});

test('an invalid field shows whether it has the focus', async () => {
  await renderInTheme(<TextInput label="Phone number" error="It is too short." />);
  const field = page.getByLabelText('Phone number');
  const outline = () => getComputedStyle(field.element()).outlineStyle;
  expect(outline()).toBe('none');
  await userEvent.click(field);
  expect(outline()).toBe('solid');
});

test('visually hidden texts do not make the window taller', async () => {
  await renderInTheme(
    <LongPage>
      <div style={{ height: 2800 }} />
      <VisuallyHidden>Hidden</VisuallyHidden>
    </LongPage>,
  );
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(innerHeight);
});
